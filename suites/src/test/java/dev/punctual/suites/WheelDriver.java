package dev.punctual.suites;

import dev.punctual.TimeSource;
import dev.punctual.wheel.ShardedTimingWheel;
import dev.punctual.wheel.TimingWheel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs actions after delays, from our wheel, on one platform thread: what a timer of others is for their tests, and no
 * part of the product, whose workers sleep by themselves.
 *
 * <p>Never early: a deadline is rounded up to a millisecond, the time is rounded down. Steps of the wall clock do not
 * matter, since there are only delays: the wall clock is read once, and the monotonic one from then on.
 *
 * <p>No wake-up is lost: whoever adds lowers the wheel's next event and then reads {@code sleepUntil}, the thread
 * writes {@code sleepUntil} and then reads the next event; all are volatile, so one of them sees the other.
 *
 * <p>Thread-safe.
 */
public final class WheelDriver {

    private static final int SHARD_BITS = 2;
    private static final int BATCH_MAX = 256;
    /** After a refusal the executor is asked again after this time: it has no way to say that it has room. */
    private static final long REFUSED_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Value of {@code sleepUntil} while the thread is about to look by itself. */
    private static final long AWAKE = Long.MIN_VALUE;

    private final Executor executor;
    private final TimeSource time;
    private final long pendingMax;
    private final Thread thread;
    private final long startNanos;
    private final long startMillis;
    private final ShardedTimingWheel wheel;
    private final Map<Long, WheelTimer> waiting = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final AtomicLong pending = new AtomicLong();
    private final AtomicBoolean started = new AtomicBoolean();
    /** What was due when the executor refused; touched by the thread alone. */
    private final Deque<WheelTimer> refused = new ArrayDeque<>();

    private volatile long sleepUntil = AWAKE;
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;

    /**
     * Makes one without starting its thread.
     *
     * @param threads makes its thread
     * @param executor runs the actions; {@code Runnable::run} for the thread itself
     * @param pendingMax how many may wait at a time, 0 or less for any number
     */
    public WheelDriver(ThreadFactory threads, Executor executor, TimeSource time, long pendingMax) {
        this.executor = executor;
        this.time = time;
        this.pendingMax = pendingMax <= 0 ? Long.MAX_VALUE : pendingMax;
        thread = threads.newThread(this::run);
        startNanos = time.nanoTime();
        startMillis = time.now().toEpochMilli();
        wheel = new ShardedTimingWheel(SHARD_BITS, startMillis);
    }

    /** Starts the thread; more calls do nothing. */
    public void start() {
        if (!stopped && started.compareAndSet(false, true)) {
            thread.start();
        }
    }

    /** Makes a timer that does not wait yet. */
    public WheelTimer timer(Runnable action) {
        return new WheelTimer(this, ids.incrementAndGet(), action);
    }

    /**
     * Lets a timer wait; once for each.
     *
     * @param delayNanos at or below zero for as soon as possible
     * @throws IllegalStateException after {@link #stop}
     * @throws RejectedExecutionException if too many wait
     */
    public void add(WheelTimer timer, long delayNanos) {
        if (stopped) {
            throw new IllegalStateException("this driver was stopped");
        }
        if (pending.incrementAndGet() > pendingMax) {
            pending.decrementAndGet();
            throw new RejectedExecutionException("at most " + pendingMax + " may wait");
        }
        long deadline = deadlineMillis(delayNanos);
        waiting.put(timer.id(), timer);
        wheel.add(timer.id(), deadline);
        if (deadline < sleepUntil) {
            LockSupport.unpark(thread);
        }
        if (stopped && cancel(timer)) {
            throw new IllegalStateException("this driver was stopped");
        }
    }

    /** Returns the number of actions that wait. */
    public long pending() {
        return pending.get();
    }

    boolean cancel(WheelTimer timer) {
        // What the wheel has handed out may still stand behind others; then the state of the timer decides.
        wheel.cancel(timer.id());
        if (!timer.changes(WheelTimer.State.WAITING, WheelTimer.State.CANCELLED)) {
            return false;
        }
        waiting.remove(timer.id());
        pending.decrementAndGet();
        return true;
    }

    /**
     * Ends the thread, after the action that it runs, and cancels what is left. May be called by an action; then the
     * thread ends after this call. More calls return nothing.
     *
     * @return what had not begun
     */
    public List<WheelTimer> stop() {
        stopped = true;
        LockSupport.unpark(thread);
        if (thread != Thread.currentThread() && started.get()) {
            join();
        }
        List<WheelTimer> left = new ArrayList<>();
        for (WheelTimer timer : waiting.values()) {
            if (cancel(timer)) {
                left.add(timer);
            }
        }
        return left;
    }

    private void join() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        boolean interrupted = false;
        while (!stopped) {
            sleepUntil = AWAKE;
            wheel.advance(nowMillis(), BATCH_MAX, this::due);
            while (!refused.isEmpty() && !stopped && offered(refused.getFirst())) {
                refused.removeFirst();
            }
            sleep();
            // An action may leave an interrupt behind, which would turn every wait into none.
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void sleep() {
        if (!refused.isEmpty()) {
            LockSupport.parkNanos(this, REFUSED_WAIT_NANOS);
            return;
        }
        long next = wheel.nextEvent();
        sleepUntil = next;
        if (wheel.nextEvent() < next || stopped) {
            return;
        }
        if (next == TimingWheel.NEVER) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(next - startMillis) - elapsedNanos());
        }
    }

    private void due(long id, long deadlineMillis) {
        WheelTimer timer = waiting.get(id);
        if (timer != null && (!refused.isEmpty() || !offered(timer))) {
            refused.addLast(timer);
        }
    }

    /** Hands a timer to the executor; answers whether it is dealt with. */
    private boolean offered(WheelTimer timer) {
        if (!timer.changes(WheelTimer.State.WAITING, WheelTimer.State.EXPIRED)) {
            return true;
        }
        pending.decrementAndGet();
        try {
            executor.execute(timer);
        } catch (RejectedExecutionException e) {
            pending.incrementAndGet();
            timer.changes(WheelTimer.State.EXPIRED, WheelTimer.State.WAITING);
            return false;
        } catch (Throwable e) {
            // The executor's own trouble; the timer counts as expired, and others must not suffer.
            failure = e;
        }
        waiting.remove(timer.id());
        return true;
    }

    /** Returns the latest trouble of the executor other than a refusal. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** Returns whether the thread runs. */
    public boolean alive() {
        return thread.isAlive();
    }

    private long elapsedNanos() {
        return time.nanoTime() - startNanos;
    }

    private long nowMillis() {
        return startMillis + Math.floorDiv(elapsedNanos(), TimeUnit.MILLISECONDS.toNanos(1));
    }

    private long deadlineMillis(long delayNanos) {
        long elapsed = elapsedNanos();
        long delay = Math.max(0, delayNanos);
        long due = delay > Long.MAX_VALUE - elapsed ? Long.MAX_VALUE : elapsed + delay;
        return startMillis - Math.floorDiv(-due, TimeUnit.MILLISECONDS.toNanos(1));
    }
}
