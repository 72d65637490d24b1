package dev.punctual.benchmarks;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Adding, cancelling and firing a million timers, each invocation with a structure of its own; nanoseconds a timer. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx6g")
@Warmup(iterations = 1)
@Measurement(iterations = 3)
public class TimerBenchmark {

    /** How many timers. */
    static final int COUNT = 1_000_000;

    private static final int SPAN_MILLIS = 3_600_000;
    private static final long AHEAD_MILLIS = 3_600_000;
    private static final long HERD_AHEAD_MILLIS = 2_500;

    /** An empty structure. */
    @State(Scope.Benchmark)
    public static class Empty {
        /** What is measured. */
        @Param
        public Contender contender;

        Timers timers;
        long now;
        final int[] spread = new int[COUNT];

        /** Makes it. */
        @Setup(Level.Invocation)
        public void make() {
            SplittableRandom random = new SplittableRandom(1);
            for (int i = 0; i < COUNT; i++) {
                spread[i] = random.nextInt(SPAN_MILLIS);
            }
            timers = contender.make(COUNT);
            now = System.currentTimeMillis();
        }

        /** Ends its threads. */
        @TearDown(Level.Invocation)
        public void close() {
            timers.close();
        }
    }

    /** A structure with a million timers over an hour, due in an hour and later. */
    @State(Scope.Benchmark)
    public static class Full extends Empty {
        final int[] order = new int[COUNT];

        @Override
        public void make() {
            super.make();
            SplittableRandom random = new SplittableRandom(2);
            for (int i = 0; i < COUNT; i++) {
                timers.add(i, now + AHEAD_MILLIS + spread[i]);
                int other = random.nextInt(i + 1);
                order[i] = order[other];
                order[other] = i;
            }
        }
    }

    /** A structure with a million timers on one millisecond, which has just come. */
    @State(Scope.Benchmark)
    public static class Herd extends Empty {
        long due;

        @Override
        public void make() {
            super.make();
            due = now + HERD_AHEAD_MILLIS;
            for (int i = 0; i < COUNT; i++) {
                timers.add(i, due);
            }
            if (System.currentTimeMillis() >= due) {
                throw new IllegalStateException("adding took longer than " + HERD_AHEAD_MILLIS + " ms");
            }
            while (System.currentTimeMillis() < due) {
                Thread.onSpinWait();
            }
        }
    }

    /** Adds timers spread over an hour. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public void add(Empty state) {
        for (int i = 0; i < COUNT; i++) {
            state.timers.add(i, state.now + AHEAD_MILLIS + state.spread[i]);
        }
    }

    /** Cancels all in random order. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public void cancel(Full state) {
        for (int number : state.order) {
            if (!state.timers.cancel(number)) {
                throw new IllegalStateException("timer " + number + " did not wait");
            }
        }
    }

    /** From the due time of all on one millisecond to the last of them. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public void herd(Herd state) {
        while (state.timers.fired() < COUNT) {
            state.timers.advance(System.currentTimeMillis());
            Thread.onSpinWait();
        }
    }
}
