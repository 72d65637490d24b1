package dev.punctual;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** A codec made of two functions. Thread-safe. */
final class BuiltInCodec<T> implements PayloadCodec<T> {

    static final PayloadCodec<byte[]> BYTES = new BuiltInCodec<>(
            bytes -> new Payload(bytes.clone(), Payload.OCTETS, 1),
            payload -> payload.bytes().clone());
    static final PayloadCodec<String> TEXT = new BuiltInCodec<>(
            text -> new Payload(text.getBytes(StandardCharsets.UTF_8), "text/plain; charset=utf-8", 1),
            payload -> new String(payload.bytes(), StandardCharsets.UTF_8));

    private final Function<T, Payload> encode;
    private final Function<Payload, T> decode;

    private BuiltInCodec(Function<T, Payload> encode, Function<Payload, T> decode) {
        this.encode = encode;
        this.decode = decode;
    }

    @Override
    public Payload encode(T value) {
        return encode.apply(value);
    }

    @Override
    public T decode(Payload payload) {
        return decode.apply(payload);
    }
}
