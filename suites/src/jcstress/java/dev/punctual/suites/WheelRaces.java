package dev.punctual.suites;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.punctual.wheel.ShardedTimingWheel;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Races of add, cancel, advance and sleep on {@link ShardedTimingWheel}. */
public final class WheelRaces {

    private static final long NOW = 1_000_000;
    private static final int BATCH_MAX = 4;

    private WheelRaces() {}

    private static ShardedTimingWheel wheel() {
        return new ShardedTimingWheel(0, NOW - 1);
    }

    private static int advance(ShardedTimingWheel wheel) {
        return wheel.advance(NOW, BATCH_MAX, (id, deadline) -> {});
    }

    /** A timer is either cancelled or handed out, and both sides say the same. */
    @JCStressTest
    @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "cancelled")
    @Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "handed out")
    @Outcome(expect = FORBIDDEN, desc = "both or neither")
    @State
    public static class CancelAndAdvance {
        private final ShardedTimingWheel wheel = wheel();

        /** One timer is due. */
        public CancelAndAdvance() {
            wheel.add(1, NOW);
        }

        /** Cancels. */
        @Actor
        public void cancel(ZI_Result r) {
            r.r1 = wheel.cancel(1);
        }

        /** Advances. */
        @Actor
        public void advances(ZI_Result r) {
            r.r2 = advance(wheel);
        }
    }

    /** What is added while the wheel advances comes with this advance or the next: its place is never overlooked. */
    @JCStressTest
    @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "both at once")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "one after the other")
    @Outcome(expect = FORBIDDEN, desc = "lost or repeated")
    @State
    public static class AddAndAdvance {
        private final ShardedTimingWheel wheel = wheel();

        /** One timer is due. */
        public AddAndAdvance() {
            wheel.add(1, NOW);
        }

        /** Adds another. */
        @Actor
        public void add() {
            wheel.add(2, NOW);
        }

        /** Advances. */
        @Actor
        public void advances(II_Result r) {
            r.r1 = advance(wheel);
        }

        /** Advances once more. */
        @Arbiter
        public void again(II_Result r) {
            r.r2 = advance(wheel);
        }
    }

    /** Of two that cancel one timer, one does. */
    @JCStressTest
    @Outcome(
            id = {"true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "one of them")
    @Outcome(expect = FORBIDDEN, desc = "both or neither")
    @State
    public static class TwoCancels {
        private final ShardedTimingWheel wheel = wheel();

        /** One timer waits. */
        public TwoCancels() {
            wheel.add(1, NOW);
        }

        /** Cancels. */
        @Actor
        public void first(ZZ_Result r) {
            r.r1 = wheel.cancel(1);
        }

        /** Cancels too. */
        @Actor
        public void second(ZZ_Result r) {
            r.r2 = wheel.cancel(1);
        }
    }

    /** Who is about to sleep sees what was added, or who adds sees until when the other sleeps. */
    @JCStressTest
    @Outcome(
            id = {"true, true", "true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "one sees the other")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "a lost wake-up")
    @State
    public static class AddAndSleep {
        private final ShardedTimingWheel wheel = wheel();
        private volatile long sleepUntil = Long.MIN_VALUE;

        /** One timer waits, far off. */
        public AddAndSleep() {
            wheel.add(1, NOW + 3_600_000);
        }

        /** Adds an earlier one; answers whether it would wake the sleeper. */
        @Actor
        public void add(ZZ_Result r) {
            wheel.add(2, NOW);
            r.r1 = sleepUntil > NOW;
        }

        /** Goes to sleep as the driver does; answers whether it would stay awake. */
        @Actor
        public void sleep(ZZ_Result r) {
            long next = wheel.nextEvent();
            sleepUntil = next;
            r.r2 = next <= NOW || wheel.nextEvent() < next;
        }
    }
}
