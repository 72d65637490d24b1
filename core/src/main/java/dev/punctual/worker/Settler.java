package dev.punctual.worker;

import dev.punctual.Report;
import dev.punctual.SettleResult;
import dev.punctual.StoreException;
import dev.punctual.TaskEvent;
import dev.punctual.TaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records in the store how claims ended: what gathers while one call is under way goes together with the next. Trouble
 * with the store makes it repeat the same reports until they are recorded, which is safe; a report that the store
 * cannot take is found by halving and dropped, so that its lease runs out and it sinks no other. Of some ends the store
 * must be asked first, whether there is a report to make at all; that is repeated likewise.
 *
 * <p>{@link #add} never waits. The worker claims only while there is {@link #room}, so the queue is bounded by
 * {@value #REPORTS_MAX} and the runs that were under way. Thread-safe.
 */
final class Settler implements Role {

    /** Most reports in one call. */
    static final int BATCH_MAX = 1_000;
    /** From so many unrecorded reports on the worker claims nothing more: two calls' worth. */
    static final int REPORTS_MAX = 2 * BATCH_MAX;
    /** How often a batch is repeated after something that is no {@link StoreException}, before it is halved. */
    static final int REPEATS_MAX = 5;

    private static final Logger LOG = LoggerFactory.getLogger(Settler.class);

    private final TaskStore store;
    private final HeldClaims held;
    private final Slots slots;
    private final Events events;
    private final Queue<Ended> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final ReentrantLock sending = new ReentrantLock();
    private final List<Ended> batch = new ArrayList<>();
    private int repeats;
    private volatile @Nullable RoleLoop loop;

    Settler(TaskStore store, HeldClaims held, Slots slots, Events events) {
        this.store = store;
        this.held = held;
        this.slots = slots;
        this.events = events;
    }

    private static final class Ended {
        private final HeldClaim claim;
        private @Nullable Report report;
        private final Supplier<Optional<Report>> question;
        private int repeats;
        private boolean done;

        Ended(HeldClaim claim, @Nullable Report report, Supplier<Optional<Report>> question) {
            this.claim = claim;
            this.report = report;
            this.question = question;
        }

        Report report() {
            return Objects.requireNonNull(report);
        }
    }

    /** Sets the loop that is to be woken by a report. */
    void runBy(RoleLoop newLoop) {
        loop = newLoop;
    }

    void add(HeldClaim claim, Report report) {
        add(new Ended(claim, report, Optional::empty));
    }

    /**
     * Adds an end of which the store must be asked first.
     *
     * @param question asks it: answers the report that is to be made, if any, and throws if there was no answer
     */
    void add(HeldClaim claim, Supplier<Optional<Report>> question) {
        add(new Ended(claim, null, question));
    }

    /**
     * Asks the store on the calling thread; adds the report that is to be made, or the question if it had no answer.
     */
    void settle(HeldClaim claim, Supplier<Optional<Report>> question) {
        Optional<Report> report;
        try {
            report = question.get();
        } catch (Throwable e) {
            LOG.debug("It is not yet known how task {} ended; the store is asked again", claim.id(), e);
            add(claim, question);
            return;
        }
        report.ifPresentOrElse(known -> add(claim, known), () -> held.release(claim));
    }

    private void add(Ended ended) {
        // Counted first, so that nobody finds it sent before it is counted.
        size.incrementAndGet();
        try {
            queue.add(ended);
        } catch (Throwable e) {
            size.decrementAndGet();
            throw e;
        }
        RoleLoop waiting = loop;
        if (waiting != null) {
            waiting.wake();
        }
    }

    /** How many reports are not yet recorded. */
    int size() {
        return size.get();
    }

    /** For how many more claims there is room; not positive if there is none. */
    int room() {
        return REPORTS_MAX - size.get();
    }

    /** Records everything that has been added, on the calling thread. */
    void flush() {
        while (size.get() > 0) {
            step();
        }
    }

    @Override
    public Duration step() {
        sending.lock();
        try {
            while (batch.size() < BATCH_MAX) {
                Ended next = queue.poll();
                if (next == null) {
                    break;
                }
                batch.add(next);
            }
            if (!batch.isEmpty()) {
                sendBatch();
            }
            return batch.isEmpty() && queue.isEmpty() ? UNTIL_WOKEN : Duration.ZERO;
        } finally {
            sending.unlock();
        }
    }

    private void sendBatch() {
        int before = batch.size();
        try {
            List<Ended> reported =
                    batch.stream().filter(ended -> ended.report != null).toList();
            if (!reported.isEmpty()) {
                send(reported);
                repeats = 0;
            }
            ask();
        } finally {
            batch.removeIf(ended -> ended.done);
            size.addAndGet(batch.size() - before);
            slots.changed();
        }
    }

    private void ask() {
        for (Ended ended : List.copyOf(batch)) {
            if (ended.report == null && !ended.done) {
                ask(ended);
            }
        }
    }

    private void ask(Ended ended) {
        try {
            ended.report = ended.question.get().orElse(null);
        } catch (Throwable e) {
            boolean again = e instanceof StoreException trouble ? trouble.retryable() : ++ended.repeats <= REPEATS_MAX;
            if (again) {
                // Next time the others come first.
                batch.remove(ended);
                batch.add(ended);
                throw e;
            }
            LOG.warn(
                    "The store cannot say how task {} ended ({}); if it did not, its lease will run out",
                    ended.claim.id(),
                    ErrorText.of(e));
        }
        if (ended.report == null) {
            done(ended);
        }
    }

    private void send(List<Ended> some) {
        List<Report> reports = new ArrayList<>(some.size());
        some.forEach(ended -> reports.add(ended.report()));
        List<SettleResult> results;
        try {
            results = store.settle(reports);
        } catch (Throwable e) {
            if (worthRepeating(e)) {
                throw e;
            }
            sendHalves(some, e);
            return;
        }
        for (int i = 0; i < some.size(); i++) {
            recorded(some.get(i), results.get(i));
        }
    }

    private boolean worthRepeating(Throwable e) {
        if (e instanceof StoreException trouble) {
            return trouble.retryable();
        }
        repeats++;
        return repeats <= REPEATS_MAX;
    }

    private void sendHalves(List<Ended> some, Throwable e) {
        if (some.size() == 1) {
            Ended bad = some.get(0);
            LOG.warn(
                    "The store cannot take the report {} of task {} ({}); it is dropped, the lease will run out",
                    bad.report().outcome(),
                    bad.claim.id(),
                    ErrorText.of(e));
            done(bad);
        } else {
            send(some.subList(0, some.size() / 2));
            send(some.subList(some.size() / 2, some.size()));
        }
    }

    private void recorded(Ended ended, SettleResult result) {
        // NOT_FOUND: an earlier repetition arrived and the record has been pruned or discarded since.
        if (result == SettleResult.FENCED) {
            events.emit(TaskEvent.Kind.LEASE_LOST, ended.claim, "");
        }
        done(ended);
    }

    private void done(Ended ended) {
        ended.done = true;
        held.release(ended.claim);
    }
}
