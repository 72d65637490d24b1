package dev.punctual.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.PayloadCodec;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.memory.MemoryTaskStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** On which threads a worker with its own threads runs handlers. */
class HandlerThreadTest {

    private static final TaskType<String> ORDER = TaskType.of("order.cancel", PayloadCodec.text());
    private static final boolean JVM_HAS_VIRTUAL_THREADS = Runtime.version().feature() >= 21;

    @Test
    void handlers_runOnVirtualThreads_exactlyWhereTheJvmHasThem() {
        List<Boolean> virtual = new CopyOnWriteArrayList<>();
        TaskStore store = MemoryTaskStore.open(StoreSettings.DEFAULT);
        TaskWorker worker = TaskWorker.builder(store)
                .handler(ORDER, (payload, context) -> virtual.add(isVirtual(Thread.currentThread())))
                .build();
        try (store;
                worker) {
            worker.start();
            TaskClient client = TaskClient.of(store);
            for (int i = 0; i < 20; i++) {
                client.schedule(ORDER.in(Duration.ofMillis(i), "4711"));
            }

            Bench.soon().until(() -> virtual.size() == 20);
        }
        assertThat(virtual).containsOnly(JVM_HAS_VIRTUAL_THREADS);
    }

    /** Compiled for Java 17, which has no such method. */
    private static boolean isVirtual(Thread thread) throws ReflectiveOperationException {
        return JVM_HAS_VIRTUAL_THREADS
                && (boolean) Thread.class.getMethod("isVirtual").invoke(thread);
    }
}
