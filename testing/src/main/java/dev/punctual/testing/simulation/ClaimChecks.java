package dev.punctual.testing.simulation;

import static dev.punctual.testing.simulation.Invariant.G5_OLD_TOKENS_ARE_FENCED;
import static dev.punctual.testing.simulation.Invariant.I10_RESCHEDULE_HOLDS;
import static dev.punctual.testing.simulation.Invariant.I1_NOTHING_LOST;
import static dev.punctual.testing.simulation.Invariant.I3_NEVER_EARLY;
import static dev.punctual.testing.simulation.Invariant.I4_ONE_START_A_TOKEN;
import static dev.punctual.testing.simulation.Invariant.I6_CANCEL_TELLS_THE_TRUTH;
import static dev.punctual.testing.simulation.Invariant.I7_FINAL_STATES_ARE_FINAL;
import static dev.punctual.testing.simulation.Invariant.I8_OVERLAP_ONLY_AFTER_LOSS;
import static dev.punctual.testing.simulation.Invariant.T2_CLAIM_TAKES_WHAT_IT_MAY;
import static dev.punctual.testing.simulation.Invariant.T4_RENEW_BY_THE_OWNER;
import static dev.punctual.testing.simulation.Invariant.T5_REPORTS_COME_TRUE;
import static dev.punctual.testing.simulation.Invariant.T9_RECLAIM_AFTER_THE_LEASE;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimResult;
import dev.punctual.LeaseRef;
import dev.punctual.Reclaim;
import dev.punctual.RenewResult;
import dev.punctual.Report;
import dev.punctual.SettleResult;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.testing.simulation.Story.Claim;
import dev.punctual.testing.simulation.Story.End;
import dev.punctual.testing.simulation.Story.Fate;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Takes down what workers asked and were told, and judges the answers. Not thread-safe. */
final class ClaimChecks {

    /** A pause holds from so long after its answer. */
    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final Ledger ledger;
    private final Map<String, Long> lastSeq = new HashMap<>();

    ClaimChecks(Ledger ledger) {
        this.ledger = ledger;
    }

    void claimed(ClaimRequest request, ClaimResult result) {
        long last = lastSeq.getOrDefault(request.worker(), 0L);
        boolean repeated = request.claimSeq() <= last;
        lastSeq.put(request.worker(), Math.max(last, request.claimSeq()));
        int suspects = 0;
        for (TaskRecord record : result.claims()) {
            Story story = ledger.story(record.id());
            ledger.history.of(record.id(), "claim", request.claimSeq(), "-> token", record.token());
            if (repeated) {
                again(story, record, request);
            } else {
                fresh(story, record, request);
            }
            suspects += record.suspect() ? 1 : 0;
        }
        if (result.claims().size() > request.max()
                || suspects > request.wanted().maxSuspects()) {
            String words = "a claim of " + request.max() + " (suspects: "
                    + request.wanted().maxSuspects() + ") got "
                    + result.claims().size() + " (" + suspects + ")";
            ledger.note(T2_CLAIM_TAKES_WHAT_IT_MAY, null, words);
        }
    }

    private void again(Story story, TaskRecord record, ClaimRequest request) {
        Claim claim = story.claims.get(record.token());
        boolean same = claim != null
                && claim.worker.equals(request.worker())
                && claim.claimSeq == request.claimSeq()
                && story.holds(record.token());
        ledger.require(
                same, T2_CLAIM_TAKES_WHAT_IT_MAY, story, "a repeated claim got what it had not: " + record.token());
        if (claim != null) {
            claim.leaseEndNanos = leaseEnd(request.lease());
        }
    }

    private void fresh(Story story, TaskRecord record, ClaimRequest request) {
        TaskRecord last = story.last;
        ledger.require(
                record.token() > story.tokenMax,
                I4_ONE_START_A_TOKEN,
                story,
                "token " + record.token() + " was given out after " + story.tokenMax);
        ledger.require(
                !ledger.time.now().isBefore(story.due),
                story.moved ? I10_RESCHEDULE_HOLDS : I3_NEVER_EARLY,
                story,
                "claimed at " + ledger.time.now() + ", due at " + story.due);
        ledger.require(
                last != null && last.state() == TaskState.SCHEDULED,
                I7_FINAL_STATES_ARE_FINAL,
                story,
                "claimed although it was " + (last == null ? "not there" : last.state()));
        ledger.require(
                !story.cancelled && !story.cancelAsked, I6_CANCEL_TELLS_THE_TRUTH, story, "claimed after a cancel");
        boolean wanted = request.wanted().matches(record.spec())
                && !record.expired(ledger.time.now().toEpochMilli());
        Long paused = ledger.pausedNanos.get(record.spec().queue());
        boolean open = paused == null || ledger.time.nanoTime() - paused <= PAUSE_NANOS;
        ledger.require(
                wanted && open,
                T2_CLAIM_TAKES_WHAT_IT_MAY,
                story,
                "claimed although it was " + (open ? "not wanted, or expired" : "in a paused queue"));
        Claim claim = new Claim(record, request.worker(), request.claimSeq(), leaseEnd(request.lease()));
        story.claims.put(claim.token, claim);
        story.claim = claim;
        story.tokenMax = Math.max(story.tokenMax, claim.token);
    }

    private long leaseEnd(Duration lease) {
        return ledger.time.nanoTime() + lease.toNanos();
    }

    void renewed(LeaseRef ref, Duration lease, RenewResult result) {
        Story story = ledger.story(ref.id());
        boolean holds = story.holds(ref.token());
        if (result == RenewResult.FENCED) {
            ledger.history.of(ref.id(), "renew", ref.token(), "-> FENCED");
            ledger.require(!holds, T4_RENEW_BY_THE_OWNER, story, "the owner was refused: " + story.claim);
            return;
        }
        ledger.require(holds, T4_RENEW_BY_THE_OWNER, story, "extended for token " + ref.token());
        ledger.require(
                (result == RenewResult.CANCEL_REQUESTED) == story.cancelAsked,
                I6_CANCEL_TELLS_THE_TRUTH,
                story,
                "the owner was told " + result + ", cancel asked for: " + story.cancelAsked);
        if (story.claim != null) {
            story.claim.leaseEndNanos = leaseEnd(lease);
        }
    }

    void settled(Report report, SettleResult result) {
        Story story = ledger.story(report.id());
        ledger.history.of(report.id(), "report", report.outcome(), report.token(), "->", result);
        boolean holds = story.holds(report.token());
        switch (result) {
            case OK -> {
                if (holds) {
                    accept(story, report);
                } else {
                    ledger.require(
                            report.token() == story.settledToken,
                            G5_OLD_TOKENS_ARE_FENCED,
                            story,
                            "accepted for " + story.claims.get(report.token()));
                }
            }
            case FENCED ->
                ledger.require(!holds, G5_OLD_TOKENS_ARE_FENCED, story, "the owner was fenced: " + story.claim);
            case NOT_FOUND -> ledger.require(!story.present, I1_NOTHING_LOST, story, "a report found no record");
        }
    }

    private void accept(Story story, Report report) {
        Claim claim = story.claims.get(report.token());
        story.settledToken = report.token();
        story.claim = null;
        if (claim == null) {
            return;
        }
        claim.fate = report.unreturned() ? Fate.GIVEN_UP : Fate.SETTLED;
        boolean honest = switch (report.outcome()) {
            case COMPLETE -> claim.end == End.GOOD;
            case RETRY, BURY -> claim.end == End.BAD || (report.unreturned() && claim.end != End.NOT_STARTED);
            case RELEASE -> claim.end != End.AT_WORK || report.unreturned();
        };
        ledger.require(
                honest, T5_REPORTS_COME_TRUE, story, report.outcome() + " was reported of a run that was " + claim.end);
        ledger.require(
                claim.end != End.AT_WORK || report.unreturned(),
                I8_OVERLAP_ONLY_AFTER_LOSS,
                story,
                "given away while its handler is at work: " + claim);
        boolean failed = report.outcome() == Report.Outcome.RETRY
                || (report.outcome() == Report.Outcome.BURY && !report.error().isEmpty());
        story.failures += failed ? 1 : 0;
        if (report.outcome() == Report.Outcome.RETRY) {
            Duration delay = Duration.ofMillis(report.delayMillis());
            boolean again = !story.cancelAsked
                    && story.last != null
                    && story.failures < story.last.spec().retry().maxAttempts();
            story.due = again ? ledger.time.now().plus(delay) : story.due;
            story.moved &= !again;
        }
    }

    void reclaimed(Reclaim reclaim, boolean taken) {
        if (!taken) {
            return;
        }
        Story story = ledger.story(reclaim.id());
        ledger.history.of(reclaim.id(), "taken back from token", reclaim.token());
        Claim claim = story.claims.get(reclaim.token());
        boolean held = story.holds(reclaim.token());
        ledger.require(held, G5_OLD_TOKENS_ARE_FENCED, story, "taken back from an old claim: " + claim);
        if (claim != null) {
            ledger.require(
                    ledger.time.nanoTime() >= claim.leaseEndNanos,
                    T9_RECLAIM_AFTER_THE_LEASE,
                    story,
                    "taken back "
                            + Duration.ofNanos(claim.leaseEndNanos - ledger.time.nanoTime())
                            + " before its lease ran out");
            claim.fate = Fate.LOST;
        }
        story.claim = held ? null : story.claim;
        story.losses++;
    }
}
