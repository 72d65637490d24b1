package dev.punctual.testing.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Work that can stop in its midst while the simulation goes on, such as a handler that takes a while. It has a thread
 * of its own, but whose turn it is passes from hand to hand: while a strand works, the thread of the simulation waits
 * for it, and the other way round, so that one thing happens at a time and always in the same order.
 *
 * <p>The methods say on which of the two threads they are called.
 */
final class Strand {

    private final Thread thread = new Thread(this::live, "simulated");
    private volatile boolean turn;
    private volatile boolean over;
    private @Nullable Thread simulation;
    private @Nullable Runnable work;
    private boolean killed;
    private boolean interrupted;

    /** Ends the work of a strand whose process was killed. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super("the simulated process was killed", null, false, false);
        }
    }

    /** Strands that have ended their work and wait for more. Used by the simulation's thread alone. */
    static final class Pool implements AutoCloseable {

        private final Deque<Strand> idle = new ArrayDeque<>();

        /** Returns a strand that will do this work when it gets its turn. */
        Strand begin(Runnable work) {
            Strand strand = idle.poll();
            if (strand == null) {
                strand = new Strand();
                strand.thread.setDaemon(true);
                strand.thread.start();
            }
            strand.work = work;
            strand.killed = false;
            strand.interrupted = false;
            return strand;
        }

        /** Takes a strand back whose work has ended. */
        void ended(Strand strand) {
            idle.push(strand);
        }

        @Override
        public void close() {
            for (Strand strand : idle) {
                strand.over = true;
                LockSupport.unpark(strand.thread);
            }
            idle.clear();
        }
    }

    private Strand() {}

    /** On the simulation's thread: gives the turn to the strand, until it hands it back or its work ends. */
    boolean resume() {
        simulation = Thread.currentThread();
        turn = true;
        LockSupport.unpark(thread);
        while (turn) {
            LockSupport.park(this);
        }
        return work == null;
    }

    /** On the simulation's thread: ends the work where it stands. */
    void kill() {
        killed = true;
        while (work != null) {
            boolean unused = resume();
        }
    }

    /** On the strand: hands the turn back, and waits for the next. */
    void handBack() {
        if (killed) {
            throw new Killed();
        }
        pass();
        if (killed) {
            throw new Killed();
        }
    }

    /** On the strand: returns whether it was interrupted since it was last asked. */
    boolean interrupted() {
        noteInterrupt();
        boolean was = interrupted;
        interrupted = false;
        return was;
    }

    /** On the simulation's thread: returns whether somebody has interrupted it. */
    synchronized boolean interruptPending() {
        return interrupted || thread.isInterrupted();
    }

    /** Clears and notes in one step, so that the simulation finds it in one of the two places. */
    private synchronized void noteInterrupt() {
        interrupted |= Thread.interrupted();
    }

    private void pass() {
        turn = false;
        LockSupport.unpark(simulation);
        await();
    }

    /** An interrupt meant for the work must not end the wait for the turn, nor make it a hot one. */
    private void await() {
        while (!turn && !over) {
            LockSupport.park(this);
            noteInterrupt();
        }
        noteInterrupt();
    }

    private void live() {
        await();
        while (!over) {
            try {
                if (work != null && !killed) {
                    work.run();
                }
            } catch (Killed e) {
                // As it should be.
            } finally {
                work = null;
                Thread.interrupted();
                pass();
            }
        }
    }
}
