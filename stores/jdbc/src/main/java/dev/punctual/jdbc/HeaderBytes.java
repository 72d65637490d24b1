package dev.punctual.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Headers as the bytes of a column: names and values in turn, each a length (4 bytes) and UTF-8. */
final class HeaderBytes {

    private HeaderBytes() {}

    static byte @Nullable [] write(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return null;
        }
        List<byte[]> texts = new ArrayList<>();
        headers.forEach((name, value) -> {
            texts.add(name.getBytes(StandardCharsets.UTF_8));
            texts.add(value.getBytes(StandardCharsets.UTF_8));
        });
        ByteBuffer out = ByteBuffer.allocate(
                texts.stream().mapToInt(text -> 4 + text.length).sum());
        texts.forEach(text -> out.putInt(text.length).put(text));
        return out.array();
    }

    static Map<String, String> read(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        Map<String, String> headers = new HashMap<>();
        while (in.hasRemaining()) {
            headers.put(text(in), text(in));
        }
        return headers;
    }

    private static String text(ByteBuffer in) {
        byte[] utf8 = new byte[in.getInt()];
        in.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
