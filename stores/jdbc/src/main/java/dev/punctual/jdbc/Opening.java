package dev.punctual.jdbc;

import dev.punctual.Capability;
import dev.punctual.Durability;
import dev.punctual.StoreCapabilities;
import dev.punctual.StoreException;
import dev.punctual.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out what database there is, brings its tables up to date, and refuses what is not safe. */
final class Opening {

    /** A clock of the server further from ours than this is told of. */
    static final Duration SKEW_MAX = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

    /** What a namespace must look like to begin the name of a table in every database. */
    private static final Pattern PREFIX = Pattern.compile("[a-z][a-z0-9_]{0,39}");

    /** Two batches in turns: while one waits for the disk the other one is on its way. */
    private static final int INSERTS_AT_ONCE = 2;

    private final JdbcStoreBuilder settings;
    private final String prefix;
    private final Trouble trouble = new Trouble("jdbc");
    private final List<String> warnings = new ArrayList<>();

    Opening(JdbcStoreBuilder settings) {
        this.settings = settings;
        this.prefix = settings.settings().namespace().toLowerCase(Locale.ROOT);
        if (!PREFIX.matcher(settings.settings().namespace()).matches()) {
            throw new IllegalArgumentException("namespace: begins the names of tables, so it must be 1 to 40 lower-case"
                    + " letters, digits and underscores, was "
                    + settings.settings().namespace()
                    + " (for example punctual)");
        }
    }

    /** What a first look at the database shows. */
    private record FirstLook(Dialect dialect, boolean readCommitted) {}

    Engine.Opened open() {
        FirstLook first = lookAtServer();
        Dialect dialect = first.dialect();
        OwnTransactions session = new OwnTransactions(settings.dataSource(), trouble, settings.timeout());
        if (first.readCommitted()) {
            session.trustIsolation();
        } else {
            LOG.info("The pool's connections are not READ COMMITTED; the store sets it each time, which costs time."
                    + " Set it in the pool (HikariCP: transactionIsolation=TRANSACTION_READ_COMMITTED)");
        }
        SchemaFiles files = new SchemaFiles(dialect, prefix);
        Schema schema = new Schema(files);
        if (settings.createsTables()) {
            session.step(connection -> schema.bringUpToDate(new LiveDatabase(connection, dialect)));
        }
        Statements sql = new Statements(
                prefix, settings.clock().isEmpty() ? dialect.clock() : settings.clock(), dialect.divides());
        LiveDurability durability = session.read(connection -> {
            LiveDatabase database = new LiveDatabase(connection, dialect);
            schema.requireUpToDate(database);
            Finding.requireNone(SchemaCheck.findings(database, files));
            compareClocks(database, sql);
            return LiveDurability.of(database);
        });
        durability.require(settings.leastDurability());
        StoreCapabilities capabilities = capabilities(durability);
        warnings.forEach(LOG::warn);
        return new Engine.Opened(dialect, session, trouble, sql, capabilities);
    }

    private FirstLook lookAtServer() {
        try (Connection connection = settings.dataSource().getConnection()) {
            Dialect dialect = Dialect.of(connection);
            Finding.requireNone(ServerCheck.findings(new LiveDatabase(connection, dialect)));
            return new FirstLook(
                    dialect, connection.getTransactionIsolation() == Connection.TRANSACTION_READ_COMMITTED);
        } catch (SQLException e) {
            throw new StoreException("jdbc", "no connection to the database: " + e.getMessage(), Kind.UNAVAILABLE, e);
        }
    }

    private StoreCapabilities capabilities(LiveDurability durability) {
        Set<Capability> abilities = EnumSet.allOf(Capability.class);
        abilities.remove(Capability.ARRIVAL_ORDER);
        if (durability.durability() == Durability.D0) {
            abilities.remove(Capability.DURABLE);
        }
        if (durability.durability().compareTo(Durability.D2) < 0) {
            warnings.add("A power cut may lose tasks that were accepted (durability " + durability.durability() + "): "
                    + durability.why());
        }
        return new StoreCapabilities(
                "jdbc", abilities, settings.settings().limits(), durability.durability(), INSERTS_AT_ONCE);
    }

    /** The clock of the database decides; a person who reads logs of both should know that they differ. */
    private void compareClocks(LiveDatabase database, Statements sql) throws SQLException {
        long before = settings.settings().time().now().toEpochMilli();
        long server = database.number(sql.readClock()) / 1_000;
        long after = settings.settings().time().now().toEpochMilli();
        long skewMillis = server > after ? server - after : server < before ? server - before : 0;
        if (Math.abs(skewMillis) > SKEW_MAX.toMillis()) {
            warnings.add("The clock of the database is " + Duration.ofMillis(Math.abs(skewMillis))
                    + (skewMillis > 0 ? " ahead of" : " behind")
                    + " the clock of this machine; tasks become due by the clock of the database");
        }
    }

    /** Returns what was warned of. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }
}
