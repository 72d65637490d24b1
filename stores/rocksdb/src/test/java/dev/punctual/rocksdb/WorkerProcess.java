package dev.punctual.rocksdb;

import dev.punctual.PayloadCodec;
import dev.punctual.StoreSettings;
import dev.punctual.TaskContext;
import dev.punctual.TaskQueries.Count;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.worker.TaskWorker;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A process with a worker, some of whose tasks end it. Ends by itself when nothing waits or runs any more. */
final class WorkerProcess {

    static final int SLOTS = 4;
    static final TaskType<String> TYPE = TaskType.of("mixed", PayloadCodec.text());

    private static final PrintStream OUT = System.out;
    private static final CountDownLatch NEVER = new CountDownLatch(1);
    private static final List<byte[]> KEPT = new ArrayList<>();

    private WorkerProcess() {}

    public static void main(String[] arguments) {
        try (TaskStore store = RocksTaskStore.open(Path.of(arguments[0]), StoreSettings.DEFAULT);
                TaskWorker worker = TaskWorker.builder(store)
                        .slots(SLOTS)
                        .lease(Duration.ofSeconds(2))
                        .handler(TYPE, WorkerProcess::run)
                        .build()
                        .start()) {
            while (live(store) > 0) {
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
            say("STATUS running " + worker.status().running() + " stuck "
                    + worker.status().stuck());
            say("END");
        }
    }

    private static void say(String line) {
        OUT.println(line);
        OUT.flush();
    }

    private static long live(TaskStore store) {
        return store.queries().counts().stream()
                .map(Count::byState)
                .mapToLong(states ->
                        states.getOrDefault(TaskState.SCHEDULED, 0L) + states.getOrDefault(TaskState.RUNNING, 0L))
                .sum();
    }

    private static void run(String kind, TaskContext context) throws InterruptedException {
        switch (kind) {
            case "exit" -> {
                // Time for its neighbours to be at work.
                NEVER.await(50, TimeUnit.MILLISECONDS);
                Runtime.getRuntime().halt(7);
            }
            case "hoard" -> {
                while (true) {
                    KEPT.add(new byte[1 << 16]);
                }
            }
            case "gulp" -> {
                Object[] chain = {};
                while (true) {
                    chain = new Object[] {chain, new byte[1 << 16]};
                }
            }
            default -> NEVER.await(20, TimeUnit.MILLISECONDS);
        }
    }
}
