package dev.punctual.testing.simulation;

import java.time.Duration;

/**
 * What one run of a handler will do.
 *
 * @param takes how long it takes
 * @param ending how it ends
 * @param heedsInterrupts whether it ends when it is interrupted
 * @param renews whether it extends its lease itself, halfway
 */
record Script(Duration takes, Ending ending, boolean heedsInterrupts, boolean renews) {

    /** How a run ends. */
    enum Ending {
        WELL,
        FAILS,
        FAILS_FOR_GOOD,
        ASKS_FOR_LATER,
        THROWS_AN_ERROR
    }

    /** A run as a seed decides it. */
    static Script draw(Odds odds, Duration lease, boolean calm) {
        if (calm) {
            return new Script(odds.between(Duration.ZERO, Duration.ofMillis(200)), ending(odds), true, false);
        }
        int kind = odds.below(100);
        Duration takes = kind < 50
                ? Duration.ZERO
                : kind < 75
                        ? odds.around(Duration.ofMillis(50))
                        : kind < 93 ? odds.around(lease) : odds.around(lease.multipliedBy(4));
        return new Script(takes, ending(odds), odds.percent(80), odds.percent(10));
    }

    private static Ending ending(Odds odds) {
        int kind = odds.below(100);
        if (kind < 60) {
            return Ending.WELL;
        }
        if (kind < 85) {
            return Ending.FAILS;
        }
        return kind < 90 ? Ending.FAILS_FOR_GOOD : kind < 95 ? Ending.ASKS_FOR_LATER : Ending.THROWS_AN_ERROR;
    }
}
