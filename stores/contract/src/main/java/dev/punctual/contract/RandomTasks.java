package dev.punctual.contract;

import dev.punctual.ClaimRequest;
import dev.punctual.Due;
import dev.punctual.IfExists;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.Priority;
import dev.punctual.Report;
import dev.punctual.RetryPolicy;
import dev.punctual.RunHistory;
import dev.punctual.Selector;
import dev.punctual.Sink;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Random requests over few ids, queues and types, so that they meet each other often. Not thread-safe. */
final class RandomTasks {

    static final int PAYLOAD_BYTES_MAX = 64;
    static final List<TaskId> IDS =
            IntStream.range(0, 14).mapToObj(i -> TaskId.of("task-" + i)).toList();
    static final List<String> QUEUES = List.of("default", "mail", "slow");

    private static final List<String> TYPES = List.of("work", "print", "x");
    private static final List<Sink> SINKS = List.of(Sink.NONE, Sink.NONE, Sink.webhook("https://host.example/"));

    private final Random random;
    private final List<NewTask> scheduled = new ArrayList<>();
    private final List<Report> reported = new ArrayList<>();

    RandomTasks(Random random) {
        this.random = random;
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    TaskId id() {
        return pick(IDS);
    }

    List<TaskId> someIds() {
        return IntStream.range(0, 1 + random.nextInt(3)).mapToObj(i -> id()).toList();
    }

    Payload payload() {
        byte[] bytes = new byte[random.nextInt(chance(5) ? PAYLOAD_BYTES_MAX * 2 : PAYLOAD_BYTES_MAX + 1)];
        random.nextBytes(bytes);
        return new Payload(bytes, "application/x-" + random.nextInt(3), random.nextInt(3));
    }

    Due due(Instant now) {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> Due.now();
            case 3 -> Due.at(now.minusMillis(random.nextInt(100_000)));
            case 4 -> Due.at(now.plusMillis(random.nextInt(5_000)));
            case 5 -> chance(20) ? Due.after(Duration.ofDays(100_000)) : Due.after(Duration.ofMillis(1));
            default -> Due.after(Duration.ofMillis(random.nextInt(10_000)));
        };
    }

    private TaskSpec spec() {
        RetryPolicy retry =
                RetryPolicy.DEFAULT.withMaxAttempts(1 + random.nextInt(4)).withMaxLosses(1 + random.nextInt(4));
        return new TaskSpec(
                pick(TYPES),
                pick(QUEUES),
                pick(SINKS),
                new Priority(random.nextInt(10)),
                payload(),
                chance(50) ? Map.of() : Map.of("n", "" + random.nextInt()),
                retry);
    }

    /** A new request, or now and then an earlier one sent again. */
    NewTask task(Instant now) {
        if (!scheduled.isEmpty() && chance(15)) {
            return scheduled.get(Math.max(0, scheduled.size() - 1 - random.nextInt(20)));
        }
        NewTask task = NewTask.of(id(), spec(), due(now)).ifExists(pick(List.of(IfExists.values())));
        if (chance(30)) {
            task = task.expireAfter(Duration.ofMillis(1 + random.nextInt(8_000)));
        }
        scheduled.add(task);
        return task;
    }

    ClaimRequest.Wanted wanted() {
        return new ClaimRequest.Wanted(
                chance(60) ? Selector.any() : Selector.of(pick(QUEUES)),
                chance(60) ? Selector.any() : Selector.of(TYPES.subList(0, 1 + random.nextInt(3))),
                chance(70) ? Selector.any() : Selector.of(chance(50) ? "" : "webhook"),
                random.nextInt(2));
    }

    Duration lease() {
        return Duration.ofMillis(2_000 + random.nextInt(8_000));
    }

    /** The report of a run of the record, or now and then one that was sent before or whose token is wrong. */
    Report report(TaskRecord record) {
        if (!reported.isEmpty() && chance(15)) {
            return reported.get(Math.max(0, reported.size() - 1 - random.nextInt(10)));
        }
        long token = chance(90) ? record.token() : record.token() + 1 - random.nextInt(3);
        RunHistory history = Tasks.ran(record, RunHistory.Outcome.RETRIED, "e" + random.nextInt());
        Report.Outcome outcome = pick(List.of(Report.Outcome.values()));
        boolean failed = outcome == Report.Outcome.RETRY || (outcome == Report.Outcome.BURY && chance(70));
        Report report = new Report(
                record.id(),
                Math.max(1, token),
                outcome,
                outcome == Report.Outcome.RETRY ? random.nextInt(3_000) : 0,
                failed ? "error " + random.nextInt() : "",
                outcome != Report.Outcome.COMPLETE && chance(20),
                history);
        reported.add(report);
        return report;
    }
}
