package dev.punctual.rocksdb;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A small file in the directory that says which process holds it, for the message to the next one. RocksDB's own lock
 * decides; this file only has the words. Thread-safe.
 */
final class OwnerFile {

    static final String NAME = "owner";

    private static final Logger LOG = LoggerFactory.getLogger(OwnerFile.class);

    private final Path file;

    OwnerFile(Path directory) {
        file = directory.resolve(NAME);
    }

    /** Writes down this process. */
    void write() {
        ProcessHandle self = ProcessHandle.current();
        String since = self.info().startInstant().map(start -> "since " + start).orElse("running");
        String text = "pid " + self.pid() + "\n" + since + "\n";
        // Not through a channel, which an interrupted caller would close.
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            LOG.warn("{} could not be written; who holds the directory will not be shown to others", file, e);
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.debug("{} could not be deleted; the next process overwrites it", file, e);
        }
    }

    /** Returns who holds the directory, as words that follow "is held by". */
    String holder() {
        try {
            String[] lines = Files.readString(file, StandardCharsets.US_ASCII).split("\n", -1);
            long pid = Long.parseLong(lines[0].substring("pid ".length()));
            if (pid == ProcessHandle.current().pid()) {
                return "this process (pid " + pid + ") already";
            }
            if (ProcessHandle.of(pid).isPresent()) {
                return "another process (pid " + pid + ", " + lines[1] + ")";
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("{} does not say who holds the directory", file, e);
        }
        return "another process";
    }
}
