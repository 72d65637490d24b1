package dev.punctual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskRecordFormatTest {

    private static final TaskId ID = TaskId.of("cancel:order-42");

    @Test
    void randomRecords_comeBackAsTheyWere() {
        RandomRecords records = new RandomRecords(2026);
        for (int i = 0; i < 5_000; i++) {
            TaskRecord record = records.next();
            byte[] bytes = TaskRecordFormat.encode(record);
            assertThat(bytes[0]).isEqualTo(TaskRecordFormat.FORMAT);
            assertThat(TaskRecordFormat.decode(record.id(), bytes)).isEqualTo(record);
        }
    }

    @Test
    void largestRecord_comesBackAsItWas() {
        byte[] payload = new byte[Limits.PAYLOAD_BYTES_HARD_MAX];
        new Random(1).nextBytes(payload);
        TaskRecord record = golden().edit()
                .spec(golden().spec().withPayload(new Payload(payload, "x".repeat(255), Integer.MAX_VALUE)))
                .lastError("€".repeat(1_365))
                .done();
        assertThat(TaskRecordFormat.decode(ID, TaskRecordFormat.encode(record))).isEqualTo(record);
    }

    /** Bytes that an earlier build wrote. A later one must read them for ever: never change this text. */
    private static final String GOLDEN = """
            0102fbfedcba9876543210fbd0eab6b733fb8884e0b733c8d3eab6b733838081b184e99103818081b184e991030102c0\
            80c6b6b7330087f4f39282e99103052437643966366331652d356130622d346335332d396134332d3062366637633266\
            39663130ac02b0baecb6b7330123456789abcdeffffffffffffffffe1a636f6e6e656374696f6e20726566757365643a\
            207370c3a4c5a556010200064748462040010003772d31000000000000000b000000000000000c02000974696d656420\
            6f757400064748462040020003772d320000000000000000000000000000000005000b776f726b6572206c6f73740c6f\
            726465722e63616e63656c066f72646572730907776562686f6f6b1c68747470733a2f2f6578616d706c652e6f72672f\
            686f6f6b3f613d31070480dea0cb05400400000000000080e0d3c8949d013fd0000000000000010674656e616e740a61\
            636dc3a920f09f9880106170706c69636174696f6e2f6a736f6e03050001ff7f80\
            """;

    private static final String GOLDEN_PLAIN = "0106040000000000000001010203000000000405060000000174076465666175"
            + "6c740400186170706c69636174696f6e2f6f637465742d73747265616d0100";

    @Test
    void format1_isReadForEver() {
        assertThat(TaskRecordFormat.decode(ID, HexFormat.of().parseHex(GOLDEN))).isEqualTo(golden());
        assertThat(TaskRecordFormat.decode(ID, HexFormat.of().parseHex(GOLDEN_PLAIN)))
                .isEqualTo(goldenPlain());
    }

    @Test
    void format1_isWrittenAsBefore() {
        assertThat(HexFormat.of().formatHex(TaskRecordFormat.encode(golden()))).isEqualTo(GOLDEN);
        assertThat(HexFormat.of().formatHex(TaskRecordFormat.encode(goldenPlain())))
                .isEqualTo(GOLDEN_PLAIN);
    }

    @ParameterizedTest
    @ValueSource(bytes = {0, 2, 127, -1})
    void unknownFormat_isRefusedByName(byte format) {
        byte[] bytes = TaskRecordFormat.encode(golden());
        bytes[0] = format;
        assertThatThrownBy(() -> TaskRecordFormat.decode(ID, bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("cancel:order-42", "format " + (format & 0xFF), "reads format 1");
    }

    @Test
    void truncatedBytes_areRefused() {
        byte[] bytes = TaskRecordFormat.encode(golden());
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> TaskRecordFormat.decode(ID, cut))
                    .as("%d of %d bytes", length, bytes.length)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertThatThrownBy(() -> TaskRecordFormat.decode(ID, longer))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("goes on after its end");
    }

    @Test
    void everySingleDamagedByte_isReadOrRefused_neverAnythingElse() {
        byte[] bytes = TaskRecordFormat.encode(golden());
        int refused = 0;
        for (int at = 0; at < bytes.length; at++) {
            for (int value = 0; value < 256; value++) {
                byte[] damaged = bytes.clone();
                damaged[at] = (byte) value;
                refused += refuses(damaged) ? 1 : 0;
            }
        }
        assertThat(refused).isGreaterThan(bytes.length * 20);
    }

    @Test
    void randomDamage_isReadOrRefused_neverAnythingElse() {
        Random random = new Random(99);
        RandomRecords records = new RandomRecords(99);
        List<byte[]> whole = Stream.generate(records::next)
                .limit(200)
                .map(TaskRecordFormat::encode)
                .toList();
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = whole.get(i % whole.size()).clone();
            for (int damage = 1 + random.nextInt(6); damage > 0; damage--) {
                bytes[1 + random.nextInt(bytes.length - 1)] = (byte) random.nextInt();
            }
            refused += refuses(bytes) ? 1 : 0;
        }
        for (int i = 0; i < 20_000; i++) {
            byte[] noise = new byte[random.nextInt(400)];
            random.nextBytes(noise);
            if (noise.length > 1) {
                noise[0] = TaskRecordFormat.FORMAT;
                noise[1] = (byte) (1 + random.nextInt(6));
            }
            refused += refuses(noise) ? 1 : 0;
        }
        assertThat(refused).isBetween(20_000, 39_999);
    }

    @Test
    void hugeLengths_areRefusedBeforeAnythingIsAllocated() {
        for (long length : new long[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1L << 31, Long.MAX_VALUE}) {
            ByteSink sink = new ByteSink(16);
            sink.writeVar(length);
            byte[] bytes = sink.toBytes();
            assertThatThrownBy(() -> new ByteSource(bytes).readBytes()).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new ByteSource(bytes).readText()).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void hugeNumberOfHeaders_isRefused() {
        byte[] bytes = TaskRecordFormat.encode(goldenPlain());
        // The last bytes: number of headers, content type, version, payload.
        int at = bytes.length - 1 - 1 - 1 - Payload.OCTETS.length() - 1;
        assertThat(bytes[at]).isZero();
        for (long count : new long[] {-1, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE}) {
            ByteSink sink = new ByteSink(bytes.length + 16);
            for (int i = 0; i < at; i++) {
                sink.writeByte(bytes[i]);
            }
            sink.writeVar(count);
            byte[] damaged = sink.toBytes();
            assertThatThrownBy(() -> TaskRecordFormat.decode(ID, damaged)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void variableNumbers_comeBackAsTheyWere() {
        ByteSink sink = new ByteSink(1);
        long[] numbers = {0, 1, 127, 128, 16_383, 16_384, Integer.MAX_VALUE, Long.MAX_VALUE, -1, Long.MIN_VALUE};
        for (long number : numbers) {
            sink.writeVar(number);
        }
        ByteSource source = new ByteSource(sink.toBytes());
        for (long number : numbers) {
            assertThat(source.readVar()).isEqualTo(number);
        }
        byte[] endless = new byte[11];
        Arrays.fill(endless, (byte) 0x80);
        assertThatThrownBy(() -> new ByteSource(endless).readVar())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no end");
    }

    /** Whether the bytes are refused; anything but a record or a refusal fails the test. */
    private static boolean refuses(byte[] bytes) {
        try {
            TaskRecord record = TaskRecordFormat.decode(ID, bytes);
            return record.runs().size() > 255;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    private static TaskRecord golden() {
        TaskSpec spec = new TaskSpec(
                "order.cancel",
                "orders",
                Sink.webhook("https://example.org/hook?a=1"),
                Priority.HIGHEST,
                new Payload(new byte[] {0, 1, -1, 127, -128}, "application/json", 3),
                Map.of("tenant", "acmé 😀"),
                new RetryPolicy(7, 4, Duration.ofMillis(1_500), 2.5, Duration.ofMinutes(90), 0.25));
        RunHistory history = RunHistory.EMPTY
                .plus(new RunHistory.Run(
                        1_767_225_600_000_001L, "w-1", 11, 12, RunHistory.Outcome.RETRIED, "timed out"))
                .plus(new RunHistory.Run(1_767_225_600_000_002L, "w-2", 0, 0, RunHistory.Outcome.LOST, "worker lost"));
        return new TaskRecord(
                ID,
                -81_985_529_216_486_896L,
                spec,
                TaskState.RUNNING,
                1_767_225_600_123L,
                1_767_312_000_123L,
                1_767_225_600_456L,
                1_767_225_600_000_003L,
                1_767_225_600_000_001L,
                new Lease("7d9f6c1e-5a0b-4c53-9a43-0b6f7c2f9f10", 300, 1_767_225_630_000L),
                1,
                2,
                true,
                true,
                new TaskRecord.Call(new CallId(0x0123456789ABCDEFL, -2), ScheduleResult.Outcome.REPLACED),
                1_767_225_000_000L,
                0,
                1_767_225_000_000_007L,
                5,
                "connection refused: späť",
                history,
                false);
    }

    private static TaskRecord goldenPlain() {
        return new TaskRecord(
                ID,
                1,
                TaskSpec.of("t", Payload.EMPTY),
                TaskState.EXPIRED,
                1,
                2,
                3,
                0,
                0,
                null,
                0,
                0,
                false,
                false,
                null,
                4,
                5,
                6,
                0,
                "",
                RunHistory.EMPTY,
                true);
    }
}
