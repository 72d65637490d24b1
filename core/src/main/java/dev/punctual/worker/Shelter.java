package dev.punctual.worker;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps interrupts of handlers out of the store. A time limit, a lost lease and a stop interrupt the handler's thread;
 * if that thread is inside a call to the store just then, the interrupt waits until the call has ended: it may close
 * the files of an embedded engine for the whole process, or leave it unknown what became of the call. Thread-safe.
 */
final class Shelter {

    /** The run whose handler is at work on this thread. */
    private static final ThreadLocal<@Nullable HeldClaim> HERE = new ThreadLocal<>();

    private Shelter() {}

    /** Notes whose handler this thread is going to run; returns whose it ran before, for {@link #leave}. */
    static @Nullable HeldClaim enter(HeldClaim claim) {
        HeldClaim before = HERE.get();
        HERE.set(claim);
        return before;
    }

    /** Notes that the handler is back. */
    static void leave(@Nullable HeldClaim before) {
        if (before == null) {
            HERE.remove();
        } else {
            HERE.set(before);
        }
    }

    /** Makes a call to the store. An interrupt that has come before it waits as well. */
    static <R> R call(Supplier<R> call) {
        HeldClaim claim = HERE.get();
        if (claim == null) {
            return call.get();
        }
        boolean interrupted = claim.shelter();
        try {
            return call.get();
        } finally {
            claim.unshelter(interrupted);
        }
    }

    /** Makes a call that has no answer. */
    static void run(Runnable call) {
        call(() -> {
            call.run();
            return "";
        });
    }
}
