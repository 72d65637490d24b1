package dev.punctual.memory;

import dev.punctual.TaskId;
import dev.punctual.embedded.IndexCursor;
import dev.punctual.embedded.IndexEntry;
import dev.punctual.embedded.Section;
import dev.punctual.wheel.TimerPool;
import dev.punctual.wheel.TimingWheel;
import dev.punctual.wheel.WheelCursor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The due index in memory: a timing wheel for each partition, all in one pool of memory. What is due lies in order at
 * the front of the wheel until it is claimed. Not thread-safe.
 */
final class WaitingTasks {

    /** So many timers at most are sorted in one claim; the rest is found due by looking, and sorted in later ones. */
    private static final int LOOKS_MAX = 1 << 16;
    /** A clock that went back less far is not worth placing all timers anew. */
    private static final long REWIND_MILLIS = 1_000;
    /** Empty wheels are kept, up to that number, for what comes next. */
    private static final int WHEELS_KEPT = 64;

    private static final int PAGE_BITS = 12;

    private final TimerPool pool = new TimerPool();
    private final Map<Section, TimingWheel> wheels = new HashMap<>();
    /** The task of each timer, in pages. */
    private @Nullable TaskId[][] tasks = new TaskId[1][];

    private long nowMillis;

    /** Makes an empty index at that time. */
    WaitingTasks(long nowMillis) {
        this.nowMillis = nowMillis;
    }

    /** Adds an entry; returns the number of its timer. */
    int add(Section section, long number, TaskId id) {
        TimingWheel wheel = wheels.get(section);
        if (wheel == null) {
            wheel = new TimingWheel(pool, nowMillis);
            wheels.put(section, wheel);
        }
        int timer = wheel.add(number);
        int page = timer >>> PAGE_BITS;
        if (page >= tasks.length) {
            tasks = Arrays.copyOf(tasks, Math.max(page + 1, 2 * tasks.length));
        }
        if (tasks[page] == null) {
            tasks[page] = new TaskId[1 << PAGE_BITS];
        }
        tasks[page][timer & ((1 << PAGE_BITS) - 1)] = id;
        return timer;
    }

    /** Removes an entry. */
    void remove(Section section, long number, TaskId id, int timer) {
        TimingWheel wheel = wheels.get(section);
        if (wheel == null
                || timer == 0
                || pool.deadline(timer) != number
                || !id.equals(task(timer))
                || !wheel.cancel(timer, pool.sequence(timer))) {
            throw new IllegalStateException("no entry " + number + " of task " + id + " in " + section);
        }
        tasks[timer >>> PAGE_BITS][timer & ((1 << PAGE_BITS) - 1)] = null;
        if (wheel.size() == 0 && wheels.size() > WHEELS_KEPT) {
            wheels.remove(section);
        }
    }

    private @Nullable TaskId task(int timer) {
        return tasks[timer >>> PAGE_BITS][timer & ((1 << PAGE_BITS) - 1)];
    }

    /** Says that it is that time for the entries of a section. */
    void advance(Section section, long toMillis) {
        nowMillis = toMillis;
        TimingWheel wheel = wheels.get(section);
        if (wheel != null) {
            if (toMillis < wheel.elapsed() - REWIND_MILLIS) {
                wheel.rewind(toMillis);
            }
            wheel.advance(toMillis, LOOKS_MAX);
        }
    }

    /** Returns a cursor over the entries of a section after that place. */
    IndexCursor ascend(Section section, long number, long arrival) {
        TimingWheel wheel = wheels.get(section);
        return wheel == null ? NO_ENTRIES : new TimerCursor(wheel.ascend(number, arrival));
    }

    /** Stands at no entry. */
    private static final IndexCursor NO_ENTRIES = new IndexCursor() {
        @Override
        public boolean valid() {
            return false;
        }

        @Override
        public IndexEntry entry() {
            throw new IllegalStateException("there is no entry");
        }

        @Override
        public void advance() {
            throw new IllegalStateException("there is no entry");
        }

        @Override
        public void close() {
            // It holds nothing.
        }
    };

    private final class TimerCursor implements IndexCursor {
        private final WheelCursor cursor;

        TimerCursor(WheelCursor cursor) {
            this.cursor = cursor;
        }

        @Override
        public boolean valid() {
            return cursor.valid();
        }

        @Override
        public IndexEntry entry() {
            return new IndexEntry(cursor.deadline(), cursor.sequence(), id());
        }

        @Override
        public long number() {
            if (!cursor.valid()) {
                throw new IllegalStateException("the cursor is past the last entry");
            }
            return cursor.deadline();
        }

        @Override
        public TaskId id() {
            TaskId id = task(cursor.timer());
            if (id == null) {
                throw new IllegalStateException("timer " + cursor.timer() + " belongs to no task");
            }
            return id;
        }

        @Override
        public void advance() {
            cursor.advance();
        }

        @Override
        public void close() {
            // It holds nothing.
        }
    }
}
