package dev.punctual.benchmarks;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A SQL database of its own. */
final class SqlPlace implements StorePlace {

    /** Instead of a URL: a PostgreSQL that is started for the benchmark. */
    static final String POSTGRESQL = "postgresql:";

    /** Instead of a URL: a MariaDB that is started for the benchmark. */
    static final String MARIADB = "mariadb:";

    private final ScratchDatabase database;
    private final Optional<Supplier<ScratchDatabase>> forRaw;
    private final OwnServer server;

    /**
     * Makes the place.
     *
     * @param database where the store is; closed with the place
     * @param forRaw makes another one on the same server, to measure it by itself; empty if that is not done
     * @param server ends with the place
     */
    private SqlPlace(ScratchDatabase database, Optional<Supplier<ScratchDatabase>> forRaw, OwnServer server) {
        this.database = database;
        this.forRaw = forRaw;
        this.server = server;
    }

    /**
     * Returns the place for a JDBC URL of PostgreSQL, MariaDB or H2; {@link #POSTGRESQL} and {@link #MARIADB} start
     * one.
     */
    static SqlPlace of(String url) {
        return switch (url) {
            case POSTGRESQL -> on(new OwnPostgres());
            case MARIADB -> on(new OwnMariaDb());
            default -> of(url, OwnServer.NONE);
        };
    }

    private static SqlPlace on(OwnServer server) {
        try {
            return of(server.url(), server);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static SqlPlace of(String url, OwnServer server) {
        if (url.startsWith("jdbc:postgresql:")) {
            return new SqlPlace(
                    PostgresDatabase.ofThisRun(url, "punctual"),
                    Optional.of(() -> PostgresDatabase.ofThisRun(url, "raw")),
                    server);
        }
        if (url.startsWith("jdbc:mariadb:")) {
            return new SqlPlace(
                    MariaDbDatabase.ofThisRun(url, "punctual"),
                    Optional.of(() -> MariaDbDatabase.ofThisRun(url, "raw")),
                    server);
        }
        if (url.startsWith("jdbc:h2:")) {
            return new SqlPlace(new H2Database(url), Optional.of(() -> new H2Database(H2Database.beside(url))), server);
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
        return database.measuredClosed();
    }

    @Override
    public Map<String, Long> storedBytes() throws SQLException {
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
        try (server) {
            database.close();
        }
    }
}
