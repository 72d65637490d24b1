package dev.punctual.benchmarks;

import java.io.IOException;
import java.sql.SQLException;

/** The engine below a store, written to directly: what no store on it can exceed. Not thread-safe. */
interface RawLimit extends AutoCloseable {

    /** Removes what was written. */
    void clear() throws Exception;

    /**
     * Writes batches of rows or keys of the same shape as the store's, one commit a batch, until a time of the
     * monotonic clock.
     *
     * @return how many tasks' worth was written
     */
    long write(int batch, long untilNanos) throws Exception;

    @Override
    void close() throws IOException, SQLException;
}
