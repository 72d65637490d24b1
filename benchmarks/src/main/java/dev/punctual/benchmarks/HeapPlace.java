package dev.punctual.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Optional;

/** The heap of this process: a new store at each opening. What it occupies is what survives a collection. */
final class HeapPlace implements StorePlace {

    static final String BYTES_ARE = "what survives a collection of the heap";

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
    public Map<String, Long> storedBytes() {
        return Map.of("heap", liveBytes());
    }

    /** Returns what survives a collection. */
    static long liveBytes() {
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
        return Map.of("bytes_are", BYTES_ARE);
    }

    @Override
    public void close() {
        // Nothing outlasts the store.
    }
}
