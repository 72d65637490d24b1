package dev.punctual.benchmarks;

import java.sql.SQLException;
import java.util.Map;

/** A SQL database that is made for a benchmark and dropped at its end. Not thread-safe. */
interface ScratchDatabase extends AutoCloseable {

    /** Returns its JDBC URL, with what is needed to log in. */
    String url();

    /** Drops everything in it. */
    void recreate() throws SQLException;

    /** Returns the bytes of all tables and of their indexes, by their names. */
    Map<String, Long> bytes() throws SQLException;

    /** Whether the bytes can be told only while no store is open. */
    default boolean measuredClosed() {
        return false;
    }

    /** Returns the server's settings that bear on the figures. */
    Map<String, Object> settings() throws SQLException;

    /** Returns the server's processes, if they are on this machine. */
    ServerCpu processes() throws SQLException;

    @Override
    void close() throws SQLException;
}
