package dev.punctual.benchmarks;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** A database of its own on a PostgreSQL server. */
final class PostgresPlace implements StorePlace {

    static final String SCHEME = "jdbc:postgresql:";

    private final PostgresDatabase database;

    PostgresPlace(PostgresDatabase database) {
        this.database = database;
    }

    @Override
    public String url() {
        return database.url();
    }

    @Override
    public void clear() throws SQLException {
        database.recreate();
    }

    @Override
    public boolean measuredClosed() {
        return false;
    }

    @Override
    public long storedBytes() throws SQLException {
        return database.bytes();
    }

    @Override
    public Optional<RawLimit> rawLimit() {
        return Optional.empty();
    }

    @Override
    public ServerCpu server() throws SQLException {
        return database.processes();
    }

    @Override
    public Map<String, Object> settings() throws SQLException {
        return database.settings();
    }

    @Override
    public void close() throws SQLException {
        database.close();
    }
}
