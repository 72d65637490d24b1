package dev.punctual.checks.planted;

import java.util.concurrent.Executor;

/** Runs before anyone asked it to. */
final class StartsInConstructor {
    StartsInConstructor(Executor threads) {
        threads.execute(() -> {});
    }
}
