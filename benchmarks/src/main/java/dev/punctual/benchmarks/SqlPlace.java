package dev.punctual.benchmarks;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A SQL database of its own. */
final class SqlPlace implements StorePlace {

    private final ScratchDatabase database;
    private final Optional<Supplier<ScratchDatabase>> forRaw;

    /**
     * Makes the place.
     *
     * @param database where the store is; closed with the place
     * @param forRaw makes another one on the same server, to measure it by itself; empty if that is not done
     */
    SqlPlace(ScratchDatabase database, Optional<Supplier<ScratchDatabase>> forRaw) {
        this.database = database;
        this.forRaw = forRaw;
    }

    /** Returns the place for a JDBC URL of PostgreSQL, MariaDB or H2. */
    static SqlPlace of(String url) {
        if (url.startsWith("jdbc:postgresql:")) {
            return new SqlPlace(
                    PostgresDatabase.ofThisRun(url, "punctual"),
                    Optional.of(() -> PostgresDatabase.ofThisRun(url, "raw")));
        }
        if (url.startsWith("jdbc:mariadb:")) {
            return new SqlPlace(
                    MariaDbDatabase.ofThisRun(url, "punctual"),
                    Optional.of(() -> MariaDbDatabase.ofThisRun(url, "raw")));
        }
        if (url.startsWith("jdbc:h2:")) {
            return new SqlPlace(new H2Database(url), Optional.empty());
        }
        throw BenchFailure.usage("--store: of the databases PostgreSQL, MariaDB and H2 are known here, not "
                + Conditions.withoutPlace(url) + "; for example jdbc:postgresql://127.0.0.1:5432/postgres?user=me");
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
        return forRaw.map(maker -> new SqlLimit(maker.get()));
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
