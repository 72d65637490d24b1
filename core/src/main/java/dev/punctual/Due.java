package dev.punctual;

import java.time.Duration;
import java.time.Instant;

/**
 * When a task is due: at an instant, or after a delay that the store adds to its own clock. Kept to the millisecond,
 * rounded up, so that nothing is ever early.
 *
 * <p>Immutable. Thread-safe.
 */
public sealed interface Due {

    /** Returns the due time in epoch milliseconds, given the clock of the store in epoch milliseconds; saturates. */
    long resolve(long nowMillis);

    /** Returns the time as the caller gave it, for messages. */
    String words();

    /** Returns "due at that instant"; a past one means now. */
    static Due at(Instant instant) {
        return new At(instant);
    }

    /**
     * Returns "due so long after the store accepts it"; zero means now.
     *
     * @throws InvalidTaskException if the delay is negative
     */
    static Due after(Duration delay) {
        return new After(delay);
    }

    /** Returns "due now". */
    static Due now() {
        return new After(Duration.ZERO);
    }

    /**
     * Due at an instant.
     *
     * @param instant the instant
     */
    record At(Instant instant) implements Due {

        /**
         * Checks the values.
         *
         * @throws InvalidTaskException if there is no instant
         */
        public At {
            if (instant == null) {
                throw new InvalidTaskException(Refusal.invalid("dueAt", "must be given", "2030-01-31T08:00:00Z"));
            }
        }

        @Override
        public long resolve(long nowMillis) {
            return Millis.ceil(instant);
        }

        @Override
        public String words() {
            return instant.toString();
        }
    }

    /**
     * Due after a delay, counted from the store's clock.
     *
     * @param delay not negative
     */
    record After(Duration delay) implements Due {

        /**
         * Checks the values.
         *
         * @throws InvalidTaskException if there is no delay or it is negative
         */
        public After {
            if (delay == null) {
                throw new InvalidTaskException(Refusal.invalid("delay", "must be given", "PT30M, or PT0S for now"));
            }
            if (delay.isNegative()) {
                throw new InvalidTaskException(
                        Refusal.invalid("delay", "must not be negative, was " + delay, "PT30M, or PT0S for now"));
            }
        }

        @Override
        public long resolve(long nowMillis) {
            return Millis.add(nowMillis, Millis.ceil(delay));
        }

        @Override
        public String words() {
            return delay.toString();
        }
    }
}
