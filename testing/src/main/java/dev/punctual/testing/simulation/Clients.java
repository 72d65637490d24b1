package dev.punctual.testing.simulation;

import dev.punctual.CallId;
import dev.punctual.Due;
import dev.punctual.IfExists;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.Priority;
import dev.punctual.Reschedule;
import dev.punctual.RetryPolicy;
import dev.punctual.ScheduleResult;
import dev.punctual.Sink;
import dev.punctual.StoreException;
import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import dev.punctual.testing.FaultyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Those who schedule, cancel and reschedule, often just when a task falls due. Not thread-safe. */
final class Clients {

    static final List<String> TYPES = List.of("order.cancel", "mail.remind");
    static final List<String> QUEUES = List.of("default", "orders", "mails");

    private static final List<Duration> DELAYS = List.of(
            Duration.ZERO,
            Duration.ofMillis(1),
            Duration.ofNanos(10_100_000),
            Duration.ofMillis(500),
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30));

    private final World world;
    private final Odds odds;
    private final FaultyStore store;
    private final TaskClient client;
    private int unanswered;

    Clients(World world) {
        this.world = world;
        this.odds = world.odds;
        this.store = world.faulty("client", span -> {});
        this.client = TaskClient.of(world.settings.through().apply(store));
    }

    void restore() {
        store.restore();
    }

    /** Returns how many calls wait to be repeated. */
    int unanswered() {
        return unanswered;
    }

    TaskId someId() {
        return TaskId.of("t" + odds.below(world.settings.ids()));
    }

    void act() {
        int kind = odds.below(100);
        if (kind < 60) {
            submit(task(someId()));
        } else if (kind < 70) {
            submitSome();
        } else if (kind < 85) {
            cancel(someId());
        } else {
            reschedule(someId());
        }
    }

    private NewTask task(TaskId id) {
        Payload payload = new Payload(odds.bytes(40), Payload.OCTETS, 1 + odds.below(3));
        RetryPolicy retry = new RetryPolicy(
                1 + odds.below(4), 1 + odds.below(3), odds.pick(DELAYS.subList(0, 5)), 2, Duration.ofSeconds(8), 0);
        TaskSpec spec = new TaskSpec(
                odds.pick(TYPES), odds.pick(QUEUES), Sink.NONE, new Priority(odds.below(10)), payload, Map.of(), retry);
        @Nullable Duration expireAfter = odds.percent(10) ? odds.around(Duration.ofSeconds(5)) : null;
        IfExists ifExists = odds.pick(List.of(IfExists.values()));
        CallId call = new CallId(odds.seed(), odds.seed());
        NewTask task = new NewTask(id, spec, due(), expireAfter, ifExists, call, odds.seed());
        if (odds.percent(30) && task.due() instanceof Due.After after) {
            Duration meet = after.delay().plusMillis(odds.below(5)).minusMillis(2);
            world.agenda.in(meet.isNegative() ? Duration.ZERO : meet, () -> interfere(id));
        }
        return task;
    }

    private Due due() {
        if (odds.percent(2)) {
            return Due.after(Duration.ofDays(1 + odds.below(100)));
        }
        Duration delay = odds.percent(70) ? odds.pick(DELAYS) : odds.around(Duration.ofSeconds(10));
        return odds.percent(25) ? Due.at(world.time.now().plus(delay).minusSeconds(2)) : Due.after(delay);
    }

    /** Meets a task just when it falls due. */
    private void interfere(TaskId id) {
        if (world.calm()) {
            return;
        }
        switch (odds.below(3)) {
            case 0 -> cancel(id);
            case 1 -> reschedule(id);
            default -> world.operators.runNow(id);
        }
    }

    /** Schedules, and comes back to it as long as the outcome is unknown. */
    private void submit(NewTask task) {
        world.commands.intend(task);
        try {
            told(task, client.submit(task));
        } catch (StoreException e) {
            if (e.outcomeUnknown()) {
                later(task);
            }
        }
    }

    private void later(NewTask task) {
        unanswered++;
        world.agenda.in(odds.around(Duration.ofSeconds(1)), () -> {
            unanswered--;
            submit(task);
        });
    }

    private void told(NewTask task, ScheduleResult result) {
        world.commands.told(task.id(), result.outcome());
    }

    private void submitSome() {
        List<NewTask> tasks = new ArrayList<>();
        Set<TaskId> ids = new HashSet<>();
        for (int i = 2 + odds.below(5); i > 0; i--) {
            TaskId id = someId();
            if (ids.add(id)) {
                tasks.add(task(id));
            }
        }
        tasks.forEach(world.commands::intend);
        try {
            List<ScheduleResult> results = client.submitAll(tasks);
            for (int i = 0; i < tasks.size(); i++) {
                told(tasks.get(i), results.get(i));
            }
        } catch (StoreException e) {
            if (e.outcomeUnknown()) {
                tasks.forEach(this::later);
            }
        }
    }

    private void cancel(TaskId id) {
        world.bold(() -> client.cancel(id));
    }

    private void reschedule(TaskId id) {
        world.bold(() -> {
            @Nullable
            Long revision =
                    odds.percent(30) ? client.find(id).map(TaskRecord::revision).orElse(0L) + odds.below(2) : null;
            @Nullable Payload payload = odds.percent(20) ? new Payload(odds.bytes(40), Payload.OCTETS, 1) : null;
            client.reschedule(new Reschedule(id, due(), payload, revision));
        });
    }
}
