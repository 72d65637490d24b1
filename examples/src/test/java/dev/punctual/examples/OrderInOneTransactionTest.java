package dev.punctual.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class OrderInOneTransactionTest {

    @Test
    void example_keepsOrdersAndTasksTogether() throws Exception {
        assertOrders(Printed.by(OrderInOneTransaction::main));
    }

    static void assertOrders(String printed) {
        assertThat(printed.lines())
                .containsExactly(
                        "order 41 was paid: its task is CANCELLED",
                        "order 43 was not placed (the address is missing): its row is not there, its task is not there",
                        "order 42 was not paid in time: its row is CANCELLED, its task is SUCCEEDED",
                        "order 41 is PAID");
    }
}
