package dev.punctual;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The side of a store for people: looking, counting, and the rarer commands. Calls are bounded: a page looks at no more
 * than {@link Limits#PAGE_EXAMINED_MAX} records and may hold fewer than asked, with a cursor to go on from.
 *
 * <p>Implementations are thread-safe.
 */
public interface TaskQueries {

    /** Longest step of a forecast: 366 days. */
    Duration STEP_MAX = Duration.ofDays(366);

    /** Returns the record with this id. */
    Optional<TaskRecord> find(TaskId id);

    /**
     * Which records a page shows. Waiting tasks come by due time, running ones by the end of their lease, finished ones
     * newest first; without a state they come by id.
     *
     * @param state only this state, or null for all
     * @param queues of which queues
     * @param types of which types
     * @param idPrefix only ids that begin so; empty for all
     * @param due only waiting tasks due in this window, or null
     */
    record Filter(
            @Nullable TaskState state,
            Selector queues,
            Selector types,
            String idPrefix,
            @Nullable Window due) {

        /** Every record. */
        public static final Filter ALL = new Filter(null, Selector.any(), Selector.any(), "", null);

        /**
         * Checks the values.
         *
         * @throws InvalidTaskException if a window is given with another state than SCHEDULED, or no id can begin so
         */
        public Filter {
            Text.requireUnicode("idPrefix", idPrefix, "cancel:");
            Text.requireNoControl("idPrefix", idPrefix, "cancel:");
            if (Text.utf8Length(idPrefix) > TaskId.BYTES_MAX) {
                throw new InvalidTaskException(Refusal.invalid(
                        "idPrefix",
                        "must have at most " + TaskId.BYTES_MAX + " bytes of UTF-8, has " + Text.utf8Length(idPrefix),
                        "cancel:"));
            }
            if (due != null && state != TaskState.SCHEDULED) {
                throw new InvalidTaskException(Refusal.invalid(
                        "dueFrom", "can be given only with state SCHEDULED, and so can dueTo", "state=SCHEDULED"));
            }
        }

        /** Returns the filter of one state. */
        public static Filter of(TaskState state) {
            return new Filter(state, Selector.any(), Selector.any(), "", null);
        }

        /** Returns whether the record passes. */
        public boolean matches(TaskRecord record) {
            return (state == null || record.state() == state)
                    && queues.matches(record.spec().queue())
                    && types.matches(record.spec().type())
                    && record.id().value().startsWith(idPrefix)
                    && (due == null || due.contains(record.dueAt()));
        }
    }

    /**
     * A window of time.
     *
     * @param from from then on
     * @param to up to then, exclusive
     */
    record Window(Instant from, Instant to) {
        /** Returns whether the time lies in the window. */
        public boolean contains(long epochMillis) {
            return epochMillis >= from.toEpochMilli() && epochMillis < to.toEpochMilli();
        }
    }

    /**
     * A page of records.
     *
     * @param records the records
     * @param next where the next page begins, or null after the last one
     */
    record Page(List<TaskRecord> records, @Nullable String next) {
        /** Copies the list. */
        public Page {
            records = List.copyOf(records);
        }
    }

    /**
     * Returns a page.
     *
     * @param limit 1 to {@link Limits#PAGE_MAX}
     * @param cursor {@link Page#next()} of the page before, or null for the first
     * @throws InvalidTaskException if the limit is out of bounds or the cursor is not one of this filter's
     */
    Page page(Filter filter, int limit, @Nullable String cursor);

    /**
     * How many tasks of one queue and type there are.
     *
     * @param queue the queue
     * @param type the type
     * @param byState the number in each state; states without any are absent
     * @param exact false if a number above 100,000 is an estimate
     */
    record Count(String queue, String type, Map<TaskState, Long> byState, boolean exact) {
        /** Copies the map. */
        public Count {
            byState = Map.copyOf(byState);
        }
    }

    /** Returns the counts of every queue and type that has records. */
    List<Count> counts();

    /**
     * A queue as it stands.
     *
     * @param queue its name
     * @param byState the number of tasks in each state; states without any are absent
     * @param paused whether it is paused
     * @param oldestDueMillis the smallest sort key among its waiting tasks, in epoch milliseconds;
     *     {@link ClaimResult#NONE} if none waits
     */
    record QueueInfo(String queue, Map<TaskState, Long> byState, boolean paused, long oldestDueMillis) {
        /** Copies the map. */
        public QueueInfo {
            byState = Map.copyOf(byState);
        }
    }

    /** Returns every queue that has records or is paused, by name. */
    List<QueueInfo> queues();

    /**
     * What is coming: the number of waiting tasks that fall due in each step of a window.
     *
     * @param counts one number a step
     * @param complete false if there was more to look at than allowed; the later steps then count too few
     */
    record Forecast(List<Long> counts, boolean complete) {
        /** Copies the list. */
        public Forecast {
            counts = List.copyOf(counts);
        }
    }

    /**
     * Counts the waiting tasks that fall due in each step of a window; those overdue fall into the first step if the
     * window begins at or before now.
     *
     * @param window between 1970 and {@link Limits#DUE_MAX}
     * @param step 1 ms to {@link #STEP_MAX}; a window has at most 10,000 steps
     * @throws InvalidTaskException if window or step is out of bounds
     */
    Forecast forecast(Selector queues, Selector types, Window window, Duration step);

    /** Makes waiting tasks due now (T13). */
    List<RescheduleResult> runNow(List<TaskId> ids);

    /** Sends dead tasks again (T14). */
    List<RedriveResult> redrive(List<TaskId> ids);

    /** Removes finished records (T15). */
    List<DiscardResult> discard(List<TaskId> ids);

    /** Pauses a queue, durably: no claim of it starts later than 1 s after the answer. Running tasks go on. */
    void pause(String queue);

    /** Resumes a queue. */
    void resume(String queue);

    /**
     * Removes or shortens finished records past their retention, and expires waiting tasks past their expiry, at most
     * so many records.
     *
     * @param max 1 to {@link Limits#PAGE_EXAMINED_MAX}
     * @return how many records were changed or removed; as many as {@code max} means that there may be more
     */
    int prune(int max);

    /** Returns the workers heard of within the last minute. */
    List<WorkerInfo> workers();
}
