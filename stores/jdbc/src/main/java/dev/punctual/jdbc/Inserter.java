package dev.punctual.jdbc;

import dev.punctual.NewTask;
import dev.punctual.ScheduleResult;
import dev.punctual.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * T1 in parts of bounded size, each a step of its own: what the packets of an engine can hold is limited. Thread-safe.
 */
final class Inserter {

    /** A call whose payloads have more bytes is carried out in parts of about that size. */
    static final long PART_BYTES_MAX = 4L << 20;

    private final PartitionTable partitions;
    private final FillMark fill;
    private final InsertStep step;

    Inserter(PartitionTable partitions, FillMark fill, InsertStep step) {
        this.partitions = partitions;
        this.fill = fill;
        this.step = step;
    }

    /** Carries out one part. */
    interface InsertStep {
        List<ScheduleResult> insert(List<NewTask> tasks, Session session, FillMark.Room room);
    }

    /** Schedules tasks. */
    List<ScheduleResult> insert(List<NewTask> tasks, Session session) {
        Refusals.requireBatch(tasks);
        if (tasks.isEmpty()) {
            return List.of();
        }
        partitions.register(
                tasks.stream().map(task -> Partition.of(task.spec(), false)).collect(Collectors.toSet()));
        FillMark.Room room = fill.new Room(fill.reserve(tasks.size()));
        List<ScheduleResult> results = new ArrayList<>(tasks.size());
        while (results.size() < tasks.size()) {
            List<NewTask> part = tasks.subList(results.size(), partEnd(tasks, results.size()));
            try {
                results.addAll(insertPart(part, session, room));
            } catch (StoreException e) {
                throw results.isEmpty() ? e : afterParts(e);
            }
        }
        return results;
    }

    /**
     * A transaction that is still open may hold one of the ids. The others must not wait for it: the batch is halved
     * until that item stands alone.
     */
    private List<ScheduleResult> insertPart(List<NewTask> part, Session session, FillMark.Room room) {
        try {
            return step.insert(part, session, room);
        } catch (StoreException e) {
            // What was written before the wait is found again by its call id.
            if (!(session instanceof OwnTransactions) || !Trouble.gaveUp(e)) {
                throw e;
            }
            if (part.size() == 1) {
                return List.of(Refusals.busy(part.get(0).id()));
            }
        }
        int half = part.size() / 2;
        List<ScheduleResult> results = new ArrayList<>(insertPart(part.subList(0, half), session, room));
        results.addAll(insertPart(part.subList(half, part.size()), session, room));
        return results;
    }

    private static int partEnd(List<NewTask> tasks, int from) {
        long bytes = 0;
        int end = from;
        while (end < tasks.size() && (end == from || bytes < PART_BYTES_MAX)) {
            bytes += tasks.get(end++).spec().payload().size();
        }
        return end;
    }

    /** Parts before the one that failed were carried out, so it is not true of the call that nothing was done. */
    static StoreException afterParts(StoreException e) {
        return new StoreException(
                e.store(),
                "some tasks of the call were stored before it failed: " + e.getMessage(),
                StoreException.Kind.OUTCOME_UNKNOWN,
                e);
    }
}
