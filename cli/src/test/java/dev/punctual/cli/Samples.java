package dev.punctual.cli;

import dev.punctual.httpapi.DeliverTo;
import dev.punctual.httpapi.RawJson;
import dev.punctual.httpapi.RetrySettings;
import dev.punctual.httpapi.TaskView;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Tasks as a server shows them. */
final class Samples {

    /** A dead task with all there is to show. */
    static final TaskView DEAD_TASK = dead();

    /** Two tasks of a page, one with an id of double width. */
    static final List<TaskView> TASKS = List.of(DEAD_TASK, scheduled("订单-7"));

    private Samples() {}

    private static TaskView dead() {
        return new TaskView(
                "order-42",
                "order-cancel",
                "default",
                "DEAD",
                at("08:58:20"),
                null,
                4,
                new RawJson("{\"order\":  42.0}"),
                null,
                "application/json",
                0,
                Map.of("tenant", "acme"),
                new RetrySettings(2, 3, "PT1S", 2.0, "PT1H"),
                DeliverTo.webhook("http://127.0.0.1:9/orders"),
                3,
                2,
                0,
                false,
                false,
                "0123456789abcdef",
                99,
                null,
                null,
                at("08:56:40"),
                at("08:59:10"),
                5,
                0,
                "receiver answered 500: \u001B[31mred",
                List.of(
                        new TaskView.Run(
                                98,
                                "w",
                                at("08:58:20"),
                                at("08:58:20").plusMillis(250),
                                "RETRIED",
                                "receiver answered 500"),
                        new TaskView.Run(99, "w", at("08:58:21"), null, "LOST", null)),
                false);
    }

    private static TaskView scheduled(String id) {
        return new TaskView(
                id,
                "order-cancel",
                "mail",
                "SCHEDULED",
                Instant.parse("2026-12-02T11:00:00Z"),
                null,
                4,
                null,
                null,
                null,
                null,
                null,
                new RetrySettings(10, 3, "PT5S", 2.0, "PT1H"),
                null,
                1,
                0,
                0,
                false,
                false,
                "0123456789abcdef",
                0,
                null,
                null,
                at("08:00:00"),
                null,
                1,
                0,
                null,
                null,
                false);
    }

    private static Instant at(String time) {
        return Instant.parse("2026-12-01T" + time + "Z");
    }
}
