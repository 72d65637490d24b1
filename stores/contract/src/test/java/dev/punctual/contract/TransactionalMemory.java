package dev.punctual.contract;

import dev.punctual.CallerTransaction;
import dev.punctual.Capability;
import dev.punctual.Due;
import dev.punctual.Limits;
import dev.punctual.NewTask;
import dev.punctual.Report;
import dev.punctual.Reschedule;
import dev.punctual.StoreCapabilities;
import dev.punctual.StoreSettings;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries.Filter;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStateMachine;
import dev.punctual.TaskStateMachine.Moment;
import dev.punctual.TaskStateMachine.Step;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import dev.punctual.memory.MemoryTaskStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A memory store that takes part in transactions, as a store on a server would, and lives by the wall clock alone, as a
 * server does. What is done inside is worked out by the state machine beside the store, and carried out at the commit.
 * It may have a flaw. For one thread.
 */
final class TransactionalMemory {

    /** Ways in which taking part can be wrong. */
    enum Flaw {
        NONE,
        DONE_AT_ONCE,
        ROLLBACK_COMMITS,
        CLOSING_COMMITS,
        COMMIT_FORGETS_ALL_BUT_THE_FIRST,
        CONFLICT_POISONS,
        DELAYS_FROM_THE_BEGIN,
        FENCING_FORGOTTEN,
        VIEW_CLOSES_THE_STORE,
        VIEW_CLAIMS_INSIDE,
        HAS_A_MONOTONIC_CLOCK,
        ANY_TRANSACTION_WILL_DO
    }

    private static final Set<String> INSIDE = Set.of("insert", "cancel", "reschedule", "settle");

    private final Flaw flaw;
    private final TimeSource time;
    private final TaskStore memory;
    private final TaskStore store;

    TransactionalMemory(StoreSettings settings, Flaw flaw) {
        this.flaw = flaw;
        this.time = flaw == Flaw.HAS_A_MONOTONIC_CLOCK ? settings.time() : new WallTime(settings.time());
        this.memory = MemoryTaskStore.open(settings.withTime(time));
        EnumSet<Capability> abilities = EnumSet.copyOf(memory.capabilities().abilities());
        abilities.add(Capability.TRANSACTIONAL_INSERT);
        StoreCapabilities capabilities = new StoreCapabilities(
                "memory",
                abilities,
                memory.capabilities().limits(),
                memory.capabilities().durability());
        this.store = proxy((method, arguments) -> switch (method.getName()) {
            case "capabilities" -> capabilities;
            case "within" -> view((CallerTransaction) arguments[0]);
            default -> passOn(method, arguments);
        });
    }

    TaskStore store() {
        return store;
    }

    OpenTransaction begin() {
        return new Transaction();
    }

    private interface Answer {
        @Nullable
        Object to(Method method, @Nullable Object[] arguments) throws Throwable;
    }

    private static TaskStore proxy(Answer answer) {
        return (TaskStore) Proxy.newProxyInstance(
                TaskStore.class.getClassLoader(),
                new Class<?>[] {TaskStore.class},
                (proxy, method, arguments) -> answer.to(method, arguments == null ? new Object[0] : arguments));
    }

    private @Nullable Object passOn(Method method, @Nullable Object[] arguments) throws Throwable {
        try {
            return method.invoke(memory, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private TaskStore view(CallerTransaction handle) {
        if (!(handle instanceof Transaction transaction)) {
            if (flaw == Flaw.ANY_TRANSACTION_WILL_DO) {
                return store;
            }
            throw new IllegalArgumentException("the transaction must be a Transaction of this test");
        }
        return proxy((method, arguments) -> {
            if (INSIDE.contains(method.getName())) {
                return flaw == Flaw.DONE_AT_ONCE
                        ? passOn(method, arguments)
                        : transaction.call(method.getName(), (List<?>) arguments[0]);
            }
            if (method.getName().equals("claimDue") && flaw == Flaw.VIEW_CLAIMS_INSIDE) {
                transaction.undo.add(() -> memory.queries()
                        .page(Filter.of(TaskState.RUNNING), 100, null)
                        .records()
                        .forEach(run -> memory.settle(List.of(Tasks.release(run)))));
            }
            return switch (method.getName()) {
                case "close" -> flaw == Flaw.VIEW_CLOSES_THE_STORE ? passOn(method, arguments) : null;
                case "capabilities" -> store.capabilities();
                case "within" -> view((CallerTransaction) arguments[0]);
                default -> passOn(method, arguments);
            };
        });
    }

    /** What was done inside, and what it leads to. */
    private final class Transaction implements OpenTransaction, CallerTransaction {

        private final TaskStateMachine machine = new TaskStateMachine(Limits.DEFAULT);
        private final Moment begun = Moment.of(time.now());
        private final Map<TaskId, TaskRecord> changed = new HashMap<>();
        private final List<Runnable> effects = new ArrayList<>();
        private final List<Runnable> undo = new ArrayList<>();
        private boolean poisoned;
        private boolean ended;

        private List<?> call(String method, List<?> items) {
            return switch (method) {
                case "insert" -> each(items, item -> insert((NewTask) item));
                case "cancel" -> each(items, item -> cancel((TaskId) item));
                case "reschedule" -> each(items, item -> reschedule((Reschedule) item));
                default -> each(items, item -> settle((Report) item));
            };
        }

        private List<?> each(List<?> items, Function<Object, Object> row) {
            return items.stream().map(row).toList();
        }

        private @Nullable TaskRecord current(TaskId id) {
            TaskRecord mine = changed.get(id);
            return mine != null ? mine : memory.queries().find(id).orElse(null);
        }

        private Moment now() {
            return flaw == Flaw.DELAYS_FROM_THE_BEGIN ? begun : Moment.of(time.now());
        }

        private Object done(Step<?> step, Runnable effect) {
            if (step.changed()) {
                TaskRecord record = step.present();
                changed.put(record.id(), record);
                effects.add(effect);
            } else {
                poisoned = flaw == Flaw.CONFLICT_POISONS;
            }
            return step.answer();
        }

        private Object insert(NewTask task) {
            Step<?> step = machine.schedule(current(task.id()), task, now());
            return done(
                    step,
                    () -> memory.insert(List.of(new NewTask(
                            task.id(),
                            task.spec(),
                            Due.at(Instant.ofEpochMilli(step.present().dueAt())),
                            task.expireAfter(),
                            task.ifExists(),
                            task.callId(),
                            task.incarnation()))));
        }

        private Object cancel(TaskId id) {
            return done(machine.cancel(current(id), now()), () -> memory.cancel(List.of(id)));
        }

        private Object reschedule(Reschedule request) {
            Step<?> step = machine.reschedule(current(request.id()), request, now());
            return done(
                    step,
                    () -> memory.reschedule(List.of(new Reschedule(
                            request.id(),
                            Due.at(Instant.ofEpochMilli(step.present().dueAt())),
                            request.payload(),
                            null))));
        }

        private Object settle(Report report) {
            TaskRecord current = current(report.id());
            Report sent = flaw == Flaw.FENCING_FORGOTTEN && current != null
                    ? Report.complete(report.id(), current.token(), report.history())
                    : report;
            return done(machine.settle(current, sent, now()), () -> memory.settle(List.of(sent)));
        }

        @Override
        public CallerTransaction handle() {
            return this;
        }

        @Override
        public void commit() {
            if (!ended && !poisoned) {
                int count =
                        flaw == Flaw.COMMIT_FORGETS_ALL_BUT_THE_FIRST ? Math.min(1, effects.size()) : effects.size();
                effects.subList(0, count).forEach(Runnable::run);
            }
            ended = true;
        }

        @Override
        public void rollback() {
            if (flaw == Flaw.ROLLBACK_COMMITS) {
                commit();
            }
            undo.forEach(Runnable::run);
            ended = true;
        }

        @Override
        public void close() {
            if (flaw == Flaw.CLOSING_COMMITS) {
                commit();
            }
            ended = true;
        }
    }

    /** A server's clock: whoever asks it how much time has passed can only compare two readings. */
    private record WallTime(TimeSource wall) implements TimeSource {
        @Override
        public Instant now() {
            return wall.now();
        }

        @Override
        public long nanoTime() {
            Instant now = wall.now();
            return now.getEpochSecond() * 1_000_000_000L + now.getNano();
        }
    }
}
