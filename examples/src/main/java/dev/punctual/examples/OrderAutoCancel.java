package dev.punctual.examples;

import static dev.punctual.IfExists.RESTART;
import static java.time.Duration.ofSeconds;

import dev.punctual.CancelResult;
import dev.punctual.PayloadCodec;
import dev.punctual.StoreProvider;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.worker.TaskWorker;
import java.util.concurrent.CountDownLatch;

/**
 * Cancels orders that were not paid in time: two orders are placed, one is paid, the other is cancelled. A finished
 * task keeps its id for an hour; {@code RESTART} uses the id again, so that the example can be run twice.
 */
public final class OrderAutoCancel {

    private static final TaskType<String> CANCEL_ORDER = TaskType.of("order.cancel", PayloadCodec.text());

    private OrderAutoCancel() {}

    /** Runs the example; the first argument is the store, {@code rocksdb:./orders} if not given. */
    public static void main(String[] args) throws InterruptedException {
        String url = args.length > 0 ? args[0] : "rocksdb:./orders";
        CountDownLatch cancelled = new CountDownLatch(1);
        try (TaskStore store = StoreProvider.openUrl(url, StoreSettings.DEFAULT);
                TaskWorker worker = TaskWorker.builder(store)
                        .handler(CANCEL_ORDER, (orderId, context) -> {
                            System.out.println("order " + orderId + " was not paid in time: cancelled");
                            cancelled.countDown();
                        })
                        .build()) {
            worker.start();
            TaskClient client = TaskClient.of(store);
            client.schedule(CANCEL_ORDER.in(ofSeconds(2), "41").id("cancel:41").ifExists(RESTART));
            client.schedule(CANCEL_ORDER.in(ofSeconds(2), "42").id("cancel:42").ifExists(RESTART));

            CancelResult paid = client.cancel(TaskId.of("cancel:41"));
            System.out.println("order 41 was paid: its task is " + paid);
            cancelled.await();
        }
    }
}
