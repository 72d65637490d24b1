package dev.punctual.worker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.ClaimResult;
import dev.punctual.Selector;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import dev.punctual.WakeupSignal.Hint;
import dev.punctual.memory.MemoryTaskStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Races of a worker that falls asleep with those who wake it: {@link RoleLoop}, {@link DuePoller}, {@link Slots}. */
public final class WorkerRaces {

    private static final long NOW = 1_000_000;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Wanted ALL = new Wanted(Selector.any(), Selector.any(), Selector.any(), 0);
    private static final Hint HINT = new Hint("default", "order", "", NOW);

    private static final TimeSource STANDING = new TimeSource() {
        @Override
        public Instant now() {
            return Instant.ofEpochMilli(NOW);
        }

        @Override
        public long nanoTime() {
            return 0;
        }
    };

    /** Nobody asks it. */
    private static final TaskClient CLIENT = TaskClient.of(MemoryTaskStore.open(StoreSettings.DEFAULT));

    private WorkerRaces() {}

    /** A store in which nothing can be claimed, but which knows when the next task is due. */
    private static TaskStore store(LongSupplier nextDue) {
        return (TaskStore) Proxy.newProxyInstance(
                TaskStore.class.getClassLoader(), new Class<?>[] {TaskStore.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("claimDue")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    return new ClaimResult(List.of(), NOW, nextDue.getAsLong(), 0, false);
                });
    }

    private static DuePoller poller(TaskStore store) {
        WorkerSettings settings = new WorkerSettings(store, CLIENT, STANDING, "races", 1, HOUR, HOUR, HOUR, HOUR);
        Events events = new Events(List.of(), STANDING);
        Slots slots = new Slots(1, 1);
        HeldClaims held = new HeldClaims(settings, events);
        Settler settler = new Settler(store, held, slots, events);
        Workshop shop = new Workshop(settings, new Bindings(), events, slots, held, settler);
        TaskRunner runner = new TaskRunner(shop, Runnable::run, () -> {});
        return new DuePoller(settings, new Claimer(settings, ALL), slots, settler, runner);
    }

    /** What is written before a wake-up is seen by the step under way, or that step's wait is cut short. */
    @JCStressTest
    @Outcome(
            id = {"true, true", "true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "seen, or woken")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "a lost wake-up")
    @State
    public static class WakeAndStep {
        private volatile boolean work;
        private boolean seen;
        private final RoleLoop loop = new RoleLoop(
                "races",
                () -> {
                    seen = work;
                    return HOUR;
                },
                STANDING);

        /** It was woken before, so the next who wakes it may think that this is enough. */
        public WakeAndStep() {
            loop.wake();
        }

        /** Leaves work and wakes. */
        @Actor
        public void wake() {
            work = true;
            loop.wake();
        }

        /** Makes a step. */
        @Actor
        public void step(ZZ_Result r) {
            loop.attempt();
            r.r1 = seen;
        }

        /** Asks whether it may sleep. */
        @Arbiter
        public void sleep(ZZ_Result r) {
            r.r2 = loop.woken();
        }
    }

    /** A task stored while the poller claims and plans its wait is claimed, shortens the wait, or ends it. */
    @JCStressTest
    @Outcome(
            id = {"true, true", "true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "seen, or woken")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "a lost hint")
    @State
    public static class HintAndClaim {
        private volatile long nextDue = ClaimResult.NONE;
        private final DuePoller poller = poller(store(() -> nextDue));
        private final RoleLoop loop = new RoleLoop("races", poller, STANDING);

        /** It was woken before. */
        public HintAndClaim() {
            loop.wake();
        }

        /** Stores a task and gives a hint of it, as the worker passes hints on. */
        @Actor
        public void hint() {
            nextDue = NOW;
            if (poller.hint(HINT)) {
                loop.wake();
            }
        }

        /** Claims and plans the wait; answers whether it is short. */
        @Actor
        public void claim(ZZ_Result r) {
            r.r1 = loop.attempt().compareTo(Duration.ofSeconds(1)) < 0;
        }

        /** Asks whether it may sleep. */
        @Arbiter
        public void sleep(ZZ_Result r) {
            r.r2 = loop.woken();
        }
    }

    /** A slot that falls free while the poller finds none is taken, or the poller is woken. */
    @JCStressTest
    @Outcome(
            id = {"true, true", "true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "taken, or woken")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "a lost slot")
    @State
    public static class FreeAndReserve {
        private final RoleLoop loop = new RoleLoop("races", () -> HOUR, STANDING);
        private final Slots slots = new Slots(1, 1);

        /** The only slot is taken. */
        public FreeAndReserve() {
            slots.waiter(loop);
            slots.reserve(1);
        }

        /** Frees it. */
        @Actor
        public void free() {
            slots.free(1);
        }

        /** Wants it. */
        @Actor
        public void reserve(ZZ_Result r) {
            r.r1 = slots.reserve(1) == 1;
        }

        /** Asks whether it may sleep. */
        @Arbiter
        public void sleep(ZZ_Result r) {
            r.r2 = loop.woken();
        }
    }
}
