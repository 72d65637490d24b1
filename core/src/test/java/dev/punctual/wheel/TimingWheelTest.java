package dev.punctual.wheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimingWheelTest {

    private static final long NOW = 1_800_000_000_000L;
    private static final int HERD = 100_000;

    private final TimerPool pool = new TimerPool();
    private final TimingWheel wheel = new TimingWheel(pool, NOW);
    private final List<Integer> handed = new ArrayList<>();

    private int advance(long nowMillis) {
        int before = handed.size();
        while (wheel.behind(nowMillis)) {
            wheel.advance(nowMillis, 256, (timer, sequence, deadline) -> handed.add(timer));
        }
        return handed.size() - before;
    }

    @Test
    void timer_isNeverHandedOutBeforeItsMillisecond() {
        for (int level = 0; level < 7; level++) {
            long deadline = ((NOW >>> (6 * level)) << (6 * level)) + (3L << (6 * level));
            wheel.add(deadline);
            assertThat(advance(deadline - 1)).isZero();
            assertThat(advance(deadline)).isEqualTo(1);
        }
    }

    @Test
    void deadlineThatHasPassed_isDueAtOnce() {
        advance(NOW + 10);
        wheel.add(NOW + 10);
        wheel.add(NOW - 1_000);
        assertThat(wheel.nextEvent()).isEqualTo(NOW - 1_000);
        assertThat(advance(NOW + 10)).isEqualTo(2);
    }

    @Test
    void sink_mayAddTheSameDeadlineAgain() {
        List<Integer> again = new ArrayList<>();
        wheel.add(NOW + 100);
        wheel.advance(NOW + 100, 1, (timer, sequence, deadline) -> again.add(wheel.add(deadline)));
        assertThat(again).hasSize(1);
        assertThat(advance(NOW + 100)).isEqualTo(1);
    }

    @Test
    void sinkThatThrows_losesNothingElse() {
        wheel.add(NOW + 1);
        int second = wheel.add(NOW + 1);
        assertThatThrownBy(() -> wheel.advance(NOW + 1, 10, (timer, sequence, deadline) -> {
                    throw new IllegalStateException("handler");
                }))
                .hasMessage("handler");
        assertThat(wheel.size()).isEqualTo(1);
        advance(NOW + 1);
        assertThat(handed).containsExactly(second);
    }

    @Test
    void equalDeadlines_comeInOrderOfArrival_acrossSplitsAndLateComers() {
        long deadline = NOW + 300_000;
        List<Integer> added = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            added.add(wheel.add(deadline));
            wheel.add(deadline + i);
        }
        advance(deadline - 4_000);
        added.add(wheel.add(deadline));
        advance(deadline - 1);
        added.add(wheel.add(deadline));
        advance(deadline);
        handed.retainAll(added);
        assertThat(handed).isEqualTo(added);
    }

    @Test
    void addWhileASlotIsHalfSplit_staysBehindItsEquals() {
        long start = ((NOW >>> 18) << 18) + (1L << 18);
        List<Integer> added = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            wheel.add(start + 1 + i % 50);
            added.add(wheel.add(start + 200));
        }
        assertThat(wheel.advance(start, 700)).isFalse();
        added.add(wheel.add(start + 200));
        assertThat(wheel.nextEvent()).isEqualTo(start + 1);
        advance(start + 200);
        handed.retainAll(added);
        assertThat(handed).isEqualTo(added);
    }

    @Test
    void step_looksAtNoMoreTimersThanItMay() {
        long start = ((NOW >>> 18) << 18) + (1L << 18);
        for (int i = 0; i < 100_000; i++) {
            wheel.add(start + i);
        }
        int steps = 0;
        while (!wheel.advance(start, 1_000)) {
            steps++;
        }
        assertThat(steps).isGreaterThanOrEqualTo(99);
    }

    @Test
    void herd_becomesDueInOneStep() {
        for (int i = 0; i < HERD; i++) {
            wheel.add(NOW + 10_000_000);
        }
        int looksForEachLevel = TimingWheel.LEVELS;
        assertThat(wheel.advance(NOW + 10_000_000, looksForEachLevel)).isTrue();
        assertThat(advance(NOW + 10_000_000)).isEqualTo(HERD);
        assertThat(handed).isSortedAccordingTo((a, b) -> a - b);
    }

    @Test
    void herd_letsOthersInBetweenBatches() {
        for (int i = 0; i < HERD; i++) {
            wheel.add(NOW + 5);
        }
        wheel.advance(NOW + 5, 256, (timer, sequence, deadline) -> handed.add(timer));
        assertThat(handed).hasSize(256);
        assertThat(wheel.nextEvent()).isEqualTo(NOW + 5);
        wheel.add(NOW + 5);
        assertThat(advance(NOW + 5)).isEqualTo(HERD - 256 + 1);
    }

    @Test
    void handle_doesNotCancelAStrangerWithTheSameNumber() {
        int first = wheel.add(NOW + 10);
        long old = pool.sequence(first);
        assertThat(wheel.cancel(first, old)).isTrue();
        int second = wheel.add(NOW + 10);
        assertThat(second).isEqualTo(first);
        assertThat(wheel.cancel(first, old)).isFalse();
        assertThat(wheel.cancel(first, 0)).isFalse();
        assertThat(wheel.cancel(-1, old)).isFalse();
        assertThat(wheel.cancel(1_000_000, old)).isFalse();
        assertThat(advance(NOW + 10)).isEqualTo(1);
    }

    @Test
    void cancelled_isNotHandedOut_andHandedOutIsNotCancelled() {
        int cancelled = wheel.add(NOW + 10);
        assertThat(wheel.cancel(cancelled, pool.sequence(cancelled))).isTrue();
        assertThat(advance(NOW + 10)).isZero();
        int ran = wheel.add(NOW + 10);
        long sequence = pool.sequence(ran);
        assertThat(advance(NOW + 10)).isEqualTo(1);
        assertThat(wheel.cancel(ran, sequence)).isFalse();
    }

    @Test
    void cancelWhileDueAndNotHandedOut_holds() {
        int first = wheel.add(NOW + 10);
        int second = wheel.add(NOW + 10);
        assertThat(wheel.advance(NOW + 10, 100)).isTrue();
        assertThat(wheel.cancel(first, pool.sequence(first))).isTrue();
        advance(NOW + 10);
        assertThat(handed).containsExactly(second);
    }

    @Test
    void massCancellation_leavesFewerDeadThanLiving() {
        List<int[]> timers = new ArrayList<>();
        for (int i = 0; i < HERD; i++) {
            timers.add(new int[] {wheel.add(NOW + 1_800_000 + i % 1_000)});
        }
        for (int i = 0; i < HERD; i++) {
            if (i % 10 != 0) {
                int timer = timers.get(i)[0];
                assertThat(wheel.cancel(timer, pool.sequence(timer))).isTrue();
            }
        }
        int living = HERD / 10;
        assertThat(wheel.size()).isEqualTo(living);
        assertThat(pool.blocksInUse()).isLessThan(3 * living / BlockList.ENTRIES_MAX);
        assertThat(advance(NOW + 1_900_000)).isEqualTo(living);
    }

    @Test
    void memory_isGivenBackAfterAFlood() {
        for (int i = 0; i < 5 * HERD; i++) {
            wheel.add(NOW + i);
        }
        long full = pool.bytes();
        advance(NOW + 5 * HERD);
        assertThat(wheel.size()).isZero();
        assertThat(pool.bytes()).isLessThan(full / 10);
        wheel.add(NOW + 10_000_000);
        assertThat(advance(NOW + 10_000_000)).isEqualTo(1);
    }

    @Test
    void deadlines_areClampedTo48Bits() {
        int low = wheel.add(Long.MIN_VALUE);
        int high = wheel.add(Long.MAX_VALUE);
        assertThat(pool.deadline(low)).isZero();
        assertThat(pool.deadline(high)).isEqualTo(TimingWheel.DEADLINE_MAX);
        assertThat(advance(-1)).isZero();
        assertThat(advance(0)).isEqualTo(1);
        assertThat(advance(TimingWheel.DEADLINE_MAX - 1)).isZero();
        assertThat(advance(Long.MAX_VALUE)).isEqualTo(1);
    }

    @Test
    void rescheduled_goesToTheBackOfItsMillisecond() {
        int moved = wheel.add(NOW + 10);
        int other = wheel.add(NOW + 10);
        wheel.cancel(moved, pool.sequence(moved));
        int again = wheel.add(NOW + 10);
        advance(NOW + 10);
        assertThat(handed).containsExactly(other, again);
    }

    @Test
    void stepBack_firesNothingThatIsNotDueByTheNewTime() {
        wheel.add(NOW + 100);
        wheel.advance(NOW + 100, 100);
        assertThat(advance(NOW + 50)).isZero();
        wheel.add(NOW + 60);
        assertThat(wheel.nextEvent()).isEqualTo(NOW + 60);
        assertThat(advance(NOW + 60)).isEqualTo(1);
        assertThat(advance(NOW + 100)).isEqualTo(1);
    }

    @Test
    void rewind_placesEverythingAnewInTheSameOrder() {
        List<Integer> added = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            added.add(wheel.add(NOW + 10_000 + i / 10));
        }
        wheel.advance(NOW + 10_050, 100_000);
        wheel.rewind(NOW);
        assertThat(wheel.elapsed()).isEqualTo(NOW);
        assertThat(wheel.due().isEmpty()).isTrue();
        assertThat(advance(NOW + 9_999)).isZero();
        advance(NOW + 20_000);
        assertThat(handed).isEqualTo(added);
    }

    @Test
    void nextEvent_isExactAfterTheFirstWasCancelled() {
        int first = wheel.add(NOW + 100_000);
        wheel.add(NOW + 100_500);
        assertThat(wheel.nextEvent()).isEqualTo(NOW + 100_000);
        wheel.cancel(first, pool.sequence(first));
        assertThat(wheel.nextEvent()).isEqualTo(NOW + 100_500);
    }

    @Test
    void wheelsThatShareAPool_keepApart() {
        TimingWheel other = new TimingWheel(pool, NOW);
        wheel.add(NOW + 1);
        int theirs = other.add(NOW + 1);
        assertThat(advance(NOW + 1)).isEqualTo(1);
        assertThat(other.cancel(theirs, pool.sequence(theirs))).isTrue();
    }

    @Test
    void deadThatWereEarlier_doNotHideAHerd() {
        long start = ((NOW >>> 6) << 6) + 64;
        for (int i = 1; i < BlockList.ENTRIES_MAX; i++) {
            wheel.add(start + 9);
        }
        int earlier = wheel.add(start + 5);
        wheel.cancel(earlier, pool.sequence(earlier));
        assertThat(wheel.nextEvent()).isEqualTo(start + 9);
        wheel.advance(start + 9, 1_000);
        assertThat(wheel.ascend(start + 9, 0).valid()).isTrue();
        wheel.add(start + 7);
        assertThat(wheel.nextEvent()).isEqualTo(start + 7);
        assertThat(advance(start + 9)).isEqualTo(BlockList.ENTRIES_MAX);
    }

    @Test
    void cancelledAtTheFrontOfWhatIsDue_areDroppedByTheNextStep() {
        List<Integer> timers = new ArrayList<>();
        for (int i = 0; i < HERD; i++) {
            timers.add(wheel.add(NOW + 5));
        }
        wheel.advance(NOW + 5, 10);
        int blocks = pool.blocksInUse();
        for (int timer : timers.subList(0, HERD / 4)) {
            wheel.cancel(timer, pool.sequence(timer));
        }
        wheel.advance(NOW + 5, 10);
        assertThat(pool.blocksInUse()).isLessThan(blocks - HERD / 5 / BlockList.ENTRIES_MAX);
    }
}
