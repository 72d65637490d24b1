package dev.punctual.server;

import dev.punctual.httpapi.Problem;
import dev.punctual.httpapi.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.http.MediaType;

/**
 * Reads the bodies of requests, bounded one by one and all together: many large ones at once wait for each other, or
 * are told to come back, so that they cannot take all memory. Thread-safe.
 */
final class Bodies {

    /** Largest body of a call about one task. */
    static final int SINGLE_BYTES_MAX = 2 << 20;
    /** Largest body of a batch. */
    static final int BATCH_BYTES_MAX = 16 << 20;

    /** The part of the heap that bodies may have: each is there several times over while it is taken apart. */
    private static final int HEAP_PART = 10;
    /** Below this a body is not worth counting. */
    private static final int COUNTED_BYTES_MIN = 64 << 10;

    /** How long a large body waits for room. */
    static final Duration WAIT = Duration.ofSeconds(10);

    private final Semaphore room;
    private final int roomBytes;
    private final Duration wait;

    Bodies(long heapBytes, Duration wait) {
        this.wait = wait;
        roomBytes = (int) Math.min(Integer.MAX_VALUE, Math.max(BATCH_BYTES_MAX, heapBytes / HEAP_PART));
        room = new Semaphore(roomBytes);
    }

    /**
     * Reads the body as JSON and answers with what the function makes of it.
     *
     * @throws ProblemException if the body is too large, no JSON, or finds no room in time
     */
    <T> T read(HttpServletRequest request, int bytesMax, Function<JsonValue, T> answer) {
        requireUtf8(request);
        long announced = request.getContentLengthLong();
        if (announced > bytesMax) {
            throw tooLarge(bytesMax);
        }
        int taken = (int) (announced < 0 ? bytesMax : announced);
        return within(taken, () -> answer.apply(JsonValue.parse(bytes(request, bytesMax))));
    }

    /** Does the work once there is room for so many bytes. */
    <T> T within(int bytes, Supplier<T> work) {
        int counted = bytes < COUNTED_BYTES_MIN ? 0 : bytes;
        if (!take(counted)) {
            throw ProblemException.of(
                    ProblemType.OVERLOADED,
                    "other large requests take all the " + roomBytes
                            + " bytes there are for bodies; nothing was done, try again");
        }
        try {
            return work.get();
        } finally {
            room.release(counted);
        }
    }

    private boolean take(int bytes) {
        try {
            return bytes == 0 || room.tryAcquire(bytes, wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static byte[] bytes(HttpServletRequest request, int bytesMax) {
        byte[] body;
        try {
            body = request.getInputStream().readNBytes(bytesMax + 1);
        } catch (IOException e) {
            throw ProblemException.of(ProblemType.BAD_REQUEST, "the body ended before its announced length");
        }
        if (body.length > bytesMax) {
            throw tooLarge(bytesMax);
        }
        return body;
    }

    private static ProblemException tooLarge(int bytesMax) {
        return new ProblemException(
                Problem.of(ProblemType.TOO_LARGE, "body: must have at most " + bytesMax + " bytes in this call")
                        .at("body", null));
    }

    private static void requireUtf8(HttpServletRequest request) {
        String encoding = request.getHeader("Content-Encoding");
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw new ProblemException(Problem.of(
                            ProblemType.UNSUPPORTED_MEDIA_TYPE,
                            "Content-Encoding: bodies are taken uncompressed only, was " + Words.quote(encoding))
                    .at("Content-Encoding", "identity"));
        }
        // The dispatcher has parsed it before, to choose the call.
        Charset charset = MediaType.parseMediaType(request.getContentType()).getCharset();
        if (charset != null && !charset.equals(StandardCharsets.UTF_8)) {
            throw new ProblemException(unsupportedMediaType(request));
        }
    }

    static Problem unsupportedMediaType(HttpServletRequest request) {
        String type = request.getContentType();
        return Problem.of(
                        ProblemType.UNSUPPORTED_MEDIA_TYPE,
                        "Content-Type: must be application/json in UTF-8, "
                                + (type == null ? "is missing" : "was " + Words.quote(type)))
                .at("Content-Type", MediaType.APPLICATION_JSON_VALUE);
    }
}
