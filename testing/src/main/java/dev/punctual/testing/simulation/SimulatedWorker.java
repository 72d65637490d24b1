package dev.punctual.testing.simulation;

import dev.punctual.Payload;
import dev.punctual.PayloadCodec;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.testing.Fault;
import dev.punctual.testing.FaultyStore;
import dev.punctual.testing.StoreCall;
import dev.punctual.worker.TaskWorker;
import dev.punctual.worker.WorkerSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One process with a worker, which can crash, be paused, be stopped in order and be started again. Its duties are
 * stepped when they ask for it; handlers that take a while, and steps whose store is slow, are strands. Not
 * thread-safe.
 */
final class SimulatedWorker {

    private static final int SLOTS = 3;

    /** Passes bytes on as they are. */
    private static final PayloadCodec<byte[]> BYTES = new PayloadCodec<>() {
        @Override
        public Payload encode(byte[] value) {
            return new Payload(value, Payload.OCTETS, 1);
        }

        @Override
        public byte[] decode(Payload payload) {
            return payload.bytes();
        }
    };

    private final World world;
    private final int number;
    private final List<Strand> strands = new ArrayList<>();
    private int life;
    private @Nullable WorkerSteps steps;
    private @Nullable FaultyStore store;
    private Script script = new Script(Duration.ZERO, Script.Ending.WELL, true, false);
    private long[] due = {};
    private boolean[] busy = {};
    private long pausedUntilNanos;
    private boolean stopping;

    SimulatedWorker(World world, int number) {
        this.world = world;
        this.number = number;
    }

    String name() {
        return "w" + number + "." + life;
    }

    boolean alive() {
        return steps != null;
    }

    boolean paused() {
        return pausedUntilNanos > world.time.nanoTime();
    }

    /** What the run that begins now is to do. */
    Script script() {
        return script;
    }

    void start() {
        life++;
        stopping = false;
        FaultyStore faulty = world.faulty(name(), this::pass);
        TaskStore reached = world.settings.through().apply(faulty);
        TaskWorker.Builder builder = TaskWorker.builder(reached)
                .time(world.settings.clocks().apply(new SkewedTime(world.time, world.odds)))
                .name(name())
                .slots(SLOTS)
                .lease(world.settings.lease())
                .timeLimit(world.settings.lease().multipliedBy(3))
                .grace(Duration.ofSeconds(2));
        for (String type : Clients.TYPES) {
            builder.handler(TaskType.of(type, BYTES), new Handler(world, this));
        }
        store = faulty;
        WorkerSteps made = builder.buildStepped(this::begin);
        steps = made;
        due = new long[made.size()];
        busy = new boolean[made.size()];
        for (int duty = 0; duty < made.size(); duty++) {
            plan(duty, world.odds.below(50) * 1_000_000L);
        }
        world.history.add(name(), "starts");
    }

    /** The process is gone, with all it knew. */
    void crash() {
        world.history.add(name(), "crashes");
        leave();
    }

    private void leave() {
        Objects.requireNonNull(store).tell((call, fault) -> {}).always(Fault.unavailable());
        Objects.requireNonNull(steps).abandon();
        steps = null;
        pausedUntilNanos = 0;
        for (Strand strand : List.copyOf(strands)) {
            strand.kill();
            drop(strand);
        }
    }

    private void drop(Strand strand) {
        if (strands.remove(strand)) {
            world.strands.ended(strand);
        }
    }

    void pause(Duration span) {
        world.history.add(name(), "is paused for", span);
        pausedUntilNanos = world.time.nanoTime() + span.toNanos();
    }

    void resume() {
        pausedUntilNanos = 0;
    }

    void stop() {
        if (!stopping && steps != null) {
            world.history.add(name(), "begins to stop");
            stopping = true;
            steps.stop();
        }
    }

    /** Nothing gets through from this worker to the store for so long. */
    void cutOff(Duration span) {
        world.history.add(name(), "is cut off for", span);
        Objects.requireNonNull(store).unavailableFor(span);
    }

    /** The next call of that kind arrives late, or is answered late. */
    private void slow(StoreCall call, Duration span) {
        Objects.requireNonNull(store).next(call, world.odds.percent(50) ? Fault.slow(span) : Fault.slowReply(span));
    }

    void restore() {
        if (store != null && steps != null) {
            store.restore();
        }
    }

    private void plan(int duty, long nanosFromNow) {
        long nanos = world.time.nanoTime()
                + Math.min(nanosFromNow, Duration.ofDays(1).toNanos());
        due[duty] = nanos;
        WorkerSteps mine = steps;
        world.agenda.at(nanos, () -> {
            if (steps == mine && due[duty] == nanos) {
                unpaused(() -> stepIfDue(duty, nanos));
            }
        });
    }

    /** Does it now, or when the process goes on. */
    private void unpaused(Runnable action) {
        if (paused()) {
            WorkerSteps mine = steps;
            world.agenda.at(pausedUntilNanos, () -> {
                if (steps == mine) {
                    unpaused(action);
                }
            });
        } else {
            action.run();
        }
    }

    /** Plans the duties that were woken. */
    void wake() {
        WorkerSteps mine = steps;
        if (mine == null || paused()) {
            return;
        }
        long now = world.time.nanoTime();
        for (int duty = 0; duty < due.length; duty++) {
            if (due[duty] > now && !busy[duty] && mine.woken(duty)) {
                plan(duty, 0);
            }
        }
    }

    /** A duty that was planned twice for the same time makes one step, and none while its last is under way. */
    private void stepIfDue(int duty, long nanos) {
        if (due[duty] == nanos && !busy[duty]) {
            due[duty] = Long.MIN_VALUE;
            step(duty);
        }
    }

    private void step(int duty) {
        WorkerSteps mine = Objects.requireNonNull(steps);
        if (world.settings.slowSteps() && !world.calm() && world.odds.percent(0.5)) {
            busy[duty] = true;
            slow(
                    world.odds.pick(List.of(StoreCall.CLAIM, StoreCall.SETTLE, StoreCall.RENEW, StoreCall.RECLAIM)),
                    world.odds.around(world.settings.lease()));
            run(world.strands.begin(() -> made(mine, duty, mine.step(duty))));
        } else {
            made(mine, duty, mine.step(duty));
        }
    }

    private void made(WorkerSteps mine, int duty, Duration wait) {
        if (steps != mine) {
            return;
        }
        busy[duty] = false;
        if (mine.stopped()) {
            world.history.add(name(), "has stopped");
            // This very step may be a strand, and ends by itself.
            world.agenda.in(Duration.ZERO, () -> {
                if (steps == mine) {
                    leave();
                }
            });
            return;
        }
        // Threads are not always on time.
        long late = world.odds.percent(1) ? world.odds.below(30) * 1_000_000L : 0;
        plan(duty, Math.min(wait.toNanos(), Duration.ofDays(1).toNanos()) + late);
    }

    /** Begins a run, at once or a moment later, as a thread does. */
    private void begin(Runnable run) {
        WorkerSteps mine = steps;
        Duration late = world.odds.percent(90) ? Duration.ZERO : world.odds.around(Duration.ofMillis(500));
        world.agenda.in(late, () -> {
            if (steps == mine && mine != null) {
                unpaused(() -> call(run));
            }
        });
    }

    private void call(Runnable run) {
        Script drawn = Script.draw(world.odds, world.settings.lease(), world.calm());
        if (drawn.takes().isZero()) {
            script = drawn;
            run.run();
        } else {
            run(world.strands.begin(() -> {
                script = drawn;
                run.run();
            }));
        }
    }

    private void run(Strand strand) {
        strands.add(strand);
        resume(strand);
    }

    private void resume(Strand strand) {
        Strand before = world.running;
        world.running = strand;
        boolean ended = strand.resume();
        world.running = before;
        if (ended) {
            drop(strand);
        }
    }

    /** On a strand: lets time pass; with true also until it is interrupted. Returns whether it was. */
    boolean sleep(Duration span, boolean untilInterrupted) {
        Strand strand = Objects.requireNonNull(world.running);
        WorkerSteps mine = steps;
        boolean[] done = {false};
        Runnable resumption = () -> {
            if (steps == mine && !done[0] && strands.contains(strand)) {
                unpaused(() -> {
                    if (!done[0]) {
                        done[0] = true;
                        resume(strand);
                    }
                });
            }
        };
        world.agenda.in(world.calm() ? world.odds.around(Duration.ofMillis(100)) : span, resumption);
        world.sleepers.put(strand, new World.Sleeper(resumption, untilInterrupted));
        try {
            strand.handBack();
        } finally {
            world.sleepers.remove(strand);
        }
        return strand.interrupted();
    }

    /** Time passes in the midst of a call to the store: only for a step that is a strand, the others cannot wait. */
    private void pass(Duration span) {
        if (world.running != null) {
            boolean unused = sleep(span, false);
        }
    }
}
