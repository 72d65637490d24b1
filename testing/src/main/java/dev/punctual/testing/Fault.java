package dev.punctual.testing;

import dev.punctual.StoreException;
import dev.punctual.StoreException.Kind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong with one call of a store. Made by the methods here, and put to work by a {@link FaultyStore}.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param words what it is, for messages
 * @param takesEffect whether the call is carried out
 * @param thrown what the caller gets instead of an answer; null for the answer
 * @param before how long it takes until the call is carried out; not negative
 * @param after how long it takes from then until the caller hears of it; not negative
 */
public record Fault(
        String words, boolean takesEffect, @Nullable Kind thrown, Duration before, Duration after) {

    private static final Fault NONE = new Fault("no fault", true, null, Duration.ZERO, Duration.ZERO);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a span is negative, or a call that is not carried out would be answered
     */
    public Fault {
        if (before.isNegative() || after.isNegative()) {
            throw new IllegalArgumentException("spans must not be negative, were " + before + " and " + after);
        }
        if (!takesEffect && thrown == null) {
            throw new IllegalArgumentException("a call that is not carried out has no answer; give what is thrown");
        }
    }

    private static Fault failure(String words, boolean takesEffect, Kind thrown) {
        return new Fault(words, takesEffect, thrown, Duration.ZERO, Duration.ZERO);
    }

    /** Returns "nothing goes wrong", to let a call pass in a list of faults. */
    public static Fault none() {
        return NONE;
    }

    /** The call is carried out, its answer is lost: an exception whose outcome is unknown. */
    public static Fault lostReply() {
        return failure("lost reply", true, Kind.OUTCOME_UNKNOWN);
    }

    /**
     * The call is lost before it is carried out, which the caller cannot know: an exception whose outcome is unknown.
     */
    public static Fault lostRequest() {
        return failure("lost request", false, Kind.OUTCOME_UNKNOWN);
    }

    /** The store cannot be reached: nothing is done, and the caller is told so. */
    public static Fault unavailable() {
        return failure("unavailable", false, Kind.UNAVAILABLE);
    }

    /** The store is asked too often: nothing is done, and the same call may succeed later. */
    public static Fault throttled() {
        return failure("throttled: too many calls", false, Kind.UNAVAILABLE);
    }

    /** The store is full: nothing is done; meant for inserts. */
    public static Fault full() {
        return failure("full", false, Kind.FULL);
    }

    /** The store takes none of the items: nothing is done, nor will it be when the same is sent again. */
    public static Fault refused() {
        return failure("refused", false, Kind.REFUSED);
    }

    /** The call waits so long before it is carried out. */
    public static Fault slow(Duration span) {
        return NONE.slowBefore(span);
    }

    /** The call is carried out at once, and its answer is so long under way. */
    public static Fault slowReply(Duration span) {
        return NONE.slowAfter(span);
    }

    /** Returns this fault, after so long a wait. */
    public Fault slowBefore(Duration span) {
        return new Fault(slowed(span), takesEffect, thrown, span, after);
    }

    /** Returns this fault, of which the caller hears so late. */
    public Fault slowAfter(Duration span) {
        return new Fault(slowed(span), takesEffect, thrown, before, span);
    }

    private String slowed(Duration span) {
        return (equals(NONE) ? "" : words + ", ") + "slow by " + span;
    }

    StoreException exception(String store, StoreCall call) {
        return new StoreException(
                store, "planted fault at " + call + ": " + words, thrown == null ? Kind.OUTCOME_UNKNOWN : thrown, null);
    }
}
