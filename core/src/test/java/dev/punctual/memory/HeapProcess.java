package dev.punctual.memory;

import dev.punctual.Due;
import dev.punctual.Limits;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.Retention;
import dev.punctual.ScheduleResult;
import dev.punctual.StoreException;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import java.io.PrintStream;
import java.time.Duration;

/** What a process with a small heap does for a test: fills a store in memory, with and without cancelling. */
final class HeapProcess {

    static final int PENDING_MAX = 25_000;

    private static final PrintStream OUT = System.out;
    private static final int PAYLOAD_BYTES = 1_024;
    /** Finished records are not kept: at this rate those of a minute alone would not fit. */
    private static final Retention NONE = new Retention(Duration.ZERO, 0, Duration.ZERO, Duration.ZERO);

    private HeapProcess() {}

    public static void main(String[] arguments) {
        int cycles = Integer.parseInt(arguments[0]);
        StoreSettings settings =
                StoreSettings.DEFAULT.withRetention(NONE).withLimits(Limits.DEFAULT.withPendingMax(PENDING_MAX));
        try (TaskStore store = MemoryTaskStore.open(settings)) {
            TaskClient client = TaskClient.of(store);
            cancelAtOnce(client, cycles);
            fill(client);
        }
        OUT.println("END");
    }

    private static NewTask task(String id) {
        Payload payload = new Payload(new byte[PAYLOAD_BYTES], Payload.OCTETS, 1);
        return NewTask.of(TaskId.of(id), TaskSpec.of("timer", payload), Due.after(Duration.ofHours(1)));
    }

    private static void cancelAtOnce(TaskClient client, int cycles) {
        for (int i = 0; i < cycles; i++) {
            NewTask task = task("c" + i);
            client.submit(task);
            client.cancel(task.id());
            if ((i + 1) % (cycles / 10) == 0) {
                OUT.println("HEAP " + usedMegabytes());
                OUT.println("PENDING " + A20_HeapTest.count(client.store(), TaskState.SCHEDULED));
            }
        }
    }

    private static long usedMegabytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
    }

    private static void fill(TaskClient client) {
        int accepted = 0;
        StoreException refusal = null;
        while (refusal == null) {
            try {
                client.submit(task("f" + accepted));
                accepted++;
            } catch (StoreException e) {
                refusal = e;
            }
        }
        OUT.println("ACCEPTED " + accepted);
        OUT.println("REFUSED " + refusal.kind() + " "
                + String.valueOf(refusal.getMessage()).contains("pendingMax"));
        int unharmed = 0;
        for (int i = 0; i < accepted; i++) {
            TaskRecord record = client.find(TaskId.of("f" + i)).orElseThrow();
            boolean whole = record.state() == TaskState.SCHEDULED
                    && record.spec().payload().size() == PAYLOAD_BYTES;
            unharmed += whole ? 1 : 0;
        }
        OUT.println("UNHARMED " + unharmed);
        client.cancel(TaskId.of("f0"));
        ScheduleResult again = client.submit(task("again"));
        OUT.println("AGAIN " + again.outcome());
    }
}
