package dev.punctual.worker;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which handlers run: a virtual thread per run where the JVM has them (21 and newer), else a pool of
 * daemon threads that grows to the number of slots and shrinks when idle.
 *
 * <p>The pool is handed starts in groups. Waking a thread costs more than many a handler, so a group wakes one thread,
 * which takes one start after the other as long as their handlers come back at once; and each thread that was woken and
 * leaves starts behind wakes one more before it runs its own. So no start waits for a handler of another: it waits at
 * most for a thread to wake.
 *
 * <p>Virtual threads share a few carriers, so handlers that compute without end can keep others from starting at all. A
 * start that found no carrier for a while is {@link #rescue rescued} onto the pool, and as long as such a start has not
 * come through, new ones go to the pool as well. Thread-safe.
 */
final class RunThreads implements Executor {

    private static final long IDLE_SECONDS = 30;

    private final @Nullable ThreadFactory virtual;
    private final ThreadPoolExecutor pool;
    private final int poolMax;
    private final int slots;
    private final AtomicInteger starved = new AtomicInteger();
    private final Queue<Start> ready = new ConcurrentLinkedQueue<>();
    /** Whether a thread was called that has not looked for starts since. */
    private final AtomicBoolean called = new AtomicBoolean();

    RunThreads(String name, int slots, int stuckMax) {
        this(name, slots, stuckMax, virtualThreads(name));
    }

    RunThreads(String name, int slots, int stuckMax, @Nullable ThreadFactory virtual) {
        this.virtual = virtual;
        this.slots = slots;
        this.poolMax = slots + stuckMax;
        this.pool = new Pool(name, slots, poolMax);
    }

    /** A start handed to a thread that has perhaps not begun yet. */
    static final class Start implements Runnable {
        private static final int WAITING = 0;
        private static final int BEGUN = 1;
        private static final int RESCUED = 2;

        private final HeldClaim claim;
        private final TaskRunner runner;
        private final AtomicInteger state = new AtomicInteger(WAITING);
        private @Nullable AtomicInteger starved;

        Start(HeldClaim claim, TaskRunner runner) {
            this.claim = claim;
            this.runner = runner;
        }

        @Override
        public void run() {
            if (state.compareAndSet(WAITING, BEGUN)) {
                runner.run(claim);
            } else if (starved != null) {
                starved.decrementAndGet();
            }
        }

        /** Is told that there is no thread for it. */
        void noThread(Throwable e) {
            runner.noThread(claim, e);
        }
    }

    /** Returns whether starts are handed over in groups; else each is {@link #execute executed} by itself. */
    boolean groups() {
        return virtual == null;
    }

    /**
     * Runs a group of starts, each beside the others.
     *
     * @throws RuntimeException if no thread is to be had (an {@link Error} likewise); what has not begun by then never
     *     does, if its claim is dropped
     */
    void startAll(List<Start> starts) {
        if (!starts.isEmpty()) {
            ready.addAll(starts);
            call();
        }
    }

    /** Calls a thread of the pool, unless one is on its way: that one will find what is ready now. */
    private void call() {
        if (called.compareAndSet(false, true)) {
            try {
                pool.execute(this::runReady);
            } catch (Throwable e) {
                called.set(false);
                throw e;
            }
        }
    }

    private void runReady() {
        called.set(false);
        Start next = ready.poll();
        if (next != null) {
            callForRest();
        }
        while (next != null) {
            boolean spent = true;
            try {
                next.run();
                spent = next.claim.overran();
            } finally {
                if (spent) {
                    callForRest();
                }
            }
            if (spent) {
                throw new SpentThread();
            }
            // What a handler left behind is not for the next one.
            Thread.interrupted();
            next = ready.poll();
        }
    }

    private void callForRest() {
        if (ready.isEmpty()) {
            return;
        }
        try {
            call();
        } catch (Throwable e) {
            for (Start start = ready.poll(); start != null; start = ready.poll()) {
                start.noThread(e);
            }
        }
    }

    @Override
    public void execute(Runnable run) {
        if (virtual != null && starved.get() == 0) {
            virtual.newThread(run).start();
        } else {
            pool.execute(run);
        }
    }

    /** Runs on the pool what has waited too long for the carrier of its virtual thread. */
    void rescue(Start start) {
        start.starved = starved;
        if (start.state.compareAndSet(Start.WAITING, Start.RESCUED)) {
            starved.incrementAndGet();
            pool.execute(new Start(start.claim, start.runner));
        }
    }

    /** Returns whether a start may have to be rescued. */
    boolean mayStarve() {
        return virtual != null;
    }

    /** Makes room for others beside so many stuck threads. */
    void besideStuck(int stuck) {
        pool.setCorePoolSize(Math.min(poolMax, slots + stuck));
    }

    /** Lets idle threads end; starts nothing more. */
    void shutdown() {
        pool.shutdown();
    }

    /**
     * Threads that can be reached only by reflection, since this is compiled for Java 17; null where there are none.
     */
    private static @Nullable ThreadFactory virtualThreads(String name) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Thread.class.getMethod("ofVirtual").getReturnType();
            builder = type.getMethod("name", String.class, long.class).invoke(builder, name + "-run-", 0L);
            return (ThreadFactory) type.getMethod("factory").invoke(builder);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            return null;
        }
    }

    /** The pool: a thread whose handler overran its time limit is not used again. */
    private static final class Pool extends ThreadPoolExecutor {

        Pool(String name, int slots, int poolMax) {
            super(slots, poolMax, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory(name));
            allowCoreThreadTimeOut(true);
        }

        private static ThreadFactory factory(String name) {
            AtomicInteger number = new AtomicInteger();
            return run -> {
                Thread thread = new Thread(run, name + "-run-" + number.getAndIncrement());
                thread.setDaemon(true);
                thread.setUncaughtExceptionHandler(Pool::ended);
                return thread;
            };
        }

        private static void ended(Thread thread, Throwable cause) {
            if (!(cause instanceof SpentThread)) {
                thread.getThreadGroup().uncaughtException(thread, cause);
            }
        }

        @Override
        protected void afterExecute(Runnable run, @Nullable Throwable thrown) {
            if (run instanceof Start start && start.claim.overran()) {
                throw new SpentThread();
            }
        }
    }

    /** Ends a pool thread. */
    private static final class SpentThread extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SpentThread() {
            super("", null, false, false);
        }
    }
}
