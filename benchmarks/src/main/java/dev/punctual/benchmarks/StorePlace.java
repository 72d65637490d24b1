package dev.punctual.benchmarks;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** Where a store of ours keeps its tasks during a benchmark: made for it, and removed afterwards. Not thread-safe. */
interface StorePlace extends AutoCloseable {

    /** Returns the URL to open the store by. */
    String url();

    /** Removes what a store left there. Only while no store is open. */
    void clear() throws Exception;

    /** Returns whether what is stored can be measured only while the store is closed. */
    boolean measuredClosed();

    /** Returns how many bytes everything that is stored occupies: the name of each part, such as an index, to bytes. */
    Map<String, Long> storedBytes() throws Exception;

    /** Returns the engine below the store, if it can be measured by itself. */
    Optional<RawLimit> rawLimit();

    /** Returns the server that the store talks to, if it is on this machine. */
    ServerCpu server() throws SQLException;

    /** Returns the settings of the engine that bear on the figures. */
    Map<String, Object> settings() throws Exception;

    @Override
    void close() throws IOException, SQLException;
}
