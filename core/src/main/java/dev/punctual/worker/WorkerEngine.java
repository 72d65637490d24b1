package dev.punctual.worker;

import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.Limits;
import dev.punctual.Selector;
import dev.punctual.TaskClient;
import dev.punctual.TaskListener;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import dev.punctual.WakeupSignal;
import dev.punctual.WorkerStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the roles of a worker together, starts and stops them. NEW to STARTED to CLOSED, or NEW to CLOSED. Thread-safe.
 */
final class WorkerEngine {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerEngine.class);
    private static final int SLOTS_MAX = 100_000;
    /** A claim that has been without an answer for so long makes the worker unhealthy. */
    private static final Duration ANSWER_WAIT = Duration.ofSeconds(5);

    /** How long a stop waits for threads that are inside the store. */
    private static final Duration JOIN_WAIT = Duration.ofSeconds(1);

    private enum Stage {
        NEW,
        STARTED,
        CLOSED
    }

    private final WorkerSettings settings;
    private final Workshop shop;
    private final Slots slots;
    private final Settler settler;
    private final HeldClaims held;
    private final Executor executor;
    private final List<DuePoller> pollers = new ArrayList<>();
    private final List<RoleLoop> pollerLoops = new ArrayList<>();
    private final List<RoleLoop> loops = new ArrayList<>();
    private final RoleLoop stopLoop;
    private final DueTrigger trigger;
    private final LeaseReclaimer reclaimer;
    private final Pruner pruner;
    private final List<WakeupSignal> signals;
    private final List<WakeupSignal.Subscription> subscriptions = new ArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Stage stage = Stage.NEW;

    /** What a builder gathers; its values are checked here, in one place. */
    static final class Plan {
        final TaskStore store;
        final Bindings bindings = new Bindings();
        final List<TaskListener> listeners = new ArrayList<>();
        final List<WakeupSignal> signals = new ArrayList<>();

        @Nullable
        TaskClient client;

        Selector queues = Selector.any();
        int slots = 16;
        Duration lease = Duration.ofSeconds(30);
        Duration floorPoll = Duration.ofMillis(500);
        Duration grace = Duration.ofSeconds(20);
        Duration timeLimit = Duration.ofHours(1);

        @Nullable
        String name;

        TimeSource time = TimeSource.system();
        boolean recovers = true;
        boolean prunes = true;

        @Nullable
        Executor executor;

        Plan(TaskStore store) {
            this.store = store;
        }

        private WorkerSettings settings() {
            if (slots < 1 || slots > SLOTS_MAX) {
                throw new IllegalArgumentException(
                        "slots must be 1 to " + SLOTS_MAX + ", was " + slots + ", for example 16");
            }
            require("lease", lease, Limits.LEASE_MIN, Limits.LEASE_MAX, "30 s");
            require("floorPoll", floorPoll, Duration.ofMillis(1), Duration.ofMinutes(1), "500 ms");
            require("grace", grace, Duration.ZERO, Duration.ofHours(1), "20 s");
            require("timeLimit", timeLimit, Duration.ofMillis(1), Duration.ofDays(365), "1 h");
            return new WorkerSettings(
                    store,
                    client == null ? TaskClient.of(new ShelteredStore(store)) : client,
                    time,
                    checkedName(),
                    slots,
                    lease,
                    floorPoll,
                    grace,
                    timeLimit);
        }

        private String checkedName() {
            if (name == null) {
                String host = System.getenv("HOSTNAME");
                return (host == null || host.isEmpty() ? "worker" : host) + "-"
                        + ProcessHandle.current().pid();
            }
            if (name.isEmpty() || name.length() > 100) {
                throw new IllegalArgumentException(
                        "name must have 1 to 100 characters, has " + name.length() + ", for example \"orders-1\"");
            }
            return name;
        }

        private static void require(String field, Duration value, Duration min, Duration max, String example) {
            if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
                throw new IllegalArgumentException(
                        field + " must be " + min + " to " + max + ", was " + value + ", for example " + example);
            }
        }
    }

    WorkerEngine(Plan plan, List<Wanted> wanted) {
        settings = plan.settings();
        signals = List.copyOf(plan.signals);
        Events events = new Events(plan.listeners, settings.time());
        int stuckMax = settings.slots();
        slots = new Slots(settings.slots(), stuckMax);
        held = new HeldClaims(settings, events);
        settler = new Settler(settings.store(), held, slots, events);
        shop = new Workshop(settings, plan.bindings, events, slots, held, settler);
        executor = plan.executor != null ? plan.executor : new RunThreads(settings.name(), settings.slots(), stuckMax);
        TaskRunner runner = new TaskRunner(shop, executor, this::nudge);
        trigger = new DueTrigger(shop, runner, claimers(wanted));
        reclaimer = new LeaseReclaimer(settings, held, events);
        pruner = new Pruner(settings.store());
        List<Claimer> claimers = claimers(wanted);
        for (Claimer claimer : claimers) {
            addPoller(new DuePoller(settings, claimer, slots, settler, runner));
        }
        settler.runBy(add("settle", settler, RoleLoop.BACKOFF_MAX));
        Duration lease = settings.lease();
        add("renew", new LeaseRenewer(held, lease), lease.dividedBy(6));
        add("limit", new TimeLimiter(settings, held, runner, executor), RoleLoop.BACKOFF_MAX);
        if (plan.recovers) {
            add("reclaim", reclaimer, RoleLoop.BACKOFF_MAX);
        }
        if (plan.prunes) {
            add("prune", pruner, RoleLoop.BACKOFF_MAX);
        }
        add("beat", new WorkerBeat(settings, slots, claimers), RoleLoop.BACKOFF_MAX);
        stopLoop = loop("stop", new Stopper(shop, runner, pollers, this::finish), RoleLoop.BACKOFF_MAX);
        slots.waiter(stopLoop);
    }

    private List<Claimer> claimers(List<Wanted> wanted) {
        return wanted.stream().map(one -> new Claimer(settings, one)).toList();
    }

    private void addPoller(DuePoller poller) {
        pollers.add(poller);
        RoleLoop loop = add("poll", poller, RoleLoop.BACKOFF_MAX);
        pollerLoops.add(loop);
        slots.waiter(loop);
    }

    private RoleLoop add(String name, Role role, Duration backoffMax) {
        RoleLoop loop = loop(name, role, backoffMax);
        loops.add(loop);
        return loop;
    }

    private RoleLoop loop(String name, Role role, Duration backoffMax) {
        return new RoleLoop(settings.name() + "-" + name, role, settings.time(), backoffMax);
    }

    private void nudge() {
        pollers.forEach(DuePoller::nudge);
        pollerLoops.forEach(RoleLoop::wake);
    }

    synchronized void start() {
        requireOpen();
        if (stage == Stage.NEW) {
            subscribe();
            stage = Stage.STARTED;
            loops.forEach(RoleLoop::start);
            LOG.info("Worker {} started with {} slots", settings.name(), settings.slots());
        }
    }

    /** Begins to listen to hints. */
    void subscribe() {
        List<WakeupSignal> all = new ArrayList<>(signals);
        settings.store().wakeups().ifPresent(all::add);
        for (WakeupSignal signal : all) {
            subscriptions.add(signal.subscribe(this::hint));
        }
    }

    private void hint(WakeupSignal.Hint hint) {
        for (int i = 0; i < pollers.size(); i++) {
            if (pollers.get(i).hint(hint)) {
                pollerLoops.get(i).wake();
            }
        }
    }

    int runDue(int limit) {
        requireOpen();
        return trigger.run(limit);
    }

    int recover() {
        requireOpen();
        int count = reclaimer.reclaim();
        pruner.step();
        return count;
    }

    private void requireOpen() {
        if (stage == Stage.CLOSED) {
            throw new IllegalStateException("worker " + settings.name() + " is closed; build a new one");
        }
    }

    WorkerStatus status() {
        String error = "";
        boolean trouble = false;
        for (RoleLoop loop : loops) {
            trouble |= loop.failing();
            error = loop.error().isEmpty() || (!error.isEmpty() && !loop.failing()) ? error : loop.error();
        }
        Duration since = Duration.ZERO;
        for (DuePoller poller : pollers) {
            since = poller.sinceAnswer().compareTo(since) > 0 ? poller.sinceAnswer() : since;
            trouble |= poller.waitsForAnswer().compareTo(ANSWER_WAIT) > 0;
        }
        return new WorkerStatus(
                settings.name(),
                stage == Stage.STARTED && !trouble && !slots.exhausted(),
                slots.size(),
                slots.taken(),
                slots.stuckCount(),
                settler.size(),
                since,
                error);
    }

    void close() {
        Stage before;
        synchronized (this) {
            before = stage;
            stage = Stage.CLOSED;
        }
        boolean fromHandler = runsHandlerHere();
        switch (before) {
            case NEW -> finishTrigger();
            case STARTED -> {
                trigger.stop(Duration.ZERO);
                if (fromHandler) {
                    stopLoop.start();
                } else {
                    stopLoop.run();
                }
            }
            case CLOSED -> {
                if (!fromHandler) {
                    awaitClosed();
                }
            }
        }
    }

    private boolean runsHandlerHere() {
        for (HeldClaim claim : held) {
            if (claim.runsHere()) {
                return true;
            }
        }
        return false;
    }

    private void finishTrigger() {
        trigger.stop(settings.grace());
        try {
            settler.flush();
        } catch (RuntimeException e) {
            LOG.debug("The last reports could not be recorded", e);
        }
        finish();
    }

    private void awaitClosed() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The last thing of a stop. */
    private void finish() {
        unsubscribe();
        loops.forEach(RoleLoop::stop);
        loops.forEach(loop -> loop.join(JOIN_WAIT.dividedBy(loops.size())));
        stopLoop.stop();
        if (executor instanceof RunThreads threads) {
            threads.shutdown();
        }
        if (settler.size() > 0) {
            LOG.warn("{} reports could not be recorded; their leases run out", settler.size());
        }
        LOG.info("Worker {} closed", settings.name());
        closed.countDown();
    }

    /** Listens to hints no more. */
    void unsubscribe() {
        subscriptions.forEach(WorkerEngine::unsubscribe);
    }

    private static void unsubscribe(WakeupSignal.Subscription subscription) {
        try {
            subscription.close();
        } catch (RuntimeException e) {
            LOG.warn("A source of hints did not end its subscription ({}); its hints are ignored", ErrorText.of(e));
        }
    }

    /** Begins the stop of a worker without threads; steps of the stop loop carry it on. */
    synchronized void beginStop() {
        requireOpen();
        stage = Stage.CLOSED;
    }

    boolean closing() {
        return stage == Stage.CLOSED;
    }

    boolean finished() {
        return closed.getCount() == 0;
    }

    /** The loops, to be stepped without threads. */
    List<RoleLoop> loops() {
        return loops;
    }

    /** The stop, to be stepped without threads. */
    RoleLoop stopLoop() {
        return stopLoop;
    }
}
