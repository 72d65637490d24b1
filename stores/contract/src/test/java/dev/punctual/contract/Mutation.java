package dev.punctual.contract;

import dev.punctual.CallId;
import dev.punctual.CancelResult;
import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
import dev.punctual.IfExists;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.RenewResult;
import dev.punctual.Report;
import dev.punctual.Retention;
import dev.punctual.ScheduleResult;
import dev.punctual.SettleResult;
import dev.punctual.StoreSettings;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Ways in which a store can be wrong; each names tests of the contract that must find it. */
enum Mutation {
    EARLY_CLAIM("A16_claim_isExactToTheMillisecond " + "claim_isNeverEarly") {
        @Override
        StoreSettings settings(StoreSettings settings) {
            TimeSource time = settings.time();
            return settings.withTime(new TimeSource() {
                @Override
                public Instant now() {
                    return time.now().plusMillis(5);
                }

                @Override
                public long nanoTime() {
                    return time.nanoTime();
                }
            });
        }

        @Override
        ClaimResult claimed(ClaimResult result) {
            return new ClaimResult(
                    result.claims(), result.nowMillis() - 5, result.nextDueMillis(), result.expired(), result.stale());
        }
    },
    FENCING_FORGOTTEN("settle_withAnOldToken_isFenced " + "token_ofAnEarlierIncarnation_isFenced") {
        @Override
        Report report(Report report, TaskStore inner) {
            long token = inner.queries()
                    .find(report.id())
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
    },
    FENCED_REPORT_ACCEPTED("settle_withATokenNeverGivenOut_isFenced") {
        @Override
        SettleResult settled(SettleResult result) {
            return SettleResult.OK;
        }
    },
    LOST_LEASE_RENEWED("renew_withAnotherToken_isFencedAndChangesNothing " + "renew_ofWhatDoesNotRun_isFenced") {
        @Override
        RenewResult renewed(RenewResult result) {
            return RenewResult.OK;
        }
    },
    GHOST_LOST("cancel_afterALostRun_saysSo " + "settle_ofAHandlerStillAtWork_leavesAGhost") {
        @Override
        CancelResult cancelled(CancelResult result) {
            return result == CancelResult.CANCELLED_AFTER_LOSS ? CancelResult.CANCELLED : result;
        }
    },
    CANCEL_LIES("cancel_aRunningTask_onlyAsks " + "A07_cancel_racingWithClaim_isEitherCancelledOrStarted") {
        @Override
        CancelResult cancelled(CancelResult result) {
            return result == CancelResult.RUNNING ? CancelResult.CANCELLED : result;
        }
    },
    KEEP_OVERWRITES("schedule_keep_changesNothingInAnyState") {
        @Override
        NewTask task(NewTask task) {
            return task.ifExists() == IfExists.KEEP ? task.ifExists(IfExists.REPLACE) : task;
        }

        @Override
        ScheduleResult scheduled(ScheduleResult result) {
            return result.outcome() == ScheduleResult.Outcome.REPLACED
                    ? new ScheduleResult(
                            result.id(),
                            ScheduleResult.Outcome.EXISTS,
                            result.state(),
                            result.dueAt(),
                            result.revision(),
                            null)
                    : result;
        }
    },
    RESTART_DOES_NOTHING("schedule_replaceAndRestart_makeANewIncarnationOfAFinishedTask "
            + "restart_racingWithComplete_losesNothing") {
        @Override
        NewTask task(NewTask task) {
            return task.ifExists() == IfExists.RESTART ? task.ifExists(IfExists.KEEP) : task;
        }
    },
    REPEATED_CALL_FORGOTTEN(
            "schedule_repeatedCallAfterTheTaskRan_startsNothing " + "insert_theSameItemTwice_isOneCall") {
        @Override
        NewTask task(NewTask task) {
            return task.callId(CallId.random());
        }
    },
    REPEATED_CLAIM_ADDS("claim_emptyOneSentAgain_staysEmpty " + "claim_sentAgain_answersTheSameTasksAndAddsNone") {
        @Override
        ClaimRequest claim(ClaimRequest request, long call) {
            return new ClaimRequest(request.worker(), call, request.max(), request.lease(), request.wanted());
        }
    },
    TOKEN_FLOOR_FORGOTTEN("token_growsThroughDiscard " + "token_growsThroughManyClaimsThenDiscard") {
        @Override
        boolean forgetsTheFloor() {
            return true;
        }
    },
    PAYLOAD_ALTERED("payload_isTheSameOnEveryPath " + "A25_payload_ofEverySizeUpToTheLimit_survivesTenRetries") {
        @Override
        NewTask task(NewTask task) {
            Payload payload = task.spec().payload();
            String text = new String(payload.bytes(), StandardCharsets.UTF_8);
            Payload altered =
                    new Payload(text.getBytes(StandardCharsets.UTF_8), payload.contentType(), payload.version());
            return Tasks.with(task, task.spec().withPayload(altered));
        }
    },
    NEXT_DUE_TOO_LATE("nextDue_isTheSmallestOfAll " + "nextDue_followsRescheduleInBothDirections") {
        @Override
        ClaimResult claimed(ClaimResult result) {
            long later = result.nextDueMillis() == ClaimResult.NONE ? ClaimResult.NONE : result.nextDueMillis() + 1;
            return new ClaimResult(result.claims(), result.nowMillis(), later, result.expired(), result.stale());
        }
    },
    ORDER_REVERSED("claim_takesTheEarlierDueFirst " + "claim_equalTimes_goByArrivalWhereTheStoreKnowsIt") {
        @Override
        ClaimResult claimed(ClaimResult result) {
            List<TaskRecord> claims = new ArrayList<>(result.claims());
            Collections.reverse(claims);
            return new ClaimResult(
                    claims, result.nowMillis(), result.nextDueMillis(), result.expired(), result.stale());
        }
    },
    SUSPECTS_FORGOTTEN("claim_takesNoSuspectIfNoneIsWanted " + "nextDue_leavesSuspectsOutIfNoneAreWanted") {
        @Override
        ClaimRequest claim(ClaimRequest request, long call) {
            ClaimRequest.Wanted wanted = request.wanted();
            return new ClaimRequest(
                    request.worker(),
                    request.claimSeq(),
                    request.max(),
                    request.lease(),
                    new ClaimRequest.Wanted(wanted.queues(), wanted.types(), wanted.sinkKinds(), 1));
        }
    },
    PAUSE_IGNORED("pause_stopsClaimsOfThatQueueOnly " + "claim_aPausedQueue_hidesNothing") {
        @Override
        boolean pauses() {
            return false;
        }
    },
    EXPIRY_IGNORED("claim_expiresInsteadOfRunningTooLate " + "schedule_countsTheExpiryFromTheDueTime") {
        @Override
        NewTask task(NewTask task) {
            return task.expireAfter(null);
        }
    },
    IDS_FOLDED("ids_thatOnlyLookEqual_nameDifferentTasks") {
        @Override
        TaskId id(TaskId id) {
            return TaskId.of(id.value().toLowerCase(Locale.ROOT));
        }
    },
    DEAD_PRUNED_EARLY("prune_keepsDeadRecordsLonger " + "retention_ofTheDefaults_isAnHourAndThirtyDays") {
        @Override
        StoreSettings settings(StoreSettings settings) {
            Retention retention = settings.retention();
            return settings.withRetention(new Retention(
                    retention.finished(), retention.finishedMax(), retention.stub(), retention.finished()));
        }
    },
    PAGE_DROPS_ONE("page_ofWaitingTasks_comesByDueTime " + "page_ofAllStates_comesById") {
        @Override
        TaskQueries.Page page(TaskQueries.Page page) {
            int kept = Math.max(1, page.records().size() - 1);
            return page.records().isEmpty()
                    ? page
                    : new TaskQueries.Page(page.records().subList(0, kept), page.next());
        }
    },
    BAD_ITEM_SINKS_ALL("insert_badItemsSinkNoOther") {
        @Override
        ScheduleResult scheduled(ScheduleResult result) {
            if (result.outcome() == ScheduleResult.Outcome.REFUSED) {
                throw new IllegalArgumentException("one of the items is bad");
            }
            return result;
        }
    };

    private final String foundBy;

    Mutation(String foundBy) {
        this.foundBy = foundBy;
    }

    /** The names of the tests that must find it. */
    List<String> foundBy() {
        return List.of(foundBy.split(" ", -1));
    }

    StoreSettings settings(StoreSettings settings) {
        return settings;
    }

    NewTask task(NewTask task) {
        return task;
    }

    ScheduleResult scheduled(ScheduleResult result) {
        return result;
    }

    ClaimRequest claim(ClaimRequest request, long call) {
        return request;
    }

    ClaimResult claimed(ClaimResult result) {
        return result;
    }

    Report report(Report report, TaskStore inner) {
        return report;
    }

    SettleResult settled(SettleResult result) {
        return result;
    }

    RenewResult renewed(RenewResult result) {
        return result;
    }

    CancelResult cancelled(CancelResult result) {
        return result;
    }

    TaskId id(TaskId id) {
        return id;
    }

    TaskQueries.Page page(TaskQueries.Page page) {
        return page;
    }

    boolean pauses() {
        return true;
    }

    boolean forgetsTheFloor() {
        return false;
    }
}
