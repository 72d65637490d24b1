package dev.punctual.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Due;
import dev.punctual.IfExists;
import dev.punctual.Limits;
import dev.punctual.NewTask;
import dev.punctual.Payload;
import dev.punctual.Report;
import dev.punctual.Reschedule;
import dev.punctual.Retention;
import dev.punctual.RunHistory;
import dev.punctual.TaskQueries.Filter;
import dev.punctual.TaskRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Payloads are opaque: byte for byte the same on every path and attempt. */
public interface PayloadContract extends StoreContract {

    private static byte[] everyByte() {
        byte[] bytes = new byte[512];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    /** Bytes that some encoding, parser or terminator would change. */
    private static List<byte[]> hostile() {
        List<byte[]> all = new ArrayList<>(List.of(
                new byte[0],
                new byte[] {0},
                new byte[] {0, 0, 0},
                new byte[] {(byte) 0xFF},
                new byte[] {(byte) 0xC0, (byte) 0x80},
                new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
                new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF},
                new byte[] {'\r', '\n', '\n', '\r'},
                everyByte(),
                random(5_000)));
        for (String text : List.of(
                "[]",
                "{}",
                "{\"id\":12345678901234567890,\"x\":1.0}",
                " padded ",
                "null",
                "\\x00\\u0000",
                "'\";--",
                "\uD83D\uDE00 订单",
                "$1 %s {0} ?")) {
            all.add(text.getBytes(StandardCharsets.UTF_8));
        }
        return all;
    }

    private static NewTask task(String id, Payload payload) {
        return Tasks.with(Tasks.due(id), Tasks.due(id).spec().withPayload(payload));
    }

    @Test
    default void payload_isTheSameOnEveryPath() {
        List<byte[]> hostile = hostile();
        for (int i = 0; i < hostile.size(); i++) {
            Payload payload = new Payload(hostile.get(i).clone(), "application/x-" + i + "; q=\"ä\"", i);
            String id = "p" + i;
            create(task(id, payload));
            assertThat(find(id).spec().payload()).as("found").isEqualTo(payload);
            TaskRecord run = worker().lease(SHORT_LEASE).take(id);
            assertThat(run.spec().payload()).as("claimed").isEqualTo(payload);
            lapse();
            assertThat(single(store().lapsed(1)).spec().payload()).as("lapsed").isEqualTo(payload);
            reclaim(run);
            run = worker().take(id);
            settle(Tasks.retry(run, 0));
            run = worker().take(id);
            settle(Tasks.release(run));
            run = worker().take(id);
            assertThat(run.spec().payload()).as("claimed again").isEqualTo(payload);
            settle(Tasks.bury(run));
            redrive(id);
            run = worker().take(id);
            assertThat(run.spec().payload()).as("redriven").isEqualTo(payload);
            settle(Tasks.complete(run));
            assertThat(find(id).spec().payload()).as("finished").isEqualTo(payload);
            assertThat(payload.bytes()).as("the caller's own").isEqualTo(hostile.get(i));
        }
        assertThat(queries().page(Filter.ALL, 1_000, null).records()).allSatisfy(record -> {
            int i = Integer.parseInt(record.id().value().substring(1));
            assertThat(record.spec().payload().bytes()).as("on a page").isEqualTo(hostile.get(i));
        });
    }

    @Test
    default void payload_ofAReschedule_isTheSameOnEveryPath() {
        List<byte[]> hostile = hostile();
        for (int i = 0; i < hostile.size(); i++) {
            String id = "p" + i;
            create(Tasks.later(id));
            Payload payload = new Payload(hostile.get(i), "x/y", i);
            reschedule(new Reschedule(find(id).id(), Due.after(Duration.ofHours(2)), payload, null));
            assertThat(find(id).spec().payload()).isEqualTo(payload);
            reschedule(id, Due.now());
            assertThat(worker().take(id).spec().payload()).isEqualTo(payload);
        }
    }

    @Test
    default void payload_ofReplaceAndRestart_isTheNewOne() {
        List<byte[]> hostile = hostile();
        create(Tasks.later("a"));
        for (byte[] bytes : hostile) {
            Payload payload = new Payload(bytes, "x/y", 2);
            schedule(task("a", payload).ifExists(IfExists.REPLACE));
            TaskRecord run = worker().take("a");
            assertThat(run.spec().payload()).isEqualTo(payload);
            settle(Tasks.complete(run));
        }
    }

    /** Field case A25: sizes at which columns, packets and lengths break. */
    @Test
    default void A25_payload_ofEverySizeUpToTheLimit_survivesTenRetries() {
        subject().open(Limits.DEFAULT.withPayloadBytesMax(Limits.PAYLOAD_BYTES_HARD_MAX), Retention.DEFAULT);
        int max = store().capabilities().limits().payloadBytesMax();
        int[] sizes = {0, 1, 127, 128, 255, 256, 16_383, 16_384, 65_535, 65_536, max - 1, max};
        for (int size : sizes) {
            if (size <= max) {
                Payload payload = new Payload(random(size), Payload.OCTETS, 1);
                String id = "size-" + size;
                create(Tasks.retry(task(id, payload), 100, 3));
                for (int attempt = 0; attempt < 10; attempt++) {
                    settle(Tasks.retry(worker().take(id), 0));
                }
                TaskRecord run = worker().take(id);
                assertThat(run.attempt()).isEqualTo(11);
                assertThat(run.spec().payload().bytes()).isEqualTo(payload.bytes());
                settle(Tasks.complete(run));
            }
        }
    }

    /** Field case A25: a payload at the limit whose record grows with every retry. */
    @Test
    default void A25_payload_atTheLimitWithEverythingElseAtItsLimit_isDeliverable() {
        int max = store().capabilities().limits().payloadBytesMax();
        Payload payload = new Payload(random(max), "c".repeat(Limits.CONTENT_TYPE_CHARS_MAX), Integer.MAX_VALUE);
        String id = "\uD83D\uDE00".repeat(63);
        NewTask task = task(id, payload);
        task = Tasks.with(
                task,
                task.spec()
                        .withHeaders(Map.of("h", "v".repeat(Limits.HEADERS_BYTES_MAX - 1)))
                        .withQueue("q".repeat(128)));
        create(Tasks.retry(task, 1_000, 3));
        for (int i = 0; i < 12; i++) {
            TaskRecord run = worker().take(id);
            String error = "\uD83D\uDE00".repeat(2_000);
            settle(Report.retry(run.id(), run.token(), 0, error, Tasks.ran(run, RunHistory.Outcome.RETRIED, error)));
        }
        TaskRecord run = worker().take(id);
        assertThat(run.spec().payload()).isEqualTo(payload);
        assertThat(run.runs()).hasSize(10);
    }
}
