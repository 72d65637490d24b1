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

    private final List<DemoOrder> orders;
    private final List<DemoDelivery> deliveries;
    private final List<String> forgeries;
    private final Map<String, Instant> planned;
    private final Instant killedAt;
    private final Instant backAt;

    /**
     * @param orders what was scheduled
     * @param shop where it was delivered
     * @param planned the due time of each order, as the server accepted it
     * @param killedAt when the server was killed
     * @param backAt when it answered again
     */
    DemoVerdict(List<DemoOrder> orders, DemoShop shop, Map<String, Instant> planned, Instant killedAt, Instant backAt) {
        this.orders = orders;
        this.deliveries = shop.deliveries();
        this.forgeries = shop.forgeries();
        this.planned = Map.copyOf(planned);
        this.killedAt = killedAt;
        this.backAt = backAt;
    }

    /** Returns every claim, true or not. */
    List<Claim> claims() {
        return List.of(nothingLost(), neverEarly(), outage(), duplicates(), cancelled(), redriven(), signatures());
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
                .filter(delivery -> !concernedByOutage(delivery))
                .mapToLong(delivery -> delivery.lateness().toMillis())
                .max()
                .orElse(0);
        return new Claim(true, "nothing early, and at most " + worst + " ms late while the server was up");
    }

    private boolean isBeforePlan(DemoDelivery delivery) {
        return delivery.arrivedAt().isBefore(planned.getOrDefault(delivery.id(), Instant.MIN));
    }

    private Claim outage() {
        long caughtUp = deliveries.stream()
                .filter(delivery ->
                        delivery.dueAt().isAfter(killedAt) && delivery.dueAt().isBefore(backAt))
                .count();
        return new Claim(
                true,
                "kill -9 survived: " + caughtUp + (caughtUp == 1 ? " order" : " orders")
                        + " came due while the server was down and ran when it was back");
    }

    private boolean concernedByOutage(DemoDelivery delivery) {
        boolean dueWhileDown =
                delivery.dueAt().isAfter(killedAt) && delivery.dueAt().isBefore(backAt);
        boolean repeated =
                delivery.dueAt().isBefore(killedAt) && delivery.arrivedAt().isAfter(killedAt);
        return dueWhileDown || repeated;
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
                    boolean fine = before.underWay(killedAt, WRITING)
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
