package dev.punctual.cli;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One call that reached the shop. Thread-safe. */
final class DemoDelivery {

    private final String id;
    private final String webhookId;
    private final int attempt;
    private final Instant dueAt;
    private final Instant arrivedAt;
    private int status;
    private @Nullable Instant answeredAt;

    DemoDelivery(String id, String webhookId, int attempt, Instant dueAt, Instant arrivedAt) {
        this.id = id;
        this.webhookId = webhookId;
        this.attempt = attempt;
        this.dueAt = dueAt;
        this.arrivedAt = arrivedAt;
    }

    String id() {
        return id;
    }

    /** Returns what stays the same when a delivery is repeated, so that a receiver can tell. */
    String webhookId() {
        return webhookId;
    }

    int attempt() {
        return attempt;
    }

    Instant dueAt() {
        return dueAt;
    }

    Instant arrivedAt() {
        return arrivedAt;
    }

    /** Returns how long after its due time it arrived; negative if early. */
    Duration lateness() {
        return Duration.between(dueAt, arrivedAt);
    }

    /** Notes that the answer went out. */
    synchronized void answered(int newStatus, Instant at) {
        status = newStatus;
        answeredAt = at;
    }

    /** Returns whether the shop said yes, and the answer went out. */
    synchronized boolean accepted() {
        return answeredAt != null && status == 200;
    }

    /** Returns whether the shop failed on it, and said so. */
    synchronized boolean refused() {
        return answeredAt != null && status != 200;
    }

    /** Returns whether it was under way at that instant, or had ended less than that long before. */
    synchronized boolean underWay(Instant instant, Duration before) {
        return arrivedAt.isBefore(instant) && (answeredAt == null || answeredAt.isAfter(instant.minus(before)));
    }
}
