package dev.punctual.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.cli.DemoOrder.Part;
import dev.punctual.cli.DemoVerdict.Claim;
import dev.punctual.cli.DemoVerdict.Outage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The demo says that all is well only if it is: every claim is shown to fail. */
class DemoVerdictTest {

    private static final Instant ZERO = Instant.parse("2026-12-01T09:00:00Z");
    private static final Instant KILLED = ZERO.plusMillis(5300);
    private static final Instant BACK = ZERO.plusMillis(7500);

    private final List<DemoOrder> orders = DemoOrder.dozen();
    private final List<DemoDelivery> deliveries = new ArrayList<>();
    private final List<String> forgeries = new ArrayList<>();

    /** A run as it should be. */
    private void goodRun() {
        for (DemoOrder order : orders) {
            switch (order.part()) {
                case PLAIN -> arrived(order, late(order), 200);
                case FAILS -> {
                    arrived(order, 5, 500);
                    arrived(order, 1100, 500);
                    arrived(order, 8000, 200);
                }
                case UNDER_WAY -> {
                    arrived(order, 5, DemoShop.NO_ANSWER);
                    arrived(order, 2600, 200);
                }
                case PAID -> {}
            }
        }
    }

    private static long late(DemoOrder order) {
        Instant due = ZERO.plus(order.dueAfter());
        return due.isAfter(KILLED) && due.isBefore(BACK)
                ? Duration.between(due, BACK).toMillis()
                : 7;
    }

    private DemoDelivery arrived(DemoOrder order, long lateMillis, int status) {
        Instant due = ZERO.plus(order.dueAfter());
        // A retry, and the try of a redriven task, have a due time of their own.
        boolean ownDue = order.part() == Part.FAILS && lateMillis > 1000;
        Instant dueNow = ownDue ? due.plusMillis(lateMillis - 3) : due;
        DemoDelivery delivery = new DemoDelivery(order.id(), "wh-" + order.id(), 1, dueNow, due.plusMillis(lateMillis));
        if (status != DemoShop.NO_ANSWER) {
            delivery.answered(status, due.plusMillis(lateMillis + 1));
        }
        deliveries.add(delivery);
        return delivery;
    }

    private DemoOrder order(Part part) {
        return orders.stream().filter(order -> order.part() == part).findFirst().orElseThrow();
    }

    private List<Claim> claims() {
        Map<String, Instant> planned =
                orders.stream().collect(Collectors.toMap(DemoOrder::id, order -> ZERO.plus(order.dueAfter())));
        return new DemoVerdict(orders, planned, deliveries, forgeries, new Outage(KILLED, BACK)).claims();
    }

    private List<String> wrong() {
        return claims().stream()
                .filter(claim -> !claim.holds())
                .map(Claim::words)
                .toList();
    }

    @Test
    void goodRun_isWell() {
        goodRun();

        assertThat(wrong()).isEmpty();
        assertThat(claims())
                .extracting(Claim::words)
                .anyMatch(words -> words.contains("at most 7 ms late while the server was up"))
                .anyMatch(words -> words.contains("3 orders came due while the server was down"))
                .anyMatch(words -> words.contains("only order-06"));
    }

    @Test
    void missingOrder_isLost() {
        goodRun();
        deliveries.removeIf(delivery -> delivery.id().equals("order-11"));

        assertThat(wrong()).containsExactly("lost: order-11");
    }

    @Test
    void orderThatWasDueInTheOutageAndDoesNotCome_isNotCaughtUp() {
        goodRun();
        deliveries.removeIf(delivery -> delivery.id().equals("order-08"));

        assertThat(wrong())
                .containsExactly(
                        "lost: order-08", "came due while the server was down and were not caught up: order-08");
    }

    @Test
    void orderThatWasOnlyBegun_isLost() {
        goodRun();
        deliveries.removeIf(delivery -> delivery.id().equals("order-06") && delivery.accepted());

        assertThat(wrong()).containsExactly("lost: order-06");
    }

    @Test
    void arrivalBeforeDue_isEarly() {
        goodRun();
        arrived(new DemoOrder("order-12", Duration.ofSeconds(11), Part.PLAIN), -1, 500);

        assertThat(wrong()).contains("early: order-12");
    }

    @Test
    void repeatedDelivery_isWrongUnlessUnderWayAtTheKill() {
        goodRun();
        arrived(orders.get(0), 500, 200);

        assertThat(wrong()).containsExactly("delivered twice without being under way at the kill: order-01");
    }

    @Test
    void repeatedDeliveryUnderAnotherWebhookId_isWrong() {
        goodRun();
        DemoOrder underWay = order(Part.UNDER_WAY);
        deliveries.removeIf(delivery -> delivery.id().equals(underWay.id()) && delivery.accepted());
        Instant due = ZERO.plus(underWay.dueAfter());
        DemoDelivery again = new DemoDelivery(underWay.id(), "other", 2, due, due.plusMillis(2600));
        again.answered(200, due.plusMillis(2601));
        deliveries.add(again);

        assertThat(wrong()).singleElement().asString().startsWith("delivered twice");
    }

    @Test
    void cancelledOrderThatArrives_isWrong() {
        goodRun();
        arrived(order(Part.PAID), 10, 200);

        assertThat(wrong()).containsExactly("order-10 was cancelled and arrived nevertheless");
    }

    @Test
    void deadLetterThatDoesNotComeBack_isWrong() {
        goodRun();
        deliveries.removeIf(delivery -> delivery.id().equals("order-02") && delivery.accepted());

        assertThat(wrong()).hasSize(2).anyMatch(words -> words.startsWith("order-02 should fail twice"));
    }

    @Test
    void wrongSignature_isWrong() {
        goodRun();
        forgeries.add("order-03");

        assertThat(wrong()).containsExactly("wrong signature: order-03");
    }
}
