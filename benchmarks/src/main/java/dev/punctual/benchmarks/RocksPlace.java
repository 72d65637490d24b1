package dev.punctual.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.rocksdb.RocksDB;

/** A directory for {@code rocksdb:DIR}, which must be new or empty: each store gets a folder of its own in it. */
final class RocksPlace implements StorePlace {

    static final String SCHEME = "rocksdb:";

    private final Path directory;
    private final Path store;

    RocksPlace(String url) {
        directory = Path.of(url.substring(SCHEME.length()));
        if (!Folders.isFree(directory)) {
            throw BenchFailure.usage("--store: the directory " + directory
                    + " is not empty, and a benchmark removes what it stores; name a new one,"
                    + " for example rocksdb:./bench-data");
        }
        store = directory.resolve("store");
    }

    @Override
    public String url() {
        return SCHEME + store;
    }

    @Override
    public void clear() throws IOException {
        Folders.delete(store);
    }

    @Override
    public boolean measuredClosed() {
        return true;
    }

    @Override
    public Map<String, Long> storedBytes() throws IOException {
        return Map.of("files", Folders.bytes(store));
    }

    @Override
    public Optional<RawLimit> rawLimit() {
        return Optional.of(new RocksLimit(directory));
    }

    @Override
    public ServerCpu server() {
        return ServerCpu.NONE;
    }

    @Override
    public Map<String, Object> settings() throws IOException {
        Files.createDirectories(directory);
        return Map.of(
                "engine",
                "RocksDB " + RocksDB.rocksdbVersion(),
                "sync",
                true,
                "bytes_are",
                "the files of the closed store",
                "file_system",
                Files.getFileStore(directory).type());
    }

    @Override
    public void close() throws IOException {
        Folders.delete(directory);
    }
}
