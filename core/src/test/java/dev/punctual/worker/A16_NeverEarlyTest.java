package dev.punctual.worker;

import static dev.punctual.worker.Bench.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.NewTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Delays around the slot and the turn of every wheel one might build, at random phases of the clock. */
class A16_NeverEarlyTest {

    private static final int PHASES = 20;
    private static final Duration MILLI = Duration.ofMillis(1);

    private final Bench bench = new Bench();
    private final Map<String, Long> startMillis = new HashMap<>();
    private final TaskWorker worker = bench.worker((payload, context) ->
                    startMillis.put(context.id().value(), bench.time.now().toEpochMilli()))
            .build();

    private static List<Long> delays(long tick, long slots) {
        long turn = tick * slots;
        return List.of(tick - 1, tick, tick + 1, turn - 1, turn, turn + 1, 2 * turn);
    }

    /** When, in milliseconds from now, which task is scheduled with which delay. */
    private static NavigableMap<Long, List<Long>> plan(long tick, long slots, Random random) {
        NavigableMap<Long, List<Long>> plan = new TreeMap<>();
        for (int phase = 0; phase < PHASES; phase++) {
            long at = random.nextLong(2 * tick * slots);
            for (long delay : delays(tick, slots)) {
                plan.computeIfAbsent(at, any -> new ArrayList<>()).add(delay);
            }
        }
        return plan;
    }

    @ParameterizedTest
    @CsvSource({"1,64", "1,512", "10,64", "10,512", "100,64", "100,512"})
    void A16_steppedMilliByMilli_everyTaskStartsInTheVeryMilliOfItsDueTime(long tick, long slots) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        NavigableMap<Long, List<Long>> plan = plan(tick, slots, random);
        worker.engine().subscribe();
        // The clock stands somewhere within a millisecond, and stays there.
        bench.time.advance(Duration.ofNanos(random.nextInt(1_000_000)));
        Map<String, Long> dueMillis = new HashMap<>();
        long end = plan.lastKey() + 2 * tick * slots;
        for (long at = 0; at <= end; at++) {
            for (long delay : plan.getOrDefault(at, List.of())) {
                String id = "t" + dueMillis.size();
                long now = bench.time.now().toEpochMilli();
                bench.schedule(id, Duration.ofMillis(delay));
                assertThat(bench.find(id).dueAt()).isEqualTo(now + delay);
                dueMillis.put(id, now + delay);
            }
            step(worker, "poll");
            if (worker.status().queuedReports() > 0) {
                step(worker, "settle");
            }
            bench.time.advance(MILLI);
        }
        assertThat(startMillis).as("seed " + seed).hasSize(PHASES * 7).isEqualTo(dueMillis);
    }

    @ParameterizedTest
    @CsvSource({"1,64", "10,512", "100,512"})
    void A16_steppedByTicks_noTaskStartsEarly_andNoneAfterTheNextStep(long tick, long slots) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Map<String, Long> dueMillis = new HashMap<>();
        worker.engine().subscribe();
        for (int phase = 0; phase < PHASES; phase++) {
            bench.time.advance(Duration.ofNanos(random.nextLong(3 * tick * 1_000_000)));
            bench.pass(Duration.ZERO, worker);
            for (long delay : delays(tick, slots)) {
                String id = "t" + dueMillis.size();
                bench.schedule(id, Duration.ofMillis(delay));
                dueMillis.put(id, bench.find(id).dueAt());
            }
        }
        for (long at = 0; at <= 2 * slots + 2; at++) {
            bench.pass(Duration.ZERO, worker);
            bench.time.advance(Duration.ofMillis(tick));
        }
        assertThat(startMillis).as("seed " + seed).hasSize(PHASES * 7);
        dueMillis.forEach((id, due) ->
                assertThat(startMillis.get(id)).as(id + ", seed " + seed).isBetween(due, due + 3 * tick));
    }

    @Test
    void A16_partsOfAMilli_areRoundedUp() {
        worker.engine().subscribe();
        long now = bench.time.now().toEpochMilli();
        bench.schedule("10.1", Duration.ofNanos(10_100_000));
        bench.schedule("0.000001", Duration.ofNanos(1));
        bench.schedule("9.999999", Duration.ofNanos(9_999_999));

        bench.pass(Duration.ofSeconds(1), worker);

        assertThat(startMillis).containsEntry("10.1", now + 11);
        assertThat(startMillis).containsEntry("0.000001", now + 1);
        assertThat(startMillis).containsEntry("9.999999", now + 10);
    }

    @Test
    void A16_aThousandReArms_doNotDrift() {
        int count = 1_000;
        List<Long> starts = new ArrayList<>();
        TaskWorker rearming = bench.worker((payload, context) -> {
                    starts.add(bench.time.now().toEpochMilli());
                    if (starts.size() <= count) {
                        NewTask next = bench.task("r" + starts.size(), Duration.ofSeconds(10));
                        context.client().submit(next);
                    }
                })
                .floorPoll(Duration.ofSeconds(60))
                .build();
        rearming.engine().subscribe();
        bench.time.advance(Duration.ofNanos(734_567));
        bench.schedule("r0", Duration.ofSeconds(10));

        bench.pass(Duration.ofSeconds(10L * (count + 1)), rearming);

        assertThat(starts).hasSize(count + 1);
        assertThat(starts.get(count) - starts.get(0)).isEqualTo(10_000L * count);
    }
}
