package dev.punctual.benchmarks;

import dev.punctual.CancelResult;
import dev.punctual.PayloadCodec;
import dev.punctual.StoreProvider;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.TaskRequest;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.worker.TaskWorker;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Punctual itself, on any store that a URL opens. */
final class PunctualPeer implements Peer {

    static final String NAME = "punctual";

    static final TaskType<byte[]> TYPE = TaskType.of("bench", PayloadCodec.bytes());

    private final StorePlace place;
    private final int slots;
    private TaskStore store;
    private TaskClient client;
    private @Nullable TaskWorker worker;

    /** Opens a store in that place, for a worker of so many slots. */
    PunctualPeer(StorePlace place, int slots) {
        this.place = place;
        this.slots = slots;
        this.store = open();
        this.client = TaskClient.of(store);
    }

    private TaskStore open() {
        return StoreProvider.openUrl(place.url(), StoreSettings.DEFAULT);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String setting() {
        return slots + " slots";
    }

    TaskStore store() {
        return store;
    }

    TaskClient client() {
        return client;
    }

    private static TaskRequest<byte[]> request(Job job) {
        return TYPE.at(job.due(), job.payload()).id(job.id());
    }

    @Override
    public void schedule(Job job) {
        if (!client.schedule(request(job)).accepted()) {
            throw new IllegalStateException("not accepted: " + job.id());
        }
    }

    @Override
    public void scheduleAll(List<Job> jobs) {
        client.scheduleAll(jobs.stream().map(PunctualPeer::request).toList()).forEach(result -> {
            if (!result.accepted()) {
                throw new IllegalStateException("not accepted: " + result);
            }
        });
    }

    @Override
    public boolean cancel(String id) {
        return client.cancel(TaskId.of(id)) == CancelResult.CANCELLED;
    }

    @Override
    public int cancelAll(List<String> ids) {
        return (int) store.cancel(ids.stream().map(TaskId::of).toList()).stream()
                .filter(result -> result == CancelResult.CANCELLED)
                .count();
    }

    @Override
    public void start(PayloadHandler handler) {
        start(store, handler);
    }

    /** Begins to run what is due in a store that stands before ours. */
    void start(TaskStore front, PayloadHandler handler) {
        worker = TaskWorker.builder(front)
                .handler(TYPE, (payload, context) -> handler.ran(payload))
                .slots(slots)
                .grace(Duration.ofSeconds(1))
                .build()
                .start();
    }

    @Override
    public void stop() {
        if (worker != null) {
            worker.close();
            worker = null;
        }
    }

    @Override
    public Map<String, Long> storedBytes() throws Exception {
        if (!place.measuredClosed()) {
            return place.storedBytes();
        }
        store.close();
        try {
            return place.storedBytes();
        } finally {
            reopen();
        }
    }

    @Override
    public void clear() throws Exception {
        stop();
        store.close();
        place.clear();
        reopen();
    }

    private void reopen() {
        store = open();
        client = TaskClient.of(store);
    }

    @Override
    public void close() throws IOException, SQLException {
        stop();
        store.close();
        place.close();
    }
}
