package dev.punctual.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.Payload;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

class JacksonCodecTest {

    record Order(
            long number,
            @Nullable String customer,
            @Nullable BigDecimal total,
            @Nullable Instant placedAt) {}

    private static final JacksonCodec<Order> ORDERS = JacksonCodec.of(Order.class);

    private static Payload json(String text) {
        return new Payload(text.getBytes(StandardCharsets.UTF_8), "application/json", 1);
    }

    private static String text(Payload payload) {
        return new String(payload.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void records_comeBackEqual() {
        Order order = new Order(
                1410277790296653825L,
                "订单 😀 \"x\"",
                new BigDecimal("10.50"),
                Instant.parse("2026-12-01T09:00:00.123456789Z"));
        Payload payload = ORDERS.encode(order);
        assertThat(payload.contentType()).isEqualTo("application/json");
        assertThat(payload.version()).isEqualTo(1);
        assertThat(ORDERS.decode(payload)).isEqualTo(order);
    }

    @Test
    void fieldsOfANewerBuild_areSkipped() {
        Order order = ORDERS.decode(json("{\"number\":7,\"customer\":\"a\",\"coupon\":{\"code\":[1]}}"));
        assertThat(order).isEqualTo(new Order(7, "a", null, null));
    }

    @Test
    void fieldsOfALaterBuild_areNull() {
        assertThat(ORDERS.decode(json("{\"number\":7}"))).isEqualTo(new Order(7, null, null, null));
    }

    @Test
    void typeArguments_areKept() {
        JacksonCodec<Map<String, List<Order>>> codec =
                JacksonCodec.of(new TypeReference<Map<String, List<Order>>>() {});
        Map<String, List<Order>> orders = Map.of("open", List.of(new Order(1, null, null, null)));
        assertThat(codec.decode(codec.encode(orders))).isEqualTo(orders);
    }

    @Test
    void aGivenMapper_isUsedAsItIs() {
        JsonMapper mapper = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
        JacksonCodec<Order> codec = ORDERS.mapper(mapper);
        assertThat(text(codec.encode(new Order(7, "a", null, null)))).contains("\"placed_at\":null");
        assertThatThrownBy(() -> codec.decode(json("{\"number\":7,\"coupon\":1}")))
                .isInstanceOf(JacksonException.class)
                .hasMessageContaining("coupon");
    }

    @Test
    void version_isWrittenWithThePayload() {
        assertThat(ORDERS.version(3).encode(new Order(7, null, null, null)).version())
                .isEqualTo(3);
        assertThatThrownBy(() -> ORDERS.version(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }

    @Test
    void payloadsOfAnotherVersionOrContentType_areRead() {
        byte[] bytes = "{\"number\":7}".getBytes(StandardCharsets.UTF_8);
        assertThat(ORDERS.decode(new Payload(bytes, "text/plain", 9)).number()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "{", "[1]", "{\"number\":\"many\"}"})
    void whatDoesNotFit_isAnErrorThatCanBeRead(String payload) {
        assertThatThrownBy(() -> ORDERS.decode(json(payload)))
                .isInstanceOf(RuntimeException.class)
                .extracting(Throwable::getMessage)
                .asString()
                .isNotBlank();
    }
}
