package dev.punctual.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Optional;

/** The heap of this process: a new store at each opening. What it occupies is what survives a collection. */
final class HeapPlace implements StorePlace {

    private static final int COLLECTIONS = 3;

    private final String url;

    HeapPlace(String url) {
        this.url = url;
    }

    @Override
    public String url() {
        return url;
    }

    @Override
    public void clear() {
        // Whoever lets go of the store has cleared it.
    }

    @Override
    public boolean measuredClosed() {
        return false;
    }

    @Override
    public long storedBytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Override
    public Optional<RawLimit> rawLimit() {
        return Optional.empty();
    }

    @Override
    public ServerCpu server() {
        return ServerCpu.NONE;
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of();
    }

    @Override
    public void close() {
        // Nothing outlasts the store.
    }
}
