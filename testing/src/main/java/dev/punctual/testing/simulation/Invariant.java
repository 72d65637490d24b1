package dev.punctual.testing.simulation;

import java.util.Locale;

/**
 * What must hold whatever happens. I1 to I13 are the invariants of the project's promises, in their order; the others
 * are rows of the table of transitions in {@code docs/state-machine.md} and promises of {@code docs/guarantees.md}.
 * Immutable. Thread-safe.
 */
public enum Invariant {
    /** A task whose schedule was answered is there until it was finished and removed. */
    I1_NOTHING_LOST,
    /** Nothing starts that nobody scheduled. */
    I2_NO_START_WITHOUT_SCHEDULE,
    /** Nothing is claimed before it is due, by the store's clock. */
    I3_NEVER_EARLY,
    /** Each token starts at most once, and the tokens of an id grow. */
    I4_ONE_START_A_TOKEN,
    /** Failures and losses are counted rightly and stay within their limits. */
    I5_ATTEMPTS_BOUNDED,
    /** After a task was cancelled no run of it starts; after CANCELLED none is at work either. */
    I6_CANCEL_TELLS_THE_TRUTH,
    /** A final state is left only by a redrive or by using the id anew; every move is one of the table. */
    I7_FINAL_STATES_ARE_FINAL,
    /** Two runs overlap only after a lost lease, or if the first was given up. */
    I8_OVERLAP_ONLY_AFTER_LOSS,
    /** A run ends well twice only after a lost lease, or if the first was given up. */
    I9_ONE_SUCCESS,
    /** After a reschedule nothing is claimed before the new due time. */
    I10_RESCHEDULE_HOLDS,
    /** After the last fault every due task starts within a lease and ten seconds, and everything comes to its end. */
    I11_NOTHING_STAYS_BEHIND,
    /** The handler gets the payload that was scheduled. */
    I12_PAYLOAD_INTACT,
    /** Scheduled = finished + live. */
    I13_CONSERVATION,
    /** A repeated call to schedule changes nothing. */
    T1_CALLS_REPEAT_SAFELY,
    /** A claim takes what was asked for, and nothing of a paused queue; a repeated one adds nothing. */
    T2_CLAIM_TAKES_WHAT_IT_MAY,
    /** No run starts whose lease has run out. */
    T3_START_WITHIN_THE_LEASE,
    /** The owner of a lease can extend it, nobody else. */
    T4_RENEW_BY_THE_OWNER,
    /** A report says how the run ended, and what it says comes true. */
    T5_REPORTS_COME_TRUE,
    /** Nothing is taken back before its lease has run out. */
    T9_RECLAIM_AFTER_THE_LEASE,
    /** A report with an old token changes nothing and is told so. */
    G5_OLD_TOKENS_ARE_FENCED;

    /** Returns the name in words, such as "I3 never early". */
    @Override
    public String toString() {
        int end = name().indexOf('_');
        return name().substring(0, end)
                + name().substring(end).replace('_', ' ').toLowerCase(Locale.ROOT);
    }
}
