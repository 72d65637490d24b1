package dev.punctual;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A transaction over a store that has none: what is done inside waits for the commit and is carried out then. Its
 * answers are what the store would say at that moment. For one thread.
 */
public final class BufferedTransaction implements CallerTransaction {

    private final List<Runnable> effects = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private @Nullable RuntimeException failure;

    /** Carries out what waited. */
    public void commit() {
        effects.forEach(Runnable::run);
        effects.clear();
    }

    /** Forgets what waited. */
    public void rollback() {
        effects.clear();
    }

    /** Lets every later call inside fail. */
    public void fail(RuntimeException newFailure) {
        failure = newFailure;
    }

    /** Returns what was called inside, each with the name of its thread. */
    public List<String> calls() {
        return calls;
    }

    /** Returns the view of a store. */
    public TaskStore viewOf(TaskStore store) {
        return (TaskStore) Proxy.newProxyInstance(
                TaskStore.class.getClassLoader(), new Class<?>[] {TaskStore.class}, (proxy, method, arguments) -> {
                    Optional<Object> inside = answer(store, method.getName(), arguments);
                    if (inside.isPresent()) {
                        calls.add(method.getName() + " on "
                                + Thread.currentThread().getName());
                        if (failure != null) {
                            throw failure;
                        }
                        return inside.get();
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @SuppressWarnings("unchecked")
    private Optional<Object> answer(TaskStore store, String method, Object[] arguments) {
        return switch (method) {
            case "insert" -> {
                List<NewTask> tasks = List.copyOf((List<NewTask>) arguments[0]);
                effects.add(() -> store.insert(tasks));
                yield Optional.of(
                        tasks.stream().map(task -> inserted(store, task)).toList());
            }
            case "cancel" -> {
                List<TaskId> ids = List.copyOf((List<TaskId>) arguments[0]);
                effects.add(() -> store.cancel(ids));
                yield Optional.of(ids.stream().map(id -> CancelResult.CANCELLED).toList());
            }
            case "reschedule" -> {
                List<Reschedule> requests = List.copyOf((List<Reschedule>) arguments[0]);
                effects.add(() -> store.reschedule(requests));
                yield Optional.of(requests.stream()
                        .map(request -> RescheduleResult.of(
                                store.queries().find(request.id()).orElseThrow(), RescheduleResult.Outcome.OK))
                        .toList());
            }
            case "settle" -> {
                List<Report> reports = List.copyOf((List<Report>) arguments[0]);
                effects.add(() -> store.settle(reports));
                yield Optional.of(
                        reports.stream().map(report -> settled(store, report)).toList());
            }
            default -> Optional.empty();
        };
    }

    private static ScheduleResult inserted(TaskStore store, NewTask task) {
        return store.queries()
                .find(task.id())
                .map(record -> ScheduleResult.of(record, ScheduleResult.Outcome.EXISTS))
                .orElse(new ScheduleResult(
                        task.id(), ScheduleResult.Outcome.CREATED, TaskState.SCHEDULED, null, 1, null));
    }

    private static SettleResult settled(TaskStore store, Report report) {
        return store.queries()
                .find(report.id())
                .map(record -> record.state() == TaskState.RUNNING && record.token() == report.token()
                        ? SettleResult.OK
                        : SettleResult.FENCED)
                .orElse(SettleResult.NOT_FOUND);
    }
}
