package dev.punctual.search;

import dev.punctual.TaskRecord;
import org.jspecify.annotations.Nullable;

/** A worker with one place for a task, as its process sees itself. */
final class Slot {

    /** What the worker is doing. */
    enum Phase {
        /** Nothing, or it waits for the answer to a claim that has not arrived. */
        IDLE,
        /** Its claim was granted: the answer is under way, or the task is in its hand and not started. */
        CLAIMED,
        /** The handler is at work. */
        RUNNING
    }

    final String name;
    int process;
    Phase phase = Phase.IDLE;
    /** The number of its latest claim that arrived. */
    long seq;
    /** The task it has, and the life of the id to which it belongs. */
    @Nullable
    TaskRecord held;

    int life;
    /** A handler that was given up and is still at work, by the life of its task; 0 if there is none. */
    int strayLife;

    Slot(String name) {
        this.name = name;
    }

    Slot(Slot from) {
        name = from.name;
        process = from.process;
        phase = from.phase;
        seq = from.seq;
        held = from.held;
        life = from.life;
        strayLife = from.strayLife;
    }

    boolean same(Slot other) {
        return process == other.process
                && phase == other.phase
                && seq == other.seq
                && life == other.life
                && strayLife == other.strayLife;
    }

    /** The random id of the present process. */
    String worker() {
        return name + process;
    }

    TaskRecord task() {
        if (held == null) {
            throw new IllegalStateException(name + " has no task");
        }
        return held;
    }

    void claimed(TaskRecord task, int lifeOfTask) {
        phase = Phase.CLAIMED;
        held = task;
        life = lifeOfTask;
    }

    void idle() {
        phase = Phase.IDLE;
        held = null;
        life = 0;
    }
}
