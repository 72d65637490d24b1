package dev.punctual.testing.simulation;

import static dev.punctual.testing.simulation.Invariant.I10_RESCHEDULE_HOLDS;
import static dev.punctual.testing.simulation.Invariant.I11_NOTHING_STAYS_BEHIND;
import static dev.punctual.testing.simulation.Invariant.I12_PAYLOAD_INTACT;
import static dev.punctual.testing.simulation.Invariant.I13_CONSERVATION;
import static dev.punctual.testing.simulation.Invariant.I1_NOTHING_LOST;
import static dev.punctual.testing.simulation.Invariant.I2_NO_START_WITHOUT_SCHEDULE;
import static dev.punctual.testing.simulation.Invariant.I3_NEVER_EARLY;
import static dev.punctual.testing.simulation.Invariant.I4_ONE_START_A_TOKEN;
import static dev.punctual.testing.simulation.Invariant.I5_ATTEMPTS_BOUNDED;
import static dev.punctual.testing.simulation.Invariant.I6_CANCEL_TELLS_THE_TRUTH;
import static dev.punctual.testing.simulation.Invariant.I7_FINAL_STATES_ARE_FINAL;
import static dev.punctual.testing.simulation.Invariant.T5_REPORTS_COME_TRUE;

import dev.punctual.RetryPolicy;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.time.Duration;

/** Reads records after each step, and compares them with what is known of their tasks. Not thread-safe. */
final class RecordChecks {

    private static final Duration RETENTION_MIN = Duration.ofSeconds(60);

    private final Ledger ledger;
    private final CommandChecks commands;
    private final TaskQueries queries;

    RecordChecks(Ledger ledger, CommandChecks commands, TaskQueries queries) {
        this.ledger = ledger;
        this.commands = commands;
        this.queries = queries;
    }

    /** Looks at one record, which may have changed. */
    void look(TaskId id) {
        Story story = ledger.story(id);
        TaskRecord record = queries.find(id).orElse(null);
        if (record == null) {
            gone(story);
            return;
        }
        if (!story.present) {
            ledger.violate(I13_CONSERVATION, story, "there is a record where none should be");
            return;
        }
        if (record.equals(story.last)) {
            return;
        }
        identity(story, record);
        budgets(story, record);
        move(story, record);
        times(story, record);
        story.last = record;
    }

    private void gone(Story story) {
        if (story.present) {
            ledger.require(commands.mayBeGone(story, RETENTION_MIN), I1_NOTHING_LOST, story, "the record is gone");
            story.end();
        }
    }

    private void identity(Story story, TaskRecord record) {
        ledger.require(
                record.incarnation() == story.incarnation,
                I2_NO_START_WITHOUT_SCHEDULE,
                story,
                "the record belongs to an incarnation that nobody scheduled");
        ledger.require(
                record.stub() || record.spec().payload().equals(story.payload),
                I12_PAYLOAD_INTACT,
                story,
                "the record holds another payload");
        TaskRecord last = story.last;
        if (last != null) {
            ledger.require(
                    record.token() >= last.token() && record.revision() >= last.revision(),
                    I4_ONE_START_A_TOKEN,
                    story,
                    "token or revision went back");
            ledger.require(
                    record.ghost() || !last.ghost(), I6_CANCEL_TELLS_THE_TRUTH, story, "the ghost was forgotten");
        }
    }

    private void budgets(Story story, TaskRecord record) {
        RetryPolicy retry = record.spec().retry();
        ledger.require(
                record.failures() == story.failures && record.losses() == story.losses,
                I5_ATTEMPTS_BOUNDED,
                story,
                "counts " + record.failures() + " failures and " + record.losses() + " losses; there were "
                        + story.failures + " and " + story.losses);
        boolean left = record.failures() < retry.maxAttempts() && record.losses() < retry.maxLosses();
        ledger.require(
                record.failures() <= retry.maxAttempts() && record.losses() <= retry.maxLosses(),
                I5_ATTEMPTS_BOUNDED,
                story,
                "goes beyond its limits");
        ledger.require(
                left || record.state().finished(), I5_ATTEMPTS_BOUNDED, story, "goes on, although its budget is spent");
    }

    private void move(Story story, TaskRecord record) {
        TaskRecord last = story.last;
        if (last != null && last.incarnation() == record.incarnation() && last.state() != record.state()) {
            ledger.history.of(record.id(), last.state(), "->", record.state());
            ledger.require(
                    last.state().canMoveTo(record.state()),
                    I7_FINAL_STATES_ARE_FINAL,
                    story,
                    "went from " + last.state() + " to " + record.state());
        }
        ledger.require(
                (record.state() == TaskState.RUNNING) == (story.claim != null),
                T5_REPORTS_COME_TRUE,
                story,
                "is " + record.state() + ", and its claim is " + story.claim);
        if (record.state() == TaskState.SUCCEEDED) {
            ledger.require(
                    story.succeeded.stream().anyMatch(claim -> claim.token == record.settledToken()),
                    T5_REPORTS_COME_TRUE,
                    story,
                    "is SUCCEEDED, but no run of it ended well");
        }
        boolean waits = record.state() == TaskState.SCHEDULED;
        ledger.require(
                !waits || (!story.cancelled && !story.cancelAsked),
                I6_CANCEL_TELLS_THE_TRUTH,
                story,
                "waits to run although it was cancelled");
        story.cancelled |= record.state() == TaskState.CANCELLED;
        story.cancelAsked &= !record.state().finished();
    }

    private void times(Story story, TaskRecord record) {
        if (record.state() == TaskState.SCHEDULED) {
            long due = Math.floorDiv(story.due.getNano() + 999_999L, 1_000_000L) + story.due.getEpochSecond() * 1_000;
            ledger.require(
                    record.dueAt() == due,
                    story.moved ? I10_RESCHEDULE_HOLDS : I3_NEVER_EARLY,
                    story,
                    "is due at " + record.dueAt() + ", should be at " + due);
            ledger.require(record.sortKey() >= record.dueAt(), I3_NEVER_EARLY, story, "is indexed before it is due");
        }
    }

    /** Looks at every record, and counts them. */
    void lookAtAll() {
        long present = 0;
        for (Story story : ledger.stories()) {
            look(story.id);
            present += story.present ? 1 : 0;
        }
        long counted = queries.counts().stream()
                .flatMap(count -> count.byState().values().stream())
                .mapToLong(Long::longValue)
                .sum();
        if (counted != present) {
            ledger.note(I13_CONSERVATION, null, "the store counts " + counted + " tasks, there should be " + present);
        }
    }

    /**
     * Looks for tasks that have waited too long.
     *
     * @param sinceMillis since when nothing has gone wrong, by the store's clock
     * @param atMost how long a task may wait from then, or from its due time
     */
    void nothingWaits(long sinceMillis, Duration atMost) {
        long now = ledger.time.now().toEpochMilli();
        for (Story story : ledger.stories()) {
            TaskRecord last = story.last;
            if (last != null && last.state() == TaskState.SCHEDULED) {
                long waited = now - Math.max(sinceMillis, last.sortKey());
                ledger.require(
                        waited <= atMost.toMillis(),
                        I11_NOTHING_STAYS_BEHIND,
                        story,
                        "has been due for " + Duration.ofMillis(waited) + " with nothing in its way");
            }
        }
    }

    /** Looks for tasks that have not come to their end although all is over. */
    void nothingIsLeft() {
        for (Story story : ledger.stories()) {
            TaskRecord last = story.last;
            boolean waits = last != null
                    && last.state() == TaskState.SCHEDULED
                    && last.sortKey() > ledger.time.now().toEpochMilli();
            if (last != null && !last.state().finished() && !waits) {
                ledger.violate(I11_NOTHING_STAYS_BEHIND, story, "is still " + last.state());
            }
        }
    }
}
