package dev.punctual.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OrderAutoCancelTest {

    @Test
    void example_cancelsTheUnpaidOrderOnly(@TempDir Path directory) throws Exception {
        String printed = printedBy("rocksdb:" + directory.resolve("orders"));
        assertThat(printed)
                .contains("order 41 was paid: its task is CANCELLED")
                .contains("order 42 was not paid in time: cancelled")
                .doesNotContain("order 41 was not paid");
    }

    @Test
    void example_canBeRunAgainOnTheSameStore(@TempDir Path directory) throws Exception {
        String store = "rocksdb:" + directory.resolve("orders");
        printedBy(store);
        assertThat(printedBy(store)).contains("order 42 was not paid in time: cancelled");
    }

    @Test
    void example_runsInMemoryToo() throws Exception {
        assertThat(printedBy("memory:")).contains("order 42 was not paid in time: cancelled");
    }

    private static String printedBy(String store) throws Exception {
        return Printed.by(OrderAutoCancel::main, store);
    }
}
