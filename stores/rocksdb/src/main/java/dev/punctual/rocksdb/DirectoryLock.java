package dev.punctual.rocksdb;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets one process at a time into a directory, before anything in it is read or put right. The system frees the lock
 * when the process ends, however it ends. Beside the lock lies a file that says who holds it.
 *
 * <p>Thread-safe.
 */
final class DirectoryLock {

    static final String LOCK_NAME = "owner.lock";
    static final String OWNER_NAME = "owner";

    private static final Logger LOG = LoggerFactory.getLogger(DirectoryLock.class);

    /**
     * Tells this process from an earlier one with the same pid, as in a container; with the path from one in a copy.
     */
    private static final String PROCESS = UUID.randomUUID().toString();

    private final Path directory;
    private @Nullable RandomAccessFile held;

    DirectoryLock(Path directory) {
        this.directory = directory;
    }

    /**
     * Takes the lock.
     *
     * @return who holds it instead, as words that follow "is held by", or null if it was free
     * @throws IOException if the files of the lock cannot be written
     */
    @Nullable
    String acquire() throws IOException {
        // One at a time: closing any handle of the lock's file frees the lock of the whole process.
        synchronized (DirectoryLock.class) {
            String self = PROCESS + " in " + directory.toRealPath();
            List<String> owner = owner();
            if (owner.contains(self)) {
                return "this process (" + owner.get(0) + ") already";
            }
            RandomAccessFile file = new RandomAccessFile(file(LOCK_NAME), "rw");
            try {
                if (file.getChannel().tryLock() == null) {
                    file.close();
                    return "another process" + words(owner);
                }
                writeOwner(self);
            } catch (IOException | OverlappingFileLockException e) {
                file.close();
                throw e;
            }
            held = file;
            return null;
        }
    }

    private File file(String name) {
        return directory.resolve(name).toFile();
    }

    private void writeOwner(String self) throws IOException {
        ProcessHandle process = ProcessHandle.current();
        String since =
                process.info().startInstant().map(start -> "since " + start).orElse("running");
        String text = "pid " + process.pid() + "\n" + since + "\n" + self + "\n";
        // Not through a channel, which an interrupted caller would close.
        try (FileOutputStream out = new FileOutputStream(file(OWNER_NAME))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private List<String> owner() {
        try {
            return Files.readAllLines(file(OWNER_NAME).toPath(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            LOG.debug("{} has no file that says who holds it", directory, e);
            return List.of();
        }
    }

    private static String words(List<String> owner) {
        return owner.size() < 2 ? "" : " (" + owner.get(0) + ", " + owner.get(1) + ")";
    }

    /** Frees the lock, if it is held. */
    void release() {
        synchronized (DirectoryLock.class) {
            if (held == null) {
                return;
            }
            try {
                Files.deleteIfExists(file(OWNER_NAME).toPath());
                held.close();
            } catch (IOException e) {
                LOG.warn("The lock on {} could not be freed before the end of the process", directory, e);
            }
            held = null;
        }
    }
}
