package dev.punctual.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/** Lets pieces of work race on threads of their own; a failure in any of them fails the test. Thread-safe. */
final class Race {

    private static final long GUARD_SECONDS = 120;
    /** So long one side waits for the other without giving up its processor. */
    private static final int SPINS = 2_000;

    private Race() {}

    /** Runs the body on so many threads at once; it is told the number of its thread. */
    static void together(int threads, IntConsumer body) {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int number = i;
                ends.add(executor.submit(() -> {
                    await(start);
                    body.accept(number);
                }));
            }
            for (Future<?> end : ends) {
                end.get(GUARD_SECONDS, TimeUnit.SECONDS);
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw new AssertionError("a racing thread failed", e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("the race did not end within " + GUARD_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        } finally {
            executor.shutdownNow();
        }
    }

    /**
     * Runs two calls against each other, round by round; the check comes after both and before the next round. Of eight
     * rounds one goes to each side without a race, so that both outcomes are seen however the threads are scheduled.
     */
    static void pairs(int rounds, IntConsumer first, IntConsumer second, IntConsumer check) {
        AtomicInteger opened = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        AtomicBoolean failed = new AtomicBoolean();
        together(2, thread -> {
            boolean whole = false;
            try {
                for (int round = 0; round < rounds && !failed.get(); round++) {
                    if (thread == 0) {
                        lead(round, first, opened, () -> await(ended, opened.get(), failed));
                        if (await(ended, round + 1, failed)) {
                            check.accept(round);
                        }
                    } else if (await(opened, round + 1, failed)) {
                        second.accept(round);
                        ended.set(round + 1);
                    }
                }
                whole = true;
            } finally {
                if (!whole) {
                    failed.set(true);
                }
            }
        });
    }

    private static void lead(int round, IntConsumer first, AtomicInteger opened, BooleanSupplier second) {
        if (round % 8 == 0) {
            first.accept(round);
            opened.set(round + 1);
            return;
        }
        opened.set(round + 1);
        if (round % 8 == 4 && !second.getAsBoolean()) {
            return;
        }
        for (int spins = round * 37 % 500; spins > 0; spins--) {
            Thread.onSpinWait();
        }
        first.accept(round);
    }

    /** Waits until the counter has come so far; false if the other side has failed. */
    private static boolean await(AtomicInteger counter, int value, AtomicBoolean failed) {
        for (int spins = 0; counter.get() < value; spins++) {
            if (failed.get()) {
                return false;
            }
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(1_000);
            }
        }
        return true;
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(GUARD_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        } catch (BrokenBarrierException | TimeoutException e) {
            throw new AssertionError("the other threads did not start", e);
        }
    }
}
