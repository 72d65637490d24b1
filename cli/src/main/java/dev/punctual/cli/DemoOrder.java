package dev.punctual.cli;

import java.time.Duration;
import java.util.List;

/**
 * One order of the demo: a task that cancels it unless it is paid in time.
 *
 * @param id the id of the task
 * @param dueAfter when it is due, counted from the beginning
 * @param part what happens to it
 */
record DemoOrder(String id, Duration dueAfter, Part part) {

    /** The type of all tasks of the demo. */
    static final String TYPE = "order-cancel";

    /** What happens to an order. */
    enum Part {
        /** It is delivered, and that is that. */
        PLAIN,
        /** The shop fails on it until its database is mended. */
        FAILS,
        /** The shop is at it when the server is killed. */
        UNDER_WAY,
        /** It is paid in time, so its task is cancelled. */
        PAID
    }

    /** Returns the dozen. Those at 5.5 s, 6 s and 6.5 s come due while the server is down. */
    static List<DemoOrder> dozen() {
        return List.of(
                order(1, 1000, Part.PLAIN),
                order(2, 1500, Part.FAILS),
                order(3, 2000, Part.PLAIN),
                order(4, 3000, Part.PLAIN),
                order(5, 4000, Part.PLAIN),
                order(6, 5000, Part.UNDER_WAY),
                order(7, 5500, Part.PLAIN),
                order(8, 6000, Part.PLAIN),
                order(9, 6500, Part.PLAIN),
                order(10, 8000, Part.PAID),
                order(11, 9000, Part.PLAIN),
                order(12, 10_000, Part.PLAIN));
    }

    private static DemoOrder order(int number, int dueMillis, Part part) {
        return new DemoOrder(String.format("order-%02d", number), Duration.ofMillis(dueMillis), part);
    }

    /** Returns what the task carries. */
    String payload() {
        return "{\"order\": \"" + id + "\", \"reason\": \"not paid in time\"}";
    }
}
