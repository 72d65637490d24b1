package dev.punctual.cli;

import dev.punctual.cli.DemoOrder.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What the demo claims, checked against what really reached the shop.
 *
 * <p>Not thread-safe.
 */
final class DemoVerdict {

    /**
     * A delivery answered less than this before the kill counts as under way: the server may not have written the
     * answer down yet.
     */
    static final Duration WRITING = Duration.ofSeconds(1);

    /**
     * One claim.
     *
     * @param holds whether it is true
     * @param words the claim, or what is wrong
     */
    record Claim(boolean holds, String words) {}

    /**
     * The time without a server.
     *
     * @param from when it was killed
     * @param to when it was ready again
     */
    record Outage(Instant from, Instant to) {
        /** Returns whether the delivery had to wait for the server to be back. */
        boolean delayed(DemoDelivery delivery) {
            return delivery.arrivedAt().isAfter(from) && delivery.dueAt().isBefore(to);
        }
    }

    private final List<DemoOrder> orders;
    private final List<DemoDelivery> deliveries;
    private final List<String> forgeries;
    private final Map<String, Instant> planned;
    private final Outage outage;

    /**
     * @param orders what was scheduled
     * @param planned the due time of each order, as the server accepted it
     * @param deliveries every genuine call that reached the shop
     * @param forgeries the ids of calls whose signature was wrong
     * @param outage when the server was killed and when it was back
     */
    DemoVerdict(
            List<DemoOrder> orders,
            Map<String, Instant> planned,
            List<DemoDelivery> deliveries,
            List<String> forgeries,
            Outage outage) {
        this.orders = orders;
        this.planned = Map.copyOf(planned);
        this.deliveries = deliveries;
        this.forgeries = forgeries;
        this.outage = outage;
    }

    /** Returns every claim, true or not. */
    List<Claim> claims() {
        return List.of(nothingLost(), neverEarly(), survived(), duplicates(), cancelled(), redriven(), signatures());
    }

    private Claim nothingLost() {
        List<String> missing = orders.stream()
                .filter(order -> order.part() != Part.PAID)
                .map(DemoOrder::id)
                .filter(id -> of(id).stream().noneMatch(DemoDelivery::accepted))
                .toList();
        long due = orders.stream().filter(order -> order.part() != Part.PAID).count();
        return missing.isEmpty()
                ? new Claim(true, "nothing lost: all " + due + " orders that were not paid were cancelled")
                : new Claim(false, "lost: " + String.join(", ", missing));
    }

    private Claim neverEarly() {
        List<String> early = deliveries.stream()
                .filter(delivery -> delivery.lateness().isNegative() || isBeforePlan(delivery))
                .map(DemoDelivery::id)
                .toList();
        if (!early.isEmpty()) {
            return new Claim(false, "early: " + String.join(", ", early));
        }
        long worst = deliveries.stream()
                .filter(delivery -> !outage.delayed(delivery))
                .mapToLong(delivery -> delivery.lateness().toMillis())
                .max()
                .orElse(0);
        return new Claim(true, "nothing early, and at most " + worst + " ms late while the server was up");
    }

    private boolean isBeforePlan(DemoDelivery delivery) {
        return delivery.arrivedAt().isBefore(planned.getOrDefault(delivery.id(), Instant.MIN));
    }

    private Claim survived() {
        List<String> dueMeanwhile = orders.stream()
                .filter(order -> order.part() != Part.PAID)
                .map(DemoOrder::id)
                .filter(this::wasDueMeanwhile)
                .toList();
        List<String> forgotten = dueMeanwhile.stream()
                .filter(id -> of(id).stream().noneMatch(this::caughtUp))
                .toList();
        return forgotten.isEmpty()
                ? new Claim(
                        true,
                        "kill -9 survived: " + dueMeanwhile.size()
                                + " orders came due while the server was down, and were caught up when it was back")
                : new Claim(
                        false,
                        "came due while the server was down and were not caught up: " + String.join(", ", forgotten));
    }

    /** Due before the server was back, and not called before it was killed. */
    private boolean wasDueMeanwhile(String id) {
        return planned.getOrDefault(id, Instant.MAX).isBefore(outage.to())
                && of(id).stream().noneMatch(delivery -> delivery.arrivedAt().isBefore(outage.from()));
    }

    private boolean caughtUp(DemoDelivery delivery) {
        return delivery.accepted() && delivery.arrivedAt().isAfter(outage.from());
    }

    /** A delivery is a duplicate if an earlier one of the same order was accepted, or never answered. */
    private Claim duplicates() {
        List<String> explained = new ArrayList<>();
        List<String> unexplained = new ArrayList<>();
        for (DemoOrder order : orders) {
            List<DemoDelivery> ofOrder = of(order.id());
            for (DemoDelivery again : ofOrder.subList(Math.min(1, ofOrder.size()), ofOrder.size())) {
                DemoDelivery before = ofOrder.get(ofOrder.indexOf(again) - 1);
                if (!before.refused()) {
                    boolean fine = before.underWay(outage.from(), WRITING)
                            && before.webhookId().equals(again.webhookId());
                    (fine ? explained : unexplained).add(order.id());
                }
            }
        }
        if (!unexplained.isEmpty()) {
            return new Claim(
                    false, "delivered twice without being under way at the kill: " + String.join(", ", unexplained));
        }
        return explained.isEmpty()
                ? new Claim(true, "nothing delivered twice")
                : new Claim(
                        true,
                        "delivered twice: only " + String.join(", ", explained)
                                + ", under way at the kill; same webhook-id, so the shop can tell");
    }

    private Claim cancelled() {
        String id = only(Part.PAID);
        return of(id).isEmpty()
                ? new Claim(true, "cancelled means cancelled: " + id + " was paid in time and never arrived")
                : new Claim(false, id + " was cancelled and arrived nevertheless");
    }

    private Claim redriven() {
        String id = only(Part.FAILS);
        List<DemoDelivery> ofOrder = of(id);
        List<DemoDelivery> refused =
                ofOrder.stream().filter(DemoDelivery::refused).toList();
        boolean right =
                ofOrder.size() == 3 && refused.size() == 2 && ofOrder.get(2).accepted();
        return right
                ? new Claim(
                        true,
                        "dead letters are kept: " + id + " failed twice, outlived the kill, and ran when redriven")
                : new Claim(
                        false,
                        id + " should fail twice and then succeed, but was delivered " + ofOrder.size() + " times, "
                                + refused.size() + " of them failing");
    }

    private Claim signatures() {
        return forgeries.isEmpty()
                ? new Claim(true, "all " + deliveries.size() + " calls carried the right signature")
                : new Claim(false, "wrong signature: " + String.join(", ", forgeries));
    }

    private List<DemoDelivery> of(String id) {
        return deliveries.stream()
                .filter(delivery -> delivery.id().equals(id))
                .sorted(Comparator.comparing(DemoDelivery::arrivedAt))
                .toList();
    }

    private String only(Part part) {
        return orders.stream()
                .filter(order -> order.part() == part)
                .map(DemoOrder::id)
                .findFirst()
                .orElseThrow();
    }
}
