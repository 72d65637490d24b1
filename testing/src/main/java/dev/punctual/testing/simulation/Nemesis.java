package dev.punctual.testing.simulation;

import java.time.Duration;
import java.util.List;

/**
 * What goes wrong with processes, clocks and the way to the store. Each seed has its own mood: some kinds of trouble
 * often, others seldom or never, since what is always there hides what it hides. Not thread-safe.
 */
final class Nemesis {

    private final World world;
    private final Odds odds;

    Nemesis(World world) {
        this.world = world;
        this.odds = world.odds;
    }

    /** Begins; each kind of trouble then comes again and again until all is calm. */
    void begin() {
        trouble(this::crash);
        trouble(this::pause);
        trouble(this::stop);
        trouble(this::cutOff);
        trouble(this::outage);
        if (world.settings.clockSteps()) {
            trouble(this::stepClock);
        }
    }

    private void trouble(Runnable kind) {
        if (odds.percent(60)) {
            Duration mean = odds.pick(List.of(Duration.ofSeconds(3), Duration.ofSeconds(10), Duration.ofSeconds(25)));
            again(kind, mean);
        }
    }

    private void again(Runnable kind, Duration mean) {
        world.agenda.in(odds.around(mean), () -> {
            if (!world.calm()) {
                kind.run();
                again(kind, mean);
            }
        });
    }

    private SimulatedWorker someWorker() {
        return odds.pick(world.workers);
    }

    private void crash() {
        SimulatedWorker worker = someWorker();
        if (worker.alive()) {
            worker.crash();
            comeBack(worker);
        }
    }

    private void comeBack(SimulatedWorker worker) {
        world.agenda.in(odds.around(Duration.ofSeconds(3)), () -> {
            if (!worker.alive()) {
                worker.start();
            } else if (!world.calm()) {
                comeBack(worker);
            }
        });
    }

    private void pause() {
        SimulatedWorker worker = someWorker();
        if (worker.alive() && !worker.paused()) {
            worker.pause(odds.around(world.settings.lease().multipliedBy(2)));
        }
    }

    private void stop() {
        SimulatedWorker worker = someWorker();
        if (worker.alive()) {
            worker.stop();
            comeBack(worker);
        }
    }

    private void cutOff() {
        SimulatedWorker worker = someWorker();
        if (worker.alive()) {
            worker.cutOff(odds.around(world.settings.lease()));
        }
    }

    private void outage() {
        Duration span = odds.around(world.settings.lease());
        world.workers.stream().filter(SimulatedWorker::alive).forEach(worker -> worker.cutOff(span));
    }

    private void stepClock() {
        Duration most = odds.pick(List.of(Duration.ofMillis(900), Duration.ofSeconds(5), Duration.ofSeconds(90)));
        Duration step = odds.between(most.negated(), most);
        world.history.add("the store's clock steps by", step);
        world.time.stepWall(step);
    }
}
