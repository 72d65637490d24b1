package dev.punctual.search;

import dev.punctual.CallId;
import dev.punctual.Due;
import dev.punctual.IfExists;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.Reschedule;
import dev.punctual.RetryPolicy;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls that the client makes, each of which may arrive at any time and any number of times. Immutable. */
final class Calls {

    static final TaskId ID = TaskId.of("t");

    /** The call that creates the task. */
    static final int FIRST = 0;
    /** Another call with the same id that keeps what is there. */
    static final int KEEP = 1;
    /** A call that replaces what waits. */
    static final int REPLACE = 2;
    /** A call that uses the id of a finished task anew, with an expiry. */
    static final int RESTART = 3;

    private final List<NewTask> calls;

    Calls(Scenario scenario) {
        RetryPolicy retry =
                new RetryPolicy(scenario.maxAttempts(), scenario.maxLosses(), Duration.ZERO, 1, Duration.ZERO, 0);
        TaskSpec spec = TaskSpec.of("t", Payload.EMPTY).withRetry(retry);
        calls = List.of(
                task(FIRST, spec, 1, IfExists.KEEP),
                task(KEEP, spec, 0, IfExists.KEEP),
                task(REPLACE, spec, 0, IfExists.REPLACE),
                task(RESTART, spec, 1, IfExists.RESTART).expireAfter(Duration.ofMillis(1)));
    }

    private static NewTask task(int call, TaskSpec spec, int ticks, IfExists ifExists) {
        return new NewTask(ID, spec, after(ticks), null, ifExists, new CallId(call, call), call);
    }

    private static Due after(int ticks) {
        return Due.after(Duration.ofMillis(ticks));
    }

    NewTask call(int call) {
        return calls.get(call);
    }

    Reschedule move(int ticks, @Nullable TaskRecord record, boolean stale) {
        Long expected = record == null ? 0 : record.revision() - (stale ? 1 : 0);
        return new Reschedule(ID, after(ticks), null, expected);
    }
}
