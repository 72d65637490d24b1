package dev.punctual.rocksdb;

import dev.punctual.embedded.EngineAccess.Commit;
import dev.punctual.embedded.TaskEngine;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One operation with its waiting caller. Its fields are written by the leader before {@link #tell} and read by the
 * caller after {@link #await}.
 */
final class Call<R> {

    private final Commit commit;
    private final Function<TaskEngine, R> operation;
    private final Semaphore told = new Semaphore(0);
    private volatile boolean answered;
    private @Nullable R answer;
    private @Nullable RuntimeException failure;
    private boolean changed;

    Call(Commit commit, Function<TaskEngine, R> operation) {
        this.commit = commit;
        this.operation = operation;
    }

    /** Waits until it is answered or told to lead; interruption does not end the wait, the outcome would be unknown. */
    void await() {
        told.acquireUninterruptibly();
    }

    /** Wakes the caller, to lead. */
    void tellToLead() {
        told.release();
    }

    /** Wakes the caller, with its answer. */
    void tell() {
        answered = true;
        told.release();
    }

    boolean answered() {
        return answered;
    }

    /** Runs the operation; again if the batch it was part of had to be dropped. */
    void run(TaskEngine engine) {
        answer = operation.apply(engine);
    }

    /** Notes whether the operation changed anything. */
    void changed(boolean something) {
        changed = something;
    }

    boolean changed() {
        return changed;
    }

    /** Returns whether it changes nothing, whatever it finds. */
    boolean onlyLooks() {
        return commit == Commit.NONE;
    }

    /** Returns whether it must be safe against a power cut before it is answered. */
    boolean mustBeSynced() {
        return changed && commit == Commit.SAFE;
    }

    void fail(RuntimeException e) {
        failure = e;
    }

    boolean failed() {
        return failure != null;
    }

    /** Returns the answer, or throws what the operation met. */
    R answer() {
        if (failure != null) {
            throw failure;
        }
        if (answer == null) {
            throw new IllegalStateException("the operation gave no answer");
        }
        return answer;
    }
}
