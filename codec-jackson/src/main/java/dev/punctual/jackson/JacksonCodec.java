package dev.punctual.jackson;

import dev.punctual.Payload;
import dev.punctual.PayloadCodec;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Payloads as JSON ({@value #CONTENT_TYPE}): any type that Jackson 3 can write and read.
 *
 * <p>The mapper used unless another is given skips fields that the type does not have, so that a task scheduled by a
 * newer or an older build still runs; fields that are missing become null or zero.
 *
 * <p><b>Caveats.</b> The JSON outlives the build that wrote it: adding and removing fields is safe, renaming one or
 * changing its type is not. Give such a change another {@link #version(int) version} and keep reading the old one.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param <T> the type of the payload
 */
public final class JacksonCodec<T> implements PayloadCodec<T> {

    /** The content type of the payloads. */
    public static final String CONTENT_TYPE = "application/json";
    /** The version of the payloads if none is given. */
    public static final int VERSION_DEFAULT = 1;

    private static final JsonMapper LENIENT = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final JsonMapper mapper;
    private final JavaType type;
    private final int version;

    private JacksonCodec(JsonMapper mapper, JavaType type, int version) {
        this.mapper = mapper;
        this.type = type;
        this.version = version;
    }

    /** Returns the codec of this type. */
    public static <T> JacksonCodec<T> of(Class<T> type) {
        return new JacksonCodec<>(LENIENT, LENIENT.constructType(type), VERSION_DEFAULT);
    }

    /** Returns the codec of this type with its type arguments, such as {@code new TypeReference<List<Order>>() {}}. */
    public static <T> JacksonCodec<T> of(TypeReference<T> type) {
        return new JacksonCodec<>(LENIENT, LENIENT.constructType(type), VERSION_DEFAULT);
    }

    /** Returns this codec with a mapper of your own, used as it is; the lenient one if not given. */
    public JacksonCodec<T> mapper(JsonMapper newMapper) {
        return new JacksonCodec<>(newMapper, newMapper.constructType(type), version);
    }

    /**
     * Returns this codec with another version of the payload's shape to write; {@value #VERSION_DEFAULT} if not given.
     *
     * @param newVersion 0 or more
     * @throws IllegalArgumentException if it is negative
     */
    public JacksonCodec<T> version(int newVersion) {
        if (newVersion < 0) {
            throw new IllegalArgumentException("version must not be negative, was " + newVersion);
        }
        return new JacksonCodec<>(mapper, type, newVersion);
    }

    @Override
    public Payload encode(T value) {
        return new Payload(mapper.writerFor(type).writeValueAsBytes(value), CONTENT_TYPE, version);
    }

    /**
     * Returns the value that the JSON holds; content type and version are not looked at.
     *
     * @throws RuntimeException if the payload is not JSON, is {@code null}, or does not fit the type
     */
    @Override
    public T decode(Payload payload) {
        T value = mapper.readerFor(type).readValue(payload.bytes());
        if (value == null) {
            throw new IllegalArgumentException("the payload is null, but a " + type.toCanonical() + " is needed");
        }
        return value;
    }

    @Override
    public String toString() {
        return "JSON of " + type.toCanonical() + ", version " + version;
    }
}
