package dev.punctual;

import dev.punctual.TaskStateMachine.Moment;
import dev.punctual.TaskStateMachine.Step;
import dev.punctual.search.Rules;
import dev.punctual.search.Scenario;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Mistakes that the search must find: each alters one rule. They stand in this package because they change records
 * field by field.
 */
@SuppressWarnings("ImmutableEnumChecker") // rules are immutable, though nothing says so
public enum PlantedMistake {
    /** A report of an old claim ends the present one. */
    SETTLE_COMPARES_NO_TOKEN(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<SettleResult> settle(@Nullable TaskRecord current, Report report, Moment now) {
            return current != null && running(current)
                    ? super.settle(current, forToken(report, current.token()), now)
                    : super.settle(current, report, now);
        }
    }),
    /** An unrecorded settled token: the repeat of a report is taken for one of a lost lease. */
    SETTLED_TOKEN_IS_NOT_RECORDED(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<SettleResult> settle(@Nullable TaskRecord current, Report report, Moment now) {
            return then(
                    super.settle(current, report, now),
                    next -> next.edit().settledToken(0).done());
        }
    }),
    /** A repeated failure counts again. */
    A_REPEATED_REPORT_IS_APPLIED_TWICE(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<SettleResult> settle(@Nullable TaskRecord current, Report report, Moment now) {
            return current != null && current.state() == TaskState.SCHEDULED && current.settledToken() == report.token()
                    ? Step.changed(
                            current.edit().failures(current.failures() + 1).done(), SettleResult.OK)
                    : super.settle(current, report, now);
        }
    }),
    /** One failure too many. */
    RETRY_GOES_BEYOND_MAX_ATTEMPTS(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<SettleResult> settle(@Nullable TaskRecord current, Report report, Moment now) {
            return current != null
                            && running(current)
                            && report.outcome() == Report.Outcome.RETRY
                            && current.failures() > 0
                    ? then(
                            of(current, super.settle(current.edit().failures(0).done(), report, now)),
                            next -> next.edit().failures(current.failures() + 1).done())
                    : super.settle(current, report, now);
        }
    }),
    /** A task that fails although it is to be cancelled is tried again. */
    RETRY_IGNORES_CANCEL_REQUESTED(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<SettleResult> settle(@Nullable TaskRecord current, Report report, Moment now) {
            return of(
                    current,
                    super.settle(
                            report.outcome() == Report.Outcome.RETRY ? forgetCancel(current) : current, report, now));
        }
    }),
    /** A task that is given back although it is to be cancelled runs again. */
    RELEASE_IGNORES_CANCEL_REQUESTED(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<SettleResult> settle(@Nullable TaskRecord current, Report report, Moment now) {
            return of(
                    current,
                    super.settle(
                            report.outcome() == Report.Outcome.RELEASE ? forgetCancel(current) : current, report, now));
        }
    }),
    /** Nobody remembers that a handler was left at work. */
    A_RUN_GIVEN_UP_LEAVES_NO_GHOST(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<SettleResult> settle(@Nullable TaskRecord current, Report report, Moment now) {
            return then(
                    super.settle(current, report, now),
                    next -> next.edit()
                            .ghost(current != null && current.ghost())
                            .done());
        }
    }),
    /** A retry that never enters the due index. */
    RETRY_IS_NOT_INDEXED(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<SettleResult> settle(@Nullable TaskRecord current, Report report, Moment now) {
            return then(
                    super.settle(current, report, now),
                    next -> next.state() == TaskState.SCHEDULED
                            ? next.edit().sortKey(Long.MAX_VALUE).done()
                            : next);
        }
    }),
    /** A late renewal brings a lease back to a task that waits. */
    RENEW_CHECKS_NO_STATE(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<RenewResult> renew(@Nullable TaskRecord current, LeaseRef ref, long until) {
            return current != null && !running(current) && current.token() == ref.token()
                    ? Step.changed(
                            current.edit().lease(new Lease("late", 1, until)).done(), RenewResult.OK)
                    : super.renew(current, ref, until);
        }
    }),
    /** Whoever renews keeps the lease of whoever has it. */
    RENEW_COMPARES_NO_TOKEN(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<RenewResult> renew(@Nullable TaskRecord current, LeaseRef ref, long until) {
            return super.renew(current, current == null ? ref : new LeaseRef(current.id(), current.token()), until);
        }
    }),
    /** A late reclaim takes back the claim after the one it saw. */
    RECLAIM_COMPARES_NO_TOKEN(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<Boolean> reclaim(@Nullable TaskRecord current, Reclaim reclaim, Moment now) {
            return super.reclaim(
                    current,
                    current == null ? reclaim : new Reclaim(current.id(), current.token(), reclaim.history()),
                    now);
        }
    }),
    /** A lease that was renewed in time is taken back all the same. */
    RECLAIM_IGNORES_THE_LEASE(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<Boolean> reclaim(@Nullable TaskRecord current, Reclaim reclaim, Moment now) {
            return current != null && running(current) && current.lease() != null
                    ? super.reclaim(
                            current.edit().lease(current.lease().until(0)).done(), reclaim, now)
                    : super.reclaim(current, reclaim, now);
        }
    }),
    /** A lost run is forgotten. */
    RECLAIM_LEAVES_NO_GHOST(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<Boolean> reclaim(@Nullable TaskRecord current, Reclaim reclaim, Moment now) {
            return then(
                    super.reclaim(current, reclaim, now),
                    next -> next.edit().ghost(false).done());
        }
    }),
    /** A lost run that was to be cancelled is tried again. */
    RECLAIM_IGNORES_CANCEL_REQUESTED(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<Boolean> reclaim(@Nullable TaskRecord current, Reclaim reclaim, Moment now) {
            return of(current, super.reclaim(forgetCancel(current), reclaim, now));
        }
    }),
    /** A task that kills its workers goes on doing so. */
    RECLAIM_COUNTS_NO_LOSSES(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<Boolean> reclaim(@Nullable TaskRecord current, Reclaim reclaim, Moment now) {
            return then(
                    super.reclaim(current, reclaim, now),
                    next -> next.edit().losses(0).done());
        }
    }),
    /** The next claim forgets that an earlier run may still be at work. */
    CLAIM_CLEARS_THE_GHOST(Scenario.ONE_LIFE, new Rules() {
        @Override
        public TaskRecord claim(TaskRecord current, Lease lease, long tokenFloor, Moment now) {
            return super.claim(current.edit().ghost(false).done(), lease, tokenFloor, now);
        }
    }),
    /** A repeated claim is taken for a new one. */
    A_REPEATED_CLAIM_CLAIMS_ANEW(Scenario.ONE_LIFE, new Rules() {
        @Override
        public ClaimKind judge(long lastSeq, long seq) {
            return seq < lastSeq ? ClaimKind.STALE : ClaimKind.NEW;
        }
    }),
    /** A claim of long ago is taken for a new one. */
    AN_OLD_CLAIM_CLAIMS_ANEW(Scenario.ONE_LIFE, new Rules() {
        @Override
        public ClaimKind judge(long lastSeq, long seq) {
            return seq == lastSeq ? ClaimKind.REPEAT : ClaimKind.NEW;
        }
    }),
    /** A caller is promised more than is known. */
    CANCEL_OF_A_GHOST_SAYS_CANCELLED(Scenario.ONE_LIFE, new Rules() {
        @Override
        public Step<CancelResult> cancel(@Nullable TaskRecord current, Moment now) {
            Step<CancelResult> step = super.cancel(current, now);
            return step.answer() == CancelResult.CANCELLED_AFTER_LOSS
                    ? new Step<>(step.record(), step.changed(), CancelResult.CANCELLED)
                    : step;
        }
    }),
    /** A redriven task is dead at its next loss, or never. */
    REDRIVE_KEEPS_LOSSES(Scenario.REDRIVEN, new Rules() {
        @Override
        public Step<RedriveResult> redrive(TaskRecord current, Moment now) {
            return then(
                    super.redrive(current, now),
                    next -> next.edit().losses(current.losses()).done());
        }
    }),
    /** An id used anew begins its tokens anew. */
    TOKEN_IS_NOT_CARRIED_OVER(Scenario.MANY_LIVES, new Rules() {
        @Override
        public Step<ScheduleResult> schedule(@Nullable TaskRecord current, NewTask task, Moment now) {
            Step<ScheduleResult> step = super.schedule(current, task, now);
            return step.answer().outcome() == ScheduleResult.Outcome.CREATED
                    ? then(step, next -> next.edit().token(0).done())
                    : step;
        }
    }),
    /** The repeat of a call is judged as a call of its own. */
    THE_CALL_ID_IS_IGNORED(Scenario.MANY_LIVES, new Rules() {
        @Override
        public Step<ScheduleResult> schedule(@Nullable TaskRecord current, NewTask task, Moment now) {
            return of(
                    current,
                    super.schedule(
                            current == null ? null : current.edit().call(null).done(), task, now));
        }
    }),
    /** A running task is replaced. */
    REPLACE_TAKES_A_RUNNING_TASK(Scenario.MANY_LIVES, new Rules() {
        @Override
        public Step<ScheduleResult> schedule(@Nullable TaskRecord current, NewTask task, Moment now) {
            return of(
                    current,
                    super.schedule(
                            current != null && running(current)
                                    ? current.edit()
                                            .state(TaskState.SCHEDULED)
                                            .lease(null)
                                            .done()
                                    : current,
                            task,
                            now));
        }
    }),
    /** A removed record takes its token with it. */
    DISCARD_RAISES_NO_FLOOR(Scenario.MANY_LIVES, new Rules() {
        @Override
        public long floorAfter(long floor, TaskRecord removed) {
            return floor;
        }
    }),
    /** The due time moves, the place in the index does not. */
    RESCHEDULE_KEEPS_THE_SORT_KEY(Scenario.MANY_LIVES, new Rules() {
        @Override
        public Step<RescheduleResult> reschedule(@Nullable TaskRecord current, Reschedule request, Moment now) {
            return then(
                    super.reschedule(current, request, now),
                    next -> current == null
                            ? next
                            : next.edit().sortKey(current.sortKey()).done());
        }
    }),
    /** Two people who move a task overwrite each other. */
    RESCHEDULE_IGNORES_THE_REVISION(Scenario.MANY_LIVES, new Rules() {
        @Override
        public Step<RescheduleResult> reschedule(@Nullable TaskRecord current, Reschedule request, Moment now) {
            return super.reschedule(current, Reschedule.of(request.id(), request.due()), now);
        }
    }),
    /** A moved task whose retries went past its expiry expires before it is due. */
    RESCHEDULE_KEEPS_AN_OVERTAKEN_EXPIRY(Scenario.MANY_LIVES, new Rules() {
        @Override
        public Step<RescheduleResult> reschedule(@Nullable TaskRecord current, Reschedule request, Moment now) {
            return then(
                    super.reschedule(current, request, now),
                    next -> current == null || current.expireAt() == 0
                            ? next
                            : next.edit()
                                    .expireAt(next.dueAt() + current.expireAt() - current.dueAt())
                                    .done());
        }
    }),
    /** A clock that steps back brings tokens back. */
    TOKEN_IS_ONLY_THE_TIME(Scenario.CLOCK_STEPS, new Rules() {
        @Override
        public TaskRecord claim(TaskRecord current, Lease lease, long tokenFloor, Moment now) {
            return super.claim(current, lease, tokenFloor, now)
                    .edit()
                    .token(now.micros())
                    .done();
        }
    });

    private final Scenario scenario;
    private final Rules rules;

    PlantedMistake(Scenario scenario, Rules rules) {
        this.scenario = scenario;
        this.rules = rules;
    }

    /** Returns where to look for it. */
    public Scenario scenario() {
        return scenario;
    }

    /** Returns the rules with the mistake. */
    public Rules rules() {
        return rules;
    }

    private static <A> Step<A> then(Step<A> step, UnaryOperator<TaskRecord> alter) {
        return step.changed() && step.record() != null ? Step.changed(alter.apply(step.record()), step.answer()) : step;
    }

    /** The step as it would be if the record had not been altered before; what refuses leaves the record as it was. */
    private static <A> Step<A> of(@Nullable TaskRecord current, Step<A> step) {
        return step.changed() ? step : Step.unchanged(current, step.answer());
    }

    private static boolean running(TaskRecord record) {
        return record.state() == TaskState.RUNNING;
    }

    private static @Nullable TaskRecord forgetCancel(@Nullable TaskRecord record) {
        return record == null ? null : record.edit().cancelRequested(false).done();
    }

    private static Report forToken(Report report, long token) {
        return new Report(
                report.id(),
                token,
                report.outcome(),
                report.delayMillis(),
                report.error(),
                report.unreturned(),
                report.history());
    }
}
