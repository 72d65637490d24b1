package dev.punctual.rocksdb;

import dev.punctual.StoreException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Opens the database in a directory, again and again if need be, and says in one sentence why it cannot. Not
 * thread-safe.
 */
final class RocksOpener {

    /** A file written to see whether one can be; it holds nothing, and is written over if it was left behind. */
    static final String PROBE_NAME = "room";

    private static final int PROBE_BYTES = 1 << 20;

    private final Path directory;
    private final String namespace;
    private final DirectoryLock lock;

    RocksOpener(Path directory, String namespace) {
        this.directory = directory;
        this.namespace = namespace;
        this.lock = new DirectoryLock(directory);
    }

    Path directory() {
        return directory;
    }

    /**
     * Takes the directory for this process, and creates it if it is missing.
     *
     * @throws StoreException if it cannot be had
     */
    void acquire() {
        prepareDirectory();
        String holder;
        try {
            holder = lock.acquire();
        } catch (IOException e) {
            throw refused("cannot be written (" + reason(e) + ")", e);
        }
        if (holder != null) {
            throw refused(
                    "is held by " + holder
                            + "; one store at a time may open it: close that one or name another directory",
                    null);
        }
    }

    /** Gives the directory back, after the database was closed. */
    void release() {
        lock.release();
    }

    /**
     * Finds out whether the disk takes anything: there is room for what opening writes, and a file can be written.
     *
     * @throws StoreException if not
     */
    void requireRoom() {
        Path probe = directory.resolve(PROBE_NAME);
        try {
            long needed = PROBE_BYTES;
            for (Path log : LogCheck.logs(directory)) {
                // What is in the logs goes to table files when they are read.
                needed += Files.size(log);
            }
            long free = Files.getFileStore(directory).getUsableSpace();
            if (free < needed) {
                throw refused("has " + free + " bytes free, opening it needs " + needed, null);
            }
            // Not through a channel, which an interrupted caller would close.
            try (FileOutputStream out = new FileOutputStream(probe.toFile())) {
                out.write(new byte[PROBE_BYTES]);
                out.getFD().sync();
            }
            Files.delete(probe);
        } catch (IOException e) {
            throw refused("cannot be written (" + reason(e) + ")", e);
        }
    }

    /**
     * Opens the database; the directory must have been acquired.
     *
     * @throws StoreException if it cannot be opened; nothing is left open
     */
    RocksDatabase open() {
        NativeLibrary.load();
        try {
            new LogCheck(directory).run();
        } catch (IOException e) {
            throw refused("cannot be read (" + reason(e) + ")", e);
        }
        RocksDatabase database = openChecked();
        try {
            checkDescription(database);
            return database;
        } catch (RocksDBException e) {
            database.close();
            throw cannotOpen(e);
        } catch (StoreException e) {
            database.close();
            throw e;
        }
    }

    private void prepareDirectory() {
        // RocksDB is given names in Java's own UTF-8, which differs from everybody else's beyond 16 bits.
        if (directory.toString().chars().anyMatch(c -> Character.isSurrogate((char) c))) {
            throw refused(
                    "has a name that RocksDB would take for another one; use letters without emoji, for example"
                            + " ./punctual-data",
                    null);
        }
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw refused("is not a directory; name a directory, for example ./punctual-data", null);
        }
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw refused("cannot be created (" + reason(e) + ")", e);
        }
        if (!Files.isWritable(directory) || !Files.isReadable(directory)) {
            throw refused("may not be read and written by this user; change its owner or name another directory", null);
        }
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }

    private RocksDatabase openChecked() {
        RocksSettings settings = new RocksSettings();
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try {
            RocksDB db = RocksDB.open(settings.database(), directory.toString(), settings.descriptors(), handles);
            return new RocksDatabase(db, settings, handles);
        } catch (RocksDBException e) {
            settings.close();
            throw cannotOpen(e);
        }
    }

    private StoreException cannotOpen(RocksDBException e) {
        String words = Trouble.words(e);
        if (words.contains("Column families not opened")) {
            return refused("was written by a newer version of Punctual, or is not a Punctual store (" + words + ")", e);
        }
        if (Trouble.damaged(e)) {
            return refused("cannot be opened: " + Trouble.damage(e), e);
        }
        return refused("cannot be opened (" + words + ")", e);
    }

    /** Checks what the store says of itself, or describes it if it is new. */
    private void checkDescription(RocksDatabase database) throws RocksDBException {
        byte[] version = database.describing(DiskFormat.VERSION_KEY);
        byte[] name = database.describing(DiskFormat.NAMESPACE_KEY);
        if (version == null || name == null) {
            describe(database);
            return;
        }
        int format = version.length == Integer.BYTES ? ByteBuffer.wrap(version).getInt() : Integer.MAX_VALUE;
        if (format > DiskFormat.VERSION) {
            throw refused(
                    "has disk format " + format + ", this build reads formats up to " + DiskFormat.VERSION
                            + "; use the newer version of Punctual that wrote it",
                    null);
        }
        String found = new String(name, StandardCharsets.UTF_8);
        if (!found.equals(namespace)) {
            throw refused(
                    "holds the namespace \"" + found + "\", not \"" + namespace
                            + "\"; a directory holds one namespace: name another directory or that namespace",
                    null);
        }
    }

    private void describe(RocksDatabase database) throws RocksDBException {
        try (WriteBatch batch = database.newBatch()) {
            batch.put(
                    DiskFormat.VERSION_KEY,
                    ByteBuffer.allocate(Integer.BYTES)
                            .putInt(DiskFormat.VERSION)
                            .array());
            batch.put(DiskFormat.NAMESPACE_KEY, namespace.getBytes(StandardCharsets.UTF_8));
            database.write(batch, true);
        }
    }

    private StoreException refused(String what, @Nullable Throwable cause) {
        return new StoreException(
                Trouble.STORE, "the directory " + directory + " " + what, StoreException.Kind.FATAL, cause);
    }
}
