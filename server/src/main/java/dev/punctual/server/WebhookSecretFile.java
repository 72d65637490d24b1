package dev.punctual.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The signing secret in a data directory, made once and readable by its owner only.
 *
 * <p>Immutable. Thread-safe.
 */
final class WebhookSecretFile {

    static final String NAME = "webhook-secret";

    private static final String OWNER_ONLY = "rw-------";

    private final Path file;

    WebhookSecretFile(Path directory) {
        file = directory.resolve(NAME);
    }

    Path path() {
        return file;
    }

    /**
     * Makes a secret if there is none.
     *
     * @return whether one was made
     * @throws UncheckedIOException if it cannot be written
     */
    boolean makeIfMissing() {
        if (Files.exists(file)) {
            return false;
        }
        try {
            Path directory = Files.createDirectories(file.toAbsolutePath().getParent());
            boolean posix = Files.getFileStore(directory).supportsFileAttributeView("posix");
            FileAttribute<?>[] attributes = posix
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY))
                    }
                    : new FileAttribute<?>[0];
            // Written beside and renamed, so that a stop half-way leaves no half secret behind.
            Path beside = directory.resolve(NAME + ".new");
            Files.deleteIfExists(beside);
            Files.createFile(beside, attributes);
            Files.writeString(beside, WebhookSecret.random().text() + "\n", StandardCharsets.UTF_8);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the secret.
     *
     * @throws IllegalArgumentException if the file holds something else
     * @throws UncheckedIOException if it cannot be read
     */
    WebhookSecret read() {
        try {
            return WebhookSecret.of(
                    Files.readString(file, StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
