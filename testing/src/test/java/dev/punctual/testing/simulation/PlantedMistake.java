package dev.punctual.testing.simulation;

import static dev.punctual.testing.simulation.Invariant.G5_OLD_TOKENS_ARE_FENCED;
import static dev.punctual.testing.simulation.Invariant.I10_RESCHEDULE_HOLDS;
import static dev.punctual.testing.simulation.Invariant.I11_NOTHING_STAYS_BEHIND;
import static dev.punctual.testing.simulation.Invariant.I12_PAYLOAD_INTACT;
import static dev.punctual.testing.simulation.Invariant.I1_NOTHING_LOST;
import static dev.punctual.testing.simulation.Invariant.I2_NO_START_WITHOUT_SCHEDULE;
import static dev.punctual.testing.simulation.Invariant.I3_NEVER_EARLY;
import static dev.punctual.testing.simulation.Invariant.I4_ONE_START_A_TOKEN;
import static dev.punctual.testing.simulation.Invariant.I5_ATTEMPTS_BOUNDED;
import static dev.punctual.testing.simulation.Invariant.I6_CANCEL_TELLS_THE_TRUTH;
import static dev.punctual.testing.simulation.Invariant.I7_FINAL_STATES_ARE_FINAL;
import static dev.punctual.testing.simulation.Invariant.T1_CALLS_REPEAT_SAFELY;
import static dev.punctual.testing.simulation.Invariant.T2_CLAIM_TAKES_WHAT_IT_MAY;
import static dev.punctual.testing.simulation.Invariant.T3_START_WITHIN_THE_LEASE;
import static dev.punctual.testing.simulation.Invariant.T4_RENEW_BY_THE_OWNER;
import static dev.punctual.testing.simulation.Invariant.T5_REPORTS_COME_TRUE;
import static dev.punctual.testing.simulation.Invariant.T9_RECLAIM_AFTER_THE_LEASE;

import dev.punctual.Limits;
import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import dev.punctual.memory.MemoryTaskStore;
import dev.punctual.testing.ManualTime;
import java.time.Instant;
import java.util.Set;

/** Mistakes that the simulation must find, and as what it may find them. */
@SuppressWarnings("ImmutableEnumChecker") // the sets are, though nothing says so
enum PlantedMistake {
    A_TASK_IS_CLAIMED_EARLY(I3_NEVER_EARLY, I10_RESCHEDULE_HOLDS),
    DUE_IS_ROUNDED_DOWN(I3_NEVER_EARLY, I10_RESCHEDULE_HOLDS),
    AN_INSERT_IS_LOST(I1_NOTHING_LOST, I7_FINAL_STATES_ARE_FINAL),
    A_LOST_REPLY_IS_RETRIED_UNDER_A_NEW_ID(I1_NOTHING_LOST, I2_NO_START_WITHOUT_SCHEDULE),
    A_REPEATED_CALL_IS_NOT_KNOWN(T1_CALLS_REPEAT_SAFELY),
    KEEP_OVERWRITES(I12_PAYLOAD_INTACT, I3_NEVER_EARLY, I10_RESCHEDULE_HOLDS),
    THE_PAYLOAD_IS_ALTERED(I12_PAYLOAD_INTACT),
    A_LEASE_IS_HALVED(T9_RECLAIM_AFTER_THE_LEASE),
    A_REPEATED_CLAIM_TAKES_MORE(T2_CLAIM_TAKES_WHAT_IT_MAY),
    SUSPECTS_ARE_NOT_COUNTED(T2_CLAIM_TAKES_WHAT_IT_MAY),
    A_TASK_IS_HANDED_OUT_TWICE(I4_ONE_START_A_TOKEN, T2_CLAIM_TAKES_WHAT_IT_MAY),
    A_RENEWAL_IS_FORGOTTEN(T9_RECLAIM_AFTER_THE_LEASE, T4_RENEW_BY_THE_OWNER, I6_CANCEL_TELLS_THE_TRUTH),
    A_LOST_LEASE_IS_RENEWED(T4_RENEW_BY_THE_OWNER, I6_CANCEL_TELLS_THE_TRUTH),
    A_REPORT_IS_ACCEPTED_AFTER_LEASE_LOSS(G5_OLD_TOKENS_ARE_FENCED),
    A_FENCED_REPORT_IS_ANSWERED_OK(G5_OLD_TOKENS_ARE_FENCED),
    A_RELEASE_IS_CHARGED(I5_ATTEMPTS_BOUNDED),
    FAILURES_ARE_NOT_COUNTED(I5_ATTEMPTS_BOUNDED),
    A_FAILURE_COUNTS_AS_SUCCESS(I5_ATTEMPTS_BOUNDED, T5_REPORTS_COME_TRUE),
    A_GHOST_IS_NOT_NOTED(I6_CANCEL_TELLS_THE_TRUTH),
    THE_GHOST_IS_NOT_TOLD(I6_CANCEL_TELLS_THE_TRUTH),
    CANCELLED_IS_ANSWERED_BUT_IT_RUNS(I6_CANCEL_TELLS_THE_TRUTH),
    NOBODY_TAKES_BACK(I11_NOTHING_STAYS_BEHIND),
    A_RECLAIM_COMPLETES(I5_ATTEMPTS_BOUNDED, T5_REPORTS_COME_TRUE),
    A_RESCHEDULE_DOES_NOTHING(I10_RESCHEDULE_HOLDS, I12_PAYLOAD_INTACT),
    A_REDRIVE_WAITS(I3_NEVER_EARLY, I10_RESCHEDULE_HOLDS),
    A_PAUSE_IS_IGNORED(T2_CLAIM_TAKES_WHAT_IT_MAY),
    FINISHED_TASKS_ARE_PRUNED_AT_ONCE(I1_NOTHING_LOST),
    A_WORKER_STARTS_AFTER_ITS_LEASE(T3_START_WITHIN_THE_LEASE);

    private final Set<Invariant> foundAs;

    PlantedMistake(Invariant... foundAs) {
        this.foundAs = Set.of(foundAs);
    }

    Set<Invariant> foundAs() {
        return foundAs;
    }

    /** Returns a simulation of what is right but for this mistake. */
    Simulation simulation() {
        Simulation.Builder builder =
                Simulation.builder(time -> inTheStore() ? new WrongStore(this, open(time)) : open(time));
        if (this == A_LEASE_IS_HALVED) {
            builder.lease(Limits.LEASE_MIN.multipliedBy(2));
        }
        if (inTheWay()) {
            builder.through(reached -> new WrongStore(this, reached));
        }
        if (this == A_WORKER_STARTS_AFTER_ITS_LEASE) {
            builder.clocks(PlantedMistake::slowed);
        }
        return builder.build();
    }

    private boolean inTheWay() {
        return this == A_LOST_REPLY_IS_RETRIED_UNDER_A_NEW_ID;
    }

    private boolean inTheStore() {
        return !inTheWay() && this != A_WORKER_STARTS_AFTER_ITS_LEASE;
    }

    private TaskStore open(ManualTime time) {
        TimeSource clock = this == A_TASK_IS_CLAIMED_EARLY ? ahead(time) : time;
        return MemoryTaskStore.open(StoreSettings.DEFAULT.withTime(clock));
    }

    private static TimeSource ahead(TimeSource time) {
        return new TimeSource() {
            @Override
            public Instant now() {
                return time.now().plusMillis(5);
            }

            @Override
            public long nanoTime() {
                return time.nanoTime();
            }
        };
    }

    /** A monotonic clock that goes at a quarter of the speed. */
    private static TimeSource slowed(TimeSource time) {
        return new TimeSource() {
            @Override
            public Instant now() {
                return time.now();
            }

            @Override
            public long nanoTime() {
                return time.nanoTime() / 4;
            }
        };
    }
}
