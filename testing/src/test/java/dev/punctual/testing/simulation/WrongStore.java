package dev.punctual.testing.simulation;

import dev.punctual.CallId;
import dev.punctual.CancelResult;
import dev.punctual.ClaimRequest;
import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.ClaimResult;
import dev.punctual.Due;
import dev.punctual.IfExists;
import dev.punctual.LeaseRef;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.Reclaim;
import dev.punctual.RedriveResult;
import dev.punctual.RenewResult;
import dev.punctual.Report;
import dev.punctual.Reschedule;
import dev.punctual.RescheduleResult;
import dev.punctual.ScheduleResult;
import dev.punctual.SettleResult;
import dev.punctual.StoreException;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A store, or the way to one, that is wrong in one way. */
final class WrongStore extends PassingStore {

    private final PlantedMistake mistake;
    private long calls;
    private Optional<TaskRecord> handedOut = Optional.empty();

    WrongStore(PlantedMistake mistake, TaskStore inner) {
        super(inner);
        this.mistake = mistake;
    }

    private boolean is(PlantedMistake other) {
        return mistake == other;
    }

    @Override
    public List<ScheduleResult> insert(List<NewTask> tasks) {
        if (is(PlantedMistake.AN_INSERT_IS_LOST) && ++calls % 20 == 0) {
            return tasks.stream().map(WrongStore::created).toList();
        }
        if (is(PlantedMistake.A_LOST_REPLY_IS_RETRIED_UNDER_A_NEW_ID)) {
            try {
                return super.insert(tasks);
            } catch (StoreException e) {
                return super.insert(tasks.stream().map(this::renamed).toList());
            }
        }
        return super.insert(tasks.stream().map(this::changed).toList()).stream()
                .map(this::answered)
                .toList();
    }

    private static ScheduleResult created(NewTask task) {
        return new ScheduleResult(task.id(), ScheduleResult.Outcome.CREATED, TaskState.SCHEDULED, null, 1, null);
    }

    private NewTask renamed(NewTask task) {
        return new NewTask(
                TaskId.of(task.id().value() + "-again"),
                task.spec(),
                task.due(),
                task.expireAfter(),
                task.ifExists(),
                task.callId(),
                task.incarnation());
    }

    private NewTask changed(NewTask task) {
        return switch (mistake) {
            case DUE_IS_ROUNDED_DOWN -> due(task, floored(task.due()));
            case A_REPEATED_CALL_IS_NOT_KNOWN -> task.callId(new CallId(++calls, 7));
            case KEEP_OVERWRITES -> task.ifExists() == IfExists.KEEP ? task.ifExists(IfExists.REPLACE) : task;
            case THE_PAYLOAD_IS_ALTERED -> altered(task);
            default -> task;
        };
    }

    private static Due floored(Due due) {
        return due instanceof Due.After after
                ? Due.after(Duration.ofMillis(after.delay().toMillis()))
                : due;
    }

    private static NewTask due(NewTask task, Due due) {
        return new NewTask(
                task.id(), task.spec(), due, task.expireAfter(), task.ifExists(), task.callId(), task.incarnation());
    }

    private static NewTask altered(NewTask task) {
        Payload payload = task.spec().payload();
        byte[] bytes = payload.bytes();
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Math.max(0, bytes[i]);
        }
        return new NewTask(
                task.id(),
                task.spec().withPayload(new Payload(bytes, payload.contentType(), payload.version())),
                task.due(),
                task.expireAfter(),
                task.ifExists(),
                task.callId(),
                task.incarnation());
    }

    private ScheduleResult answered(ScheduleResult result) {
        return is(PlantedMistake.KEEP_OVERWRITES) && result.outcome() == ScheduleResult.Outcome.REPLACED
                ? new ScheduleResult(
                        result.id(),
                        ScheduleResult.Outcome.EXISTS,
                        result.state(),
                        result.dueAt(),
                        result.revision(),
                        null)
                : result;
    }

    @Override
    public ClaimResult claimDue(ClaimRequest request) {
        return switch (mistake) {
            case A_LEASE_IS_HALVED ->
                super.claimDue(withLease(request, request.lease().dividedBy(2)));
            case A_REPEATED_CLAIM_TAKES_MORE -> super.claimDue(numbered(request, ++calls));
            case SUSPECTS_ARE_NOT_COUNTED -> super.claimDue(withSuspects(request));
            case A_TASK_IS_HANDED_OUT_TWICE -> handedOutAgain(super.claimDue(request));
            default -> super.claimDue(request);
        };
    }

    private static ClaimRequest withLease(ClaimRequest request, Duration lease) {
        return new ClaimRequest(request.worker(), request.claimSeq(), request.max(), lease, request.wanted());
    }

    private static ClaimRequest numbered(ClaimRequest request, long claimSeq) {
        return new ClaimRequest(request.worker(), claimSeq, request.max(), request.lease(), request.wanted());
    }

    private static ClaimRequest withSuspects(ClaimRequest request) {
        Wanted wanted = request.wanted();
        Wanted more = new Wanted(wanted.queues(), wanted.types(), wanted.sinkKinds(), 1);
        return new ClaimRequest(request.worker(), request.claimSeq(), request.max(), request.lease(), more);
    }

    private ClaimResult handedOutAgain(ClaimResult result) {
        Optional<TaskRecord> before = handedOut.filter(record -> ++calls % 10 == 0);
        handedOut = result.claims().stream().findFirst().or(() -> handedOut);
        if (before.isEmpty() || !result.claims().isEmpty()) {
            return result;
        }
        return new ClaimResult(List.of(before.get()), result.nowMillis(), result.nextDueMillis(), 0, false);
    }

    @Override
    public List<RenewResult> renew(List<LeaseRef> leases, Duration lease) {
        if (is(PlantedMistake.A_RENEWAL_IS_FORGOTTEN)) {
            return leases.stream().map(ref -> RenewResult.OK).toList();
        }
        List<RenewResult> results = super.renew(leases, lease);
        return is(PlantedMistake.A_LOST_LEASE_IS_RENEWED)
                ? results.stream().map(result -> RenewResult.OK).toList()
                : results;
    }

    @Override
    public List<SettleResult> settle(List<Report> reports) {
        List<SettleResult> results =
                super.settle(reports.stream().map(this::changed).toList());
        return is(PlantedMistake.A_FENCED_REPORT_IS_ANSWERED_OK)
                ? results.stream().map(result -> SettleResult.OK).toList()
                : results;
    }

    private Report changed(Report report) {
        return switch (mistake) {
            case A_REPORT_IS_ACCEPTED_AFTER_LEASE_LOSS -> ofPresentClaim(report);
            case A_RELEASE_IS_CHARGED ->
                report.outcome() == Report.Outcome.RELEASE
                        ? Report.retry(report.id(), report.token(), 0, "released", report.history())
                        : report;
            case FAILURES_ARE_NOT_COUNTED ->
                report.outcome() == Report.Outcome.RETRY
                        ? Report.release(report.id(), report.token(), report.unreturned(), report.history())
                        : report;
            case A_FAILURE_COUNTS_AS_SUCCESS ->
                report.outcome() == Report.Outcome.RETRY
                        ? Report.complete(report.id(), report.token(), report.history())
                        : report;
            case A_GHOST_IS_NOT_NOTED ->
                new Report(
                        report.id(),
                        report.token(),
                        report.outcome(),
                        report.delayMillis(),
                        report.error(),
                        false,
                        report.history());
            default -> report;
        };
    }

    private Report ofPresentClaim(Report report) {
        long token = find(report.id())
                .filter(record -> record.state() == TaskState.RUNNING)
                .map(TaskRecord::token)
                .orElse(report.token());
        return new Report(
                report.id(),
                token,
                report.outcome(),
                report.delayMillis(),
                report.error(),
                report.unreturned(),
                report.history());
    }

    @Override
    public List<TaskRecord> lapsed(int max) {
        return is(PlantedMistake.NOBODY_TAKES_BACK) ? List.of() : super.lapsed(max);
    }

    @Override
    public List<Boolean> reclaim(List<Reclaim> reclaims) {
        if (is(PlantedMistake.A_RECLAIM_COMPLETES)) {
            List<Report> reports = new ArrayList<>();
            reclaims.forEach(one -> reports.add(Report.complete(one.id(), one.token(), one.history())));
            return super.settle(reports).stream()
                    .map(result -> result == SettleResult.OK)
                    .toList();
        }
        return super.reclaim(reclaims);
    }

    @Override
    public List<CancelResult> cancel(List<TaskId> ids) {
        return super.cancel(ids).stream().map(this::changed).toList();
    }

    private CancelResult changed(CancelResult result) {
        if (is(PlantedMistake.CANCELLED_IS_ANSWERED_BUT_IT_RUNS) && result == CancelResult.RUNNING) {
            return CancelResult.CANCELLED;
        }
        return is(PlantedMistake.THE_GHOST_IS_NOT_TOLD) && result == CancelResult.CANCELLED_AFTER_LOSS
                ? CancelResult.CANCELLED
                : result;
    }

    @Override
    public List<RescheduleResult> reschedule(List<Reschedule> requests) {
        if (is(PlantedMistake.A_RESCHEDULE_DOES_NOTHING)) {
            return requests.stream()
                    .map(request -> find(request.id())
                            .filter(record -> record.state() == TaskState.SCHEDULED)
                            .map(record -> RescheduleResult.of(record, RescheduleResult.Outcome.OK))
                            .orElseGet(() -> super.reschedule(List.of(request)).get(0)))
                    .toList();
        }
        return super.reschedule(requests);
    }

    @Override
    public List<RedriveResult> redrive(List<TaskId> ids) {
        List<RedriveResult> results = super.redrive(ids);
        if (is(PlantedMistake.A_REDRIVE_WAITS)) {
            super.reschedule(ids.stream()
                    .map(id -> Reschedule.of(id, Due.after(Duration.ofSeconds(5))))
                    .toList());
        }
        return results;
    }

    @Override
    public void pause(String queue) {
        if (!is(PlantedMistake.A_PAUSE_IS_IGNORED)) {
            super.pause(queue);
        }
    }

    @Override
    public int prune(int max) {
        if (is(PlantedMistake.FINISHED_TASKS_ARE_PRUNED_AT_ONCE)) {
            List<TaskId> ids = page(Filter.of(TaskState.SUCCEEDED), 5, null).records().stream()
                    .map(TaskRecord::id)
                    .toList();
            super.discard(ids);
            return ids.size() + super.prune(max);
        }
        return super.prune(max);
    }
}
