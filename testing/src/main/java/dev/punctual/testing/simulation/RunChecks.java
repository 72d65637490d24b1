package dev.punctual.testing.simulation;

import static dev.punctual.testing.simulation.Invariant.I12_PAYLOAD_INTACT;
import static dev.punctual.testing.simulation.Invariant.I2_NO_START_WITHOUT_SCHEDULE;
import static dev.punctual.testing.simulation.Invariant.I4_ONE_START_A_TOKEN;
import static dev.punctual.testing.simulation.Invariant.I6_CANCEL_TELLS_THE_TRUTH;
import static dev.punctual.testing.simulation.Invariant.I8_OVERLAP_ONLY_AFTER_LOSS;
import static dev.punctual.testing.simulation.Invariant.I9_ONE_SUCCESS;
import static dev.punctual.testing.simulation.Invariant.T3_START_WITHIN_THE_LEASE;

import dev.punctual.TaskContext;
import dev.punctual.testing.simulation.Story.Claim;
import dev.punctual.testing.simulation.Story.End;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Takes down what handlers did, and judges it. Not thread-safe. */
final class RunChecks {

    private final Ledger ledger;
    private long starts;

    RunChecks(Ledger ledger) {
        this.ledger = ledger;
    }

    /** A handler was called; answers its claim, or null if there is none. */
    @Nullable
    Claim started(TaskContext context, byte[] payload, String worker) {
        starts++;
        Story story = ledger.story(context.id());
        ledger.history.of(context.id(), worker, "starts token", context.token());
        Claim claim = story.claims.get(context.token());
        ledger.require(story.intended, I2_NO_START_WITHOUT_SCHEDULE, story, "started, but nobody scheduled it");
        if (claim == null) {
            ledger.violate(I2_NO_START_WITHOUT_SCHEDULE, story, "started without a claim: " + context.token());
            return null;
        }
        ledger.require(
                claim.end == End.NOT_STARTED, I4_ONE_START_A_TOKEN, story, "started a second time with " + claim);
        boolean inTime = ledger.time.nanoTime() < claim.leaseEndNanos;
        ledger.require(
                inTime && story.holds(claim.token),
                T3_START_WITHIN_THE_LEASE,
                story,
                "started with " + claim + ", " + Duration.ofNanos(claim.leaseEndNanos - ledger.time.nanoTime())
                        + " before its lease ends");
        ledger.require(!story.cancelled, I6_CANCEL_TELLS_THE_TRUTH, story, "started after it was cancelled");
        ledger.require(
                Arrays.equals(payload, story.payload.bytes()),
                I12_PAYLOAD_INTACT,
                story,
                "the handler got " + payload.length + " bytes that are not those that were scheduled");
        for (Claim other : story.atWork) {
            ledger.require(
                    other.incarnation != claim.incarnation || other.givenAway(),
                    I8_OVERLAP_ONLY_AFTER_LOSS,
                    story,
                    claim + " started beside " + other);
        }
        claim.end = End.AT_WORK;
        story.atWork.add(claim);
        return claim;
    }

    void ended(TaskContext context, @Nullable Claim claim, End end, String words) {
        Story story = ledger.story(context.id());
        ledger.history.of(context.id(), "handler of token", context.token(), "ends:", words);
        if (claim == null) {
            return;
        }
        claim.end = end;
        story.atWork.remove(claim);
        if (end == End.GOOD && claim.incarnation == story.incarnation) {
            for (Claim earlier : story.succeeded) {
                ledger.require(
                        earlier.givenAway() || claim.givenAway(),
                        I9_ONE_SUCCESS,
                        story,
                        claim + " ended well, and so did " + earlier);
            }
            story.succeeded.add(claim);
        }
    }

    long starts() {
        return starts;
    }
}
