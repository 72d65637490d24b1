package dev.punctual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What values refuse: each message names the field, the limit and a right example. */
class ValuesTest {

    private static final TaskSpec SPEC = TaskSpec.of("t", Payload.EMPTY);

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a/b", "a;b", "ä", "a\n", "a\0", "😀", "a@b"})
    void A24_namesOutsideTheAlphabet_areRefusedAlike(String name) {
        List<ThrowingCallable> calls = List.of(
                () -> TaskSpec.of(name, Payload.EMPTY),
                () -> SPEC.withQueue(name),
                () -> TaskType.of(name, PayloadCodec.text()),
                () -> TaskType.of("t", PayloadCodec.text()).queue(name),
                () -> TaskType.of("t", PayloadCodec.text()).aliases("ok", name),
                () -> TaskType.of("t", PayloadCodec.text()).now("x").queue(name),
                () -> new Lease(name, 1, 0));
        for (ThrowingCallable call : calls) {
            assertRefused(call, "must be 1 to 128 characters of A-Z a-z 0-9 . _ : -", "for example");
        }
    }

    @Test
    void A24_namesOfTheAlphabet_areTaken() {
        String longest = "a".repeat(128);
        for (String name : List.of("a", "A.b_c:d-9", longest)) {
            assertThat(SPEC.withQueue(name).queue()).isEqualTo(name);
        }
        assertRefused(() -> SPEC.withQueue(longest + "a"), "queue", "1 to 128", "default");
        assertRefused(() -> TaskSpec.of("a b", Payload.EMPTY), "type", "\"a b\"", "order.cancel");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_535, 65_536, 1_048_575, 1_048_576})
    void A25_payloadsUpToTheHardLimit_areTaken(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        Payload payload = new Payload(bytes, "image/png", 1);
        assertThat(payload.size()).isEqualTo(size);
        assertThat(payload.bytes()).isEqualTo(bytes);
        assertThat(payload).isEqualTo(new Payload(bytes.clone(), "image/png", 1));
    }

    @Test
    void payload_ofBytes_isNotWhatAHandlerGets() {
        PayloadCodec<byte[]> codec = PayloadCodec.bytes();
        Payload stored = codec.encode(new byte[] {1, 2});
        codec.decode(stored)[0] = 9;
        assertThat(codec.decode(stored)).containsExactly(1, 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1_048_577, 4 << 20, (16 << 20) + 1})
    void A25_largerPayloads_areRefusedBySizeAndLimit(int size) {
        assertThatThrownBy(() -> new Payload(new byte[size], Payload.OCTETS, 1))
                .isInstanceOfSatisfying(
                        InvalidTaskException.class,
                        e -> assertThat(e.refusal().reason()).isEqualTo(Refusal.Reason.TOO_LARGE))
                .hasMessageContainingAll("payload", "at most 1048576 bytes", "has " + size, "a reference to the data");
    }

    @Test
    void A25_limitOfTheStore_isExact() {
        TaskStateMachine machine = new TaskStateMachine(Limits.DEFAULT);
        assertThat(schedule(machine, 65_536).outcome()).isEqualTo(ScheduleResult.Outcome.CREATED);
        ScheduleResult refused = schedule(machine, 65_537);
        assertThat(refused.outcome()).isEqualTo(ScheduleResult.Outcome.REFUSED);
        assertThat(refused.refusal()).isNotNull();
        assertThat(refused.refusal().reason()).isEqualTo(Refusal.Reason.TOO_LARGE);
        assertThat(refused.refusal().message()).contains("payload", "at most 65536 bytes", "has 65537");
    }

    private static ScheduleResult schedule(TaskStateMachine machine, int bytes) {
        TaskSpec spec = SPEC.withPayload(new Payload(new byte[bytes], Payload.OCTETS, 1));
        NewTask task = NewTask.of(TaskId.of("t"), spec, Due.now());
        return machine.schedule(null, task, new TaskStateMachine.Moment(1_796_000_000_000_000L))
                .answer();
    }

    @Test
    void contentTypeAndVersion_areChecked() {
        assertRefused(() -> new Payload(new byte[0], "", 1), "contentType", "1 to 255 characters", "application/json");
        assertRefused(() -> new Payload(new byte[0], "a".repeat(256), 1), "contentType", "has 256");
        assertRefused(() -> new Payload(new byte[0], "a\r\nX: y", 1), "contentType", "control characters", "U+000D");
        assertRefused(() -> new Payload(new byte[0], "\uD800", 1), "contentType", "lone surrogate");
        assertRefused(() -> new Payload(new byte[0], "a/b", -1), "payloadVersion", "not be negative", "-1");
    }

    @Test
    void headers_areChecked() {
        assertThat(SPEC.withHeaders(Map.of("a", "x".repeat(8_191))).headers()).hasSize(1);
        assertRefused(
                () -> SPEC.withHeaders(Map.of("a", "x".repeat(8_192))), "headers", "at most 8192 bytes", "have 8193");
        assertRefused(() -> SPEC.withHeaders(Map.of("a", "€".repeat(2_731))), "headers", "have 8194");
        assertRefused(() -> SPEC.withHeaders(Map.of("", "x")), "headers", "empty name", "tenant: acme");
        assertRefused(() -> SPEC.withHeaders(Map.of("a\n", "x")), "headers", "control characters");
        assertRefused(() -> SPEC.withHeaders(Map.of("a", "\uDC00")), "headers", "lone surrogate");
    }

    @Test
    void sinks_areChecked() {
        assertThat(Sink.webhook("https://example.org").kind()).isEqualTo("webhook");
        assertRefused(() -> new Sink("webhook", ""), "sink", "both a kind and an address", "webhook, https://");
        assertRefused(() -> new Sink("", "https://example.org"), "sink", "both a kind and an address");
        assertRefused(() -> new Sink("web hook", "x"), "sink.kind", "1 to 128");
        assertRefused(() -> Sink.webhook("https://a\nb"), "sink.address", "U+000A");
        assertRefused(() -> Sink.webhook("\uD800"), "sink.address", "lone surrogate");
        assertRefused(() -> Sink.webhook("x".repeat(2_049)), "sink.address", "at most 2048", "has 2049");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 10, Integer.MAX_VALUE})
    void priority_isZeroToNine(int value) {
        assertRefused(() -> new Priority(value), "priority", "0 to 9", "was " + value, "for example 4");
        assertThat(Priority.LOWEST).isLessThan(Priority.NORMAL);
        assertThat(Priority.HIGHEST.value()).isEqualTo(9);
    }

    @Test
    void leasesAndClaims_areChecked() {
        ClaimRequest.Wanted all = new ClaimRequest.Wanted(Selector.any(), Selector.any(), Selector.any(), 1);
        Duration lease = Duration.ofSeconds(30);
        assertThat(new ClaimRequest("w", 1, 0, lease, all).max()).isZero();
        assertRefused(() -> new ClaimRequest("w", 0, 1, lease, all), "claimSeq", "at least 1", "was 0");
        assertRefused(() -> new ClaimRequest("w", 1, -1, lease, all), "max", "0 to 1000", "was -1");
        assertRefused(() -> new ClaimRequest("w", 1, 1_001, lease, all), "max", "0 to 1000", "was 1001");
        assertRefused(() -> new ClaimRequest("w", 1, 1, Duration.ofMillis(1_999), all), "lease", "PT2S to PT1H");
        assertRefused(() -> new ClaimRequest("w", 1, 1, Duration.ofSeconds(3_601), all), "lease", "PT2S to PT1H");
        assertRefused(
                () -> new ClaimRequest.Wanted(Selector.any(), Selector.any(), Selector.any(), 2),
                "maxSuspects",
                "0 or 1");
    }

    @Test
    void reports_areChecked() {
        TaskId id = TaskId.of("t");
        assertRefused(() -> Report.complete(id, 0, RunHistory.EMPTY), "token", "at least 1", "was 0");
        assertRefused(() -> Report.retry(id, 1, -1, "", RunHistory.EMPTY), "delay", "0 to 365 days", "-1 ms", "PT5S");
        assertRefused(
                () -> Report.retry(id, 1, 31_536_000_001L, "", RunHistory.EMPTY), "delay", "0 to 365 days", "PT5S");
        assertThat(Report.bury(id, 1, "\0" + "x".repeat(1 << 20), RunHistory.EMPTY)
                        .error())
                .isEqualTo("\uFFFD" + "x".repeat(4_093));
    }

    @Test
    void expireAfter_isPositive() {
        NewTask task = NewTask.of(TaskId.of("t"), SPEC, Due.now());
        assertRefused(() -> task.expireAfter(Duration.ZERO), "expireAfter", "must be positive", "PT1H");
        assertRefused(() -> task.expireAfter(Duration.ofNanos(-1)), "expireAfter", "must be positive");
        assertThat(task.expireAfter(null).expireAfter()).isNull();
    }

    @Test
    void limits_areChecked() {
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> Limits.DEFAULT.withPayloadBytesMax(-1),
                () -> Limits.DEFAULT.withPayloadBytesMax((1 << 20) + 1),
                () -> Limits.DEFAULT.withHorizon(Duration.ZERO),
                () -> Limits.DEFAULT.withHorizon(Duration.ofDays(-1)),
                () -> Limits.DEFAULT.withPendingMax(0))) {
            assertThatThrownBy(call)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("must be");
        }
        assertThat(Limits.DEFAULT.withPayloadBytesMax(1 << 20).payloadBytesMax())
                .isEqualTo(1 << 20);
    }

    @Test
    void retention_isChecked() {
        Duration minute = Duration.ofMinutes(1);
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> new Retention(minute, 1, Duration.ofMinutes(2), Duration.ofDays(1)),
                () -> new Retention(minute, 1, minute, Duration.ofSeconds(1)),
                () -> new Retention(minute, -1, minute, minute),
                () -> new Retention(minute, 1, Duration.ofNanos(-1), minute))) {
            assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void callId_isMadeOfSixteenBytes() {
        byte[] bytes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        assertThat(CallId.of(bytes)).isEqualTo(new CallId(0x0001020304050607L, 0x08090A0B0C0D0E0FL));
        assertThat(CallId.random()).isNotEqualTo(CallId.random());
    }

    private static void assertRefused(ThrowingCallable call, String... words) {
        assertThatThrownBy(call).isInstanceOf(InvalidTaskException.class).hasMessageContainingAll(words);
    }
}
