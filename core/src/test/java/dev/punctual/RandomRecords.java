package dev.punctual;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Makes records of every shape from a seeded source. */
final class RandomRecords {

    private static final String NAME = "ABCXYZabcxyz0189._:-";
    private static final int[] POINTS = {'a', 'Z', '0', ' ', '/', 0xE9, 0x20AC, 0xFF41, 0xFFFD, 0x1F600, 0x10FFFF};

    private final Random random;

    RandomRecords(long seed) {
        random = new Random(seed);
    }

    static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(POINTS[random.nextInt(POINTS.length)]);
        }
        return text.toString();
    }

    TaskRecord next() {
        TaskState state = any(TaskState.values());
        return new TaskRecord(
                TaskId.of(text(random, 1 + random.nextInt(20))),
                random.nextLong(),
                spec(),
                state,
                number(),
                number(),
                number(),
                number(),
                number(),
                random.nextBoolean() ? new Lease(name(), 1 + random.nextInt(1000), number()) : null,
                random.nextInt(1_000_000),
                random.nextInt(1_000_000),
                random.nextBoolean(),
                random.nextBoolean(),
                call(),
                number(),
                number(),
                number(),
                random.nextInt(),
                text(random, random.nextInt(50)),
                history(),
                random.nextBoolean());
    }

    private TaskRecord.Call call() {
        return new TaskRecord.Call(
                new CallId(random.nextLong(), random.nextLong()),
                random.nextBoolean() ? ScheduleResult.Outcome.CREATED : ScheduleResult.Outcome.REPLACED);
    }

    private TaskSpec spec() {
        byte[] payload = new byte[random.nextInt(300)];
        random.nextBytes(payload);
        Map<String, String> headers = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            headers.put(text(random, 1 + random.nextInt(8)), text(random, random.nextInt(8)));
        }
        return new TaskSpec(
                name(),
                name(),
                random.nextBoolean() ? Sink.NONE : new Sink(name(), text(random, 1 + random.nextInt(30))),
                new Priority(random.nextInt(10)),
                new Payload(payload, text(random, 1 + random.nextInt(20)), random.nextInt(Integer.MAX_VALUE)),
                headers,
                random.nextBoolean() ? RetryPolicy.DEFAULT : retry());
    }

    private RetryPolicy retry() {
        Duration first = Duration.ofNanos(random.nextInt(Integer.MAX_VALUE));
        return new RetryPolicy(
                1 + random.nextInt(1_000_000),
                1 + random.nextInt(1_000_000),
                first,
                1 + random.nextDouble() * 99,
                first.plusSeconds(random.nextInt(1_000_000)),
                random.nextDouble());
    }

    private RunHistory history() {
        RunHistory history = RunHistory.EMPTY;
        for (int i = random.nextInt(13); i > 0; i--) {
            RunHistory.Outcome outcome = any(RunHistory.Outcome.values());
            history = history.plus(new RunHistory.Run(
                    number(), name(), number(), number(), outcome, text(random, random.nextInt(90))));
        }
        return history;
    }

    private String name() {
        StringBuilder name = new StringBuilder();
        for (int i = 1 + random.nextInt(20); i > 0; i--) {
            name.append(NAME.charAt(random.nextInt(NAME.length())));
        }
        return name.toString();
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }

    /** A number of any size, small ones as likely as large ones. */
    private long number() {
        return random.nextLong() >> random.nextInt(64);
    }
}
