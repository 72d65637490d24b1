package dev.punctual.httpapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * How the records of this package are written as JSON and read back: instants in UTC with milliseconds and {@code Z},
 * nulls left out, raw values untouched, names not known skipped.
 *
 * <p>Thread-safe.
 */
public final class ApiJson {

    private static final String SOURCE = "dev.punctual.httpapi.source";
    /** Above what the server takes, since answers wrap payloads. */
    private static final int DEPTH_MAX = 1_000;

    private static final DateTimeFormatter INSTANT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private static final JsonMapper MAPPER = JsonMapper.builder(factory())
            .addModule(new SimpleModule("punctual-http-api")
                    .addSerializer(Instant.class, new InstantWriter())
                    .addSerializer(RawJson.class, new RawJsonWriter())
                    .addDeserializer(RawJson.class, new RawJsonReader()))
            .changeDefaultPropertyInclusion(old -> old.withValueInclusion(JsonInclude.Include.NON_NULL))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private ApiJson() {}

    /** Payloads are cut out and never converted, so no part of one needs a bound; the server bounds them as a whole. */
    private static JsonFactory factory() {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(DEPTH_MAX)
                        .maxNumberLength(Integer.MAX_VALUE)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .build())
                .build();
    }

    /** Returns the mapper that writes the records. Reading a {@link RawJson} needs {@link #read}. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    /** Returns the value as JSON. */
    public static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** Returns the instant as the API writes it: UTC, milliseconds, {@code Z}. */
    public static String write(Instant instant) {
        return INSTANT.format(instant);
    }

    /**
     * Returns the record that the text holds.
     *
     * @throws tools.jackson.core.JacksonException if the text is not JSON or not of that shape
     */
    public static <T> T read(String json, Class<T> type) {
        return MAPPER.readerFor(type).withAttribute(SOURCE, json).readValue(json);
    }

    private static final class InstantWriter extends ValueSerializer<Instant> {
        @Override
        public void serialize(Instant value, JsonGenerator out, SerializationContext context) {
            out.writeString(write(value));
        }
    }

    private static final class RawJsonWriter extends ValueSerializer<RawJson> {
        @Override
        public void serialize(RawJson value, JsonGenerator out, SerializationContext context) {
            out.writeRawValue(value.text());
        }
    }

    /** Cuts the characters of the value out of the text that is being read. */
    private static final class RawJsonReader extends ValueDeserializer<RawJson> {
        @Override
        public RawJson deserialize(JsonParser in, DeserializationContext context) {
            if (!(context.getAttribute(SOURCE) instanceof String source)) {
                throw new IllegalStateException("raw JSON can be read only through ApiJson.read");
            }
            int from = (int) in.currentTokenLocation().getCharOffset();
            in.skipChildren();
            in.finishToken();
            return new RawJson(source.substring(from, (int) in.currentLocation().getCharOffset()));
        }

        @Override
        public RawJson getNullValue(DeserializationContext context) {
            return new RawJson("null");
        }

        @Override
        public @Nullable Object getAbsentValue(DeserializationContext context) {
            return null;
        }
    }
}
