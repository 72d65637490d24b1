package dev.punctual.server;

import dev.punctual.RedriveResult;
import dev.punctual.RescheduleResult;
import dev.punctual.ScheduleResult;
import dev.punctual.TaskId;
import dev.punctual.TaskState;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.Problem;
import dev.punctual.httpapi.ProblemType;
import dev.punctual.httpapi.TaskAnswer;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/**
 * Results of the core as answers of the API: what was done with 2xx, what could not be done as a problem. Thread-safe.
 */
final class Answers {

    private Answers() {}

    static ResponseEntity<TaskAnswer> scheduled(ScheduleResult result) {
        TaskAnswer answer = answer(result);
        if (result.outcome() == ScheduleResult.Outcome.RUNNING) {
            throw conflict("is running and cannot be replaced", answer);
        }
        boolean created = result.outcome() == ScheduleResult.Outcome.CREATED;
        return ResponseEntity.status(created ? 201 : 200)
                .location(URI.create(ApiPaths.task(answer.id())))
                .eTag(eTag(result.revision()))
                .body(answer);
    }

    static TaskAnswer answer(ScheduleResult result) {
        return new TaskAnswer(
                result.id().value(), result.outcome().name(), name(result.state()), result.dueAt(), result.revision());
    }

    /** Answers a change of the due time: 200 if it was made, else 404, 409 or 412. */
    static ResponseEntity<TaskAnswer> moved(RescheduleResult result) {
        TaskAnswer answer = new TaskAnswer(
                result.id().value(), result.outcome().name(), name(result.state()), result.dueAt(), result.revision());
        return switch (result.outcome()) {
            case OK -> ResponseEntity.ok().eTag(eTag(result.revision())).body(answer);
            case RUNNING -> throw conflict("is running", answer);
            case FINISHED -> throw conflict("has finished", answer);
            case PAUSED -> throw conflict("is in a queue that is paused", answer);
            case NOT_FOUND -> throw notFound(result.id());
            case STALE ->
                throw new ProblemException(Problem.of(
                                ProblemType.STALE,
                                "If-Match: the task has revision " + result.revision() + " by now; get it again")
                        .at("If-Match", eTag(result.revision()))
                        .because("STALE", answer));
            case REFUSED -> throw new IllegalStateException("a refusal reached the answer");
        };
    }

    static TaskAnswer redriven(RedriveResult result) {
        TaskAnswer answer =
                new TaskAnswer(result.id().value(), result.outcome().name(), name(result.state()), null, null);
        return switch (result.outcome()) {
            case OK -> answer;
            case NOT_DEAD -> throw conflict("is not among the dead letters", answer);
            case NOT_FOUND -> throw notFound(result.id());
        };
    }

    static ProblemException notFound(TaskId id) {
        return new ProblemException(
                Problem.of(ProblemType.NOT_FOUND, "there is no task with id " + Words.quote(id.value()))
                        .at("id", null));
    }

    /** Returns the revision as an entity tag. */
    static String eTag(long revision) {
        return '"' + Long.toString(revision) + '"';
    }

    private static ProblemException conflict(String why, TaskAnswer answer) {
        String state = answer.state() == null ? "" : "; it is " + answer.state();
        return new ProblemException(
                Problem.of(ProblemType.CONFLICT, "task " + Words.quote(answer.id()) + " " + why + state)
                        .because(answer.outcome(), answer));
    }

    private static @Nullable String name(@Nullable TaskState state) {
        return state == null ? null : state.name();
    }
}
