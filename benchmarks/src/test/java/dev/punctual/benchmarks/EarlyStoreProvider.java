package dev.punctual.benchmarks;

import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.StoreProvider;
import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;

/** Opens {@code early:}, a store in memory that makes every task due 400 ms too soon. */
public final class EarlyStoreProvider implements StoreProvider {

    private static final long EARLY_MILLIS = 400;

    /** For the service loader. */
    public EarlyStoreProvider() {}

    @Override
    public String scheme() {
        return "early";
    }

    @Override
    public String example() {
        return "early:";
    }

    @Override
    public TaskStore open(String url, StoreSettings settings) {
        TaskStore store = StoreProvider.openUrl("memory:", settings);
        return (TaskStore) Proxy.newProxyInstance(
                TaskStore.class.getClassLoader(), new Class<?>[] {TaskStore.class}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("insert")
                                ? store.insert(hurried((List<?>) arguments[0]))
                                : method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static List<NewTask> hurried(List<?> tasks) {
        return tasks.stream()
                .map(NewTask.class::cast)
                .map(EarlyStoreProvider::hurried)
                .toList();
    }

    private static NewTask hurried(NewTask task) {
        long due = task.due().resolve(0);
        return NewTask.of(task.id(), task.spec(), Due.at(Instant.ofEpochMilli(due - EARLY_MILLIS)));
    }
}
