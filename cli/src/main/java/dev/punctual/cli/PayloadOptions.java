package dev.punctual.cli;

import dev.punctual.httpapi.RawJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a task carries: JSON from the command line or a file, or any bytes. Filled by picocli. */
final class PayloadOptions {

    /** Largest payload that any server can be set to accept; the usual limit, 64 KiB, is the server's to check. */
    static final int PAYLOAD_BYTES_MAX = 1 << 20;

    @Option(
            names = "--payload",
            paramLabel = "JSON",
            description = "The payload, any JSON value, kept exactly as written: '{\"order\": 42}' or '\"text\"'.")
    private @Nullable String inline;

    @Option(
            names = "--payload-file",
            paramLabel = "FILE",
            description = "The same from a UTF-8 file, or from standard input with -.")
    private @Nullable String file;

    @Option(names = "--payload-base64", paramLabel = "BASE64", description = "Any bytes, in base64: aGVsbG8=.")
    private @Nullable String base64;

    /** Returns the JSON value that was given, in its exact characters, or null. */
    @Nullable
    String json(Shell shell) {
        if (inline != null) {
            return requireValue("--payload", inline);
        }
        return file == null ? null : requireValue("--payload-file", read(file, shell));
    }

    /** Returns the same as a value of a request. */
    @Nullable
    RawJson raw(Shell shell) {
        String value = json(shell);
        return value == null ? null : new RawJson(value);
    }

    /** Returns the bytes that were given, in base64, or null. */
    @Nullable
    String base64() {
        return base64 == null ? null : requireBase64(base64);
    }

    private static String requireValue(String option, String value) {
        String flaw = JsonText.whyNotOneValue(value);
        if (flaw != null) {
            throw CommandFailure.usage(option + ": the payload must be one JSON value, and " + flaw
                    + "; for example '{\"order\": 42}', or '\"text\"' for plain text.");
        }
        return value.strip();
    }

    private static String requireBase64(String text) {
        try {
            int bytes = Base64.getDecoder().decode(text).length;
            if (bytes > PAYLOAD_BYTES_MAX) {
                throw tooLarge("--payload-base64");
            }
            return text;
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("--payload-base64: this is not base64 (A-Z a-z 0-9 + / and = at the end);"
                    + " for example aGVsbG8=.");
        }
    }

    private static String read(String file, Shell shell) {
        try (InputStream in = file.equals("-") ? shell.in() : Files.newInputStream(Path.of(file))) {
            byte[] bytes = in.readNBytes(PAYLOAD_BYTES_MAX + 1);
            if (bytes.length > PAYLOAD_BYTES_MAX) {
                throw tooLarge("--payload-file");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw CommandFailure.usage("--payload-file: " + file + " is not UTF-8 text; send other bytes with"
                    + " --payload-base64 \"$(base64 -w0 " + file + ")\".");
        } catch (NoSuchFileException e) {
            throw CommandFailure.usage("--payload-file: there is no file " + file + ".");
        } catch (IOException | InvalidPathException e) {
            throw CommandFailure.usage("--payload-file: " + file + " cannot be read (" + e.getMessage() + ").");
        }
    }

    private static CommandFailure tooLarge(String option) {
        return CommandFailure.usage(option + ": a payload holds at most 1 MiB (" + PAYLOAD_BYTES_MAX
                + " bytes), and 64 KiB unless the server is set otherwise;"
                + " store large data elsewhere and send its key.");
    }
}
