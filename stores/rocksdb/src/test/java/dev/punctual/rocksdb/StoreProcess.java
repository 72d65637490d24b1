package dev.punctual.rocksdb;

import dev.punctual.ClaimRequest;
import dev.punctual.ClaimRequest.Wanted;
import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Report;
import dev.punctual.ScheduleResult;
import dev.punctual.Selector;
import dev.punctual.StoreException;
import dev.punctual.StoreSettings;
import dev.punctual.TaskQueries;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What the processes do that tests start and kill. A line is printed after the store has answered, and ends with a dot.
 */
final class StoreProcess {

    private static final PrintStream OUT = System.out;

    private StoreProcess() {}

    public static void main(String[] arguments) throws Exception {
        try (TaskStore store = RocksTaskStore.open(Path.of(arguments[1]), StoreSettings.DEFAULT)) {
            say("open");
            switch (arguments[0]) {
                case "hold" -> System.in.read();
                case "schedule" -> schedule(store);
                case "run" -> run(store);
                case "fill" -> fill(store);
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
    }

    private static void say(String line) {
        OUT.println(line);
        OUT.flush();
    }

    /** Schedules until killed; several threads, so that commits hold several calls. */
    private static void schedule(TaskStore store) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int thread = 0; thread < threads.length; thread++) {
            String prefix = "task-" + thread + "-";
            threads[thread] = new Thread(() -> {
                for (int i = 0; ; i++) {
                    ScheduleResult result =
                            store.insert(List.of(SomeTasks.due(prefix + i))).get(0);
                    say(result.outcome() + " " + result.id() + ".");
                }
            });
            threads[thread].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Claims and completes until killed. */
    private static void run(TaskStore store) {
        Wanted all = new Wanted(Selector.any(), Selector.any(), Selector.any(), 1);
        String worker = "worker-" + ProcessHandle.current().pid();
        for (long number = 1; ; number++) {
            ClaimRequest request = new ClaimRequest(worker, number, 7, Duration.ofSeconds(30), all);
            for (TaskRecord run : store.claimDue(request).claims()) {
                say("CLAIMED " + run.id() + ".");
                store.settle(List.of(Report.complete(run.id(), run.token(), run.history())));
                say("COMPLETED " + run.id() + ".");
            }
        }
    }

    /** Schedules until killed, each task until it was accepted, and says what it sees when the store goes down. */
    private static void fill(TaskStore store) {
        byte[] payload = new byte[10_000];
        for (int i = 0; ; i++) {
            new Random(i).nextBytes(payload);
            NewTask task = SomeTasks.task("task-" + i, Due.now(), payload.clone());
            boolean down = false;
            while (true) {
                try {
                    say(SomeTasks.schedule(store, task).outcome() + " " + task.id() + ".");
                    break;
                } catch (StoreException e) {
                    if (!down) {
                        say("DOWN " + e.kind() + " " + e.getMessage());
                        look(store);
                    }
                    down = true;
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                }
            }
        }
    }

    private static void look(TaskStore store) {
        long waiting = store.queries().counts().get(0).byState().getOrDefault(TaskState.SCHEDULED, 0L);
        TaskQueries.Page page = store.queries().page(TaskQueries.Filter.ALL, 1_000, null);
        SomeTasks.find(store, "task-0");
        say("SEEN " + waiting + " " + page.records().size() + ".");
    }
}
