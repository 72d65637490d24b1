package dev.punctual.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OrderAutoCancelTest {

    @Test
    void example_cancelsTheUnpaidOrderOnly(@TempDir Path directory) throws InterruptedException {
        String printed = printedBy("rocksdb:" + directory.resolve("orders"));
        assertThat(printed)
                .contains("order 41 was paid: its task is CANCELLED")
                .contains("order 42 was not paid in time: cancelled")
                .doesNotContain("order 41 was not paid");
    }

    @Test
    void example_canBeRunAgainOnTheSameStore(@TempDir Path directory) throws InterruptedException {
        String store = "rocksdb:" + directory.resolve("orders");
        printedBy(store);
        assertThat(printedBy(store)).contains("order 42 was not paid in time: cancelled");
    }

    @Test
    void example_runsInMemoryToo() throws InterruptedException {
        assertThat(printedBy("memory:")).contains("order 42 was not paid in time: cancelled");
    }

    private static String printedBy(String store) throws InterruptedException {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            OrderAutoCancel.main(new String[] {store});
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
