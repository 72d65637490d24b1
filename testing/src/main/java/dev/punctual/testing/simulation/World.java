package dev.punctual.testing.simulation;

import dev.punctual.StoreException;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.testing.Fault;
import dev.punctual.testing.FaultyStore;
import dev.punctual.testing.ManualTime;
import dev.punctual.testing.StoreCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run of a simulation with one seed: everything there is, and the loop that lets it happen. Not thread-safe. */
final class World {

    private static final int LOOK_AT_ALL_EVERY = 200;
    private static final Duration CALM_MAX = Duration.ofMinutes(20);
    private static final Duration CALM_STEP = Duration.ofSeconds(1);
    private static final int STEPS_MAX = 2_000_000;
    private static final Set<StoreCall> FAULTY = EnumSet.complementOf(EnumSet.of(StoreCall.READ));

    final Settings settings;
    final ManualTime time = new ManualTime();
    final Odds odds;
    final Agenda agenda;
    final History history = new History(time);
    final Ledger ledger = new Ledger(time, history);
    final CommandChecks commands = new CommandChecks(ledger);
    final RunChecks runs = new RunChecks(ledger);
    final Strand.Pool strands;
    final Map<Strand, Sleeper> sleepers = new LinkedHashMap<>();
    final List<SimulatedWorker> workers = new ArrayList<>();
    final Clients clients;
    final Operators operators;
    private final TaskStore store;
    private final Witness witness;
    private final RecordChecks records;
    private final double faultPercent;
    private final Tally tally = new Tally();
    /** The strand whose turn it is, or null. */
    @Nullable
    Strand running;

    private boolean calm;
    private long steps;

    /** A strand that waits for its time, or for an interrupt. */
    record Sleeper(Runnable resumption, boolean untilInterrupted) {}

    World(Settings settings, long seed, Strand.Pool strands) {
        this.settings = settings;
        this.strands = strands;
        Random random = new Random(seed * 0x9E3779B97F4A7C15L);
        odds = new Odds(random);
        agenda = new Agenda(time, random);
        store = settings.store().apply(time);
        records = new RecordChecks(ledger, commands, store.queries());
        witness = new Witness(store, commands, new ClaimChecks(ledger), records);
        faultPercent = odds.pick(List.of(0.0, 0.5, 3.0, 10.0));
        clients = new Clients(this);
        operators = new Operators(this);
        for (int i = 1; i <= settings.workers(); i++) {
            workers.add(new SimulatedWorker(this, i));
        }
    }

    /** Returns whether nothing goes wrong any more. */
    boolean calm() {
        return calm;
    }

    /** The way of one caller to the store, which fails now and then. */
    FaultyStore faulty(String caller, Consumer<Duration> passing) {
        FaultyStore faulty = FaultyStore.of(witness, time, passing)
                .seed(odds.seed())
                .tell((call, fault) -> {
                    tally.faults++;
                    history.add(caller, call, fault.words());
                });
        if (faultPercent > 0 && !calm) {
            double each = faultPercent / 100 / 3;
            faulty.sometimes(FAULTY, each, Fault.lostReply())
                    .sometimes(FAULTY, each, Fault.lostRequest())
                    .sometimes(FAULTY, each, odds.percent(50) ? Fault.unavailable() : Fault.throttled())
                    .loseHints(odds.percent(50) ? 0.5 : 0);
        }
        return faulty;
    }

    /** Does something that the store may fail, and that nobody repeats. */
    void bold(Runnable command) {
        try {
            command.run();
        } catch (StoreException e) {
            // The history has it.
        }
    }

    /** Runs to the end, or to the first violation. */
    Tally run() {
        try {
            workers.forEach(SimulatedWorker::start);
            new Nemesis(this).begin();
            again(clients::act, odds.pick(List.of(Duration.ofMillis(150), Duration.ofMillis(600))));
            again(operators::act, Duration.ofSeconds(2));
            advance(settings.span());
            if (ledger.violation() == null) {
                calmDown();
            }
            tally.steps = steps;
            tally.starts = runs.starts();
            return tally;
        } finally {
            workers.stream().filter(SimulatedWorker::alive).forEach(SimulatedWorker::crash);
            store.close();
        }
    }

    private void again(Runnable action, Duration mean) {
        agenda.in(odds.around(mean), () -> {
            if (!calm) {
                action.run();
                again(action, mean);
            }
        });
    }

    private void advance(Duration span) {
        long end = time.nanoTime() + span.toNanos();
        while (ledger.violation() == null && agenda.next(end)) {
            history.step(++steps);
            afterStep();
            if (steps > STEPS_MAX) {
                ledger.note(Invariant.I11_NOTHING_STAYS_BEHIND, null, STEPS_MAX + " steps, and no end to it");
            }
        }
    }

    private void afterStep() {
        for (Map.Entry<Strand, Sleeper> sleeper : List.copyOf(sleepers.entrySet())) {
            if (sleeper.getValue().untilInterrupted() && sleeper.getKey().interruptPending()) {
                sleepers.remove(sleeper.getKey());
                agenda.in(Duration.ZERO, sleeper.getValue().resumption());
            }
        }
        workers.forEach(SimulatedWorker::wake);
        if (steps % LOOK_AT_ALL_EVERY == 0) {
            records.lookAtAll();
        }
    }

    /** The faults end: from here everything must come to its end, or to its due time. */
    private void calmDown() {
        history.add("all faults end");
        calm = true;
        workers.forEach(SimulatedWorker::resume);
        workers.forEach(SimulatedWorker::restore);
        clients.restore();
        operators.restore();
        operators.resumeAll();
        workers.stream().filter(worker -> !worker.alive()).forEach(SimulatedWorker::start);
        hurry();
        long since = time.now().toEpochMilli();
        long end = time.nanoTime() + CALM_MAX.toNanos();
        Duration atMost = settings.lease().plusSeconds(10);
        do {
            advance(CALM_STEP);
            records.lookAtAll();
            records.nothingWaits(since, atMost);
            workers.stream().filter(worker -> !worker.alive()).forEach(SimulatedWorker::start);
        } while (ledger.violation() == null && time.nanoTime() < end && somethingGoesOn());
        if (ledger.violation() == null) {
            records.lookAtAll();
            records.nothingIsLeft();
        }
    }

    /** What sleeps long would only make the end late. */
    private void hurry() {
        for (Sleeper sleeper : List.copyOf(sleepers.values())) {
            agenda.in(odds.around(Duration.ofMillis(500)), sleeper.resumption());
        }
    }

    private boolean somethingGoesOn() {
        if (clients.unanswered() > 0) {
            return true;
        }
        long soon = time.now().plus(CALM_MAX).toEpochMilli();
        for (Story story : ledger.stories()) {
            TaskRecord last = story.last;
            if (last != null
                    && (last.state() == TaskState.RUNNING
                            || (last.state() == TaskState.SCHEDULED && last.sortKey() < soon))) {
                return true;
            }
        }
        return false;
    }

    /** What there was of everything, to see that a run was worth something. */
    static final class Tally {
        long steps;
        long starts;
        long faults;
    }
}
