package dev.punctual.worker;

import dev.punctual.Report;
import dev.punctual.TaskEvent;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what became of runs that were to be completed in transactions of their handlers, by reading alone: whoever
 * wrote would wait behind a transaction that is still open. Thread-safe.
 */
final class ReadBack {

    private static final Logger LOG = LoggerFactory.getLogger(ReadBack.class);

    private final TaskStore store;
    private final Events events;
    private final FailureLog failures;

    ReadBack(Workshop shop, FailureLog failures) {
        this.store = shop.settings().store();
        this.events = shop.events();
        this.failures = failures;
    }

    /**
     * How such a run ended, as far as the worker saw it.
     *
     * @param otherwise what it means for the task if the transaction did not commit
     * @param thrown what the handler threw, or null
     * @param back whether the handler is back, so that its transaction has ended
     */
    record Ending(
            HeldClaim claim, Verdict otherwise, @Nullable Throwable thrown, boolean back) {}

    /**
     * Reads what became of the run and tells it to the listeners.
     *
     * @return the report that is still to be made, if any
     * @throws RuntimeException if the store gave no answer; to be asked again
     */
    Optional<Report> ask(Ending ending) {
        HeldClaim claim = ending.claim();
        TaskRecord record = store.queries().find(claim.id()).orElse(null);
        if (record != null && record.settledToken() == claim.token()) {
            committed(ending);
            return Optional.empty();
        }
        if (record != null && record.state() == TaskState.RUNNING && record.token() == claim.token()) {
            return notCommitted(ending);
        }
        events.emit(TaskEvent.Kind.LEASE_LOST, claim, "");
        return Optional.empty();
    }

    private void committed(Ending ending) {
        if (ending.thrown() != null) {
            LOG.warn(
                    "Task {} was completed by its handler's transaction, but the handler failed afterwards ({});"
                            + " the task stays completed",
                    ending.claim().id(),
                    ErrorText.of(ending.thrown()));
            LOG.debug("What the handler threw", ending.thrown());
        }
        events.emit(TaskEvent.Kind.COMPLETED, ending.claim(), "");
    }

    private Optional<Report> notCommitted(Ending ending) {
        HeldClaim claim = ending.claim();
        Verdict verdict = ending.otherwise();
        if (!ending.back()) {
            // The transaction may be open still: a report would wait behind it, and every other report with it.
            LOG.warn(
                    "Task {} is left to the end of its lease: its handler's transaction has not committed", claim.id());
        } else if (!claim.stopping()) {
            Throwable thrown = ending.thrown();
            failures.log(claim, verdict, thrown == null ? new IllegalStateException(Verdict.NOT_COMMITTED) : thrown);
        }
        events.emit(verdict.kind(), claim, verdict.report().error());
        return ending.back() ? Optional.of(verdict.report()) : Optional.empty();
    }
}
