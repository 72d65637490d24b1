package dev.punctual.jdbc;

import dev.punctual.Capability;
import dev.punctual.Durability;
import dev.punctual.StoreCapabilities;
import dev.punctual.StoreException;
import dev.punctual.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds out what database there is, brings its tables up to date, and refuses what is not safe. */
final class Opening {

    /** What a namespace must look like to begin the name of a table in every database. */
    private static final Pattern PREFIX = Pattern.compile("[a-z][a-z0-9_]{0,39}");

    private final JdbcStoreBuilder settings;
    private final String prefix;

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

    Engine.Opened open() {
        Dialect dialect;
        Trouble trouble = new Trouble("jdbc");
        try (Connection connection = settings.dataSource().getConnection()) {
            dialect = Dialect.of(connection);
        } catch (SQLException e) {
            throw new StoreException("jdbc", "no connection to the database: " + e.getMessage(), Kind.UNAVAILABLE, e);
        }
        Statements sql = new Statements(prefix, settings.clock().isEmpty() ? dialect.clock() : settings.clock());
        OwnTransactions session = new OwnTransactions(settings.dataSource(), trouble, settings.timeout());
        Schema schema = new Schema(dialect, prefix);
        if (settings.createsTables()) {
            session.step(connection -> schema.bringUpToDate(connection));
        }
        Set<Capability> abilities = EnumSet.allOf(Capability.class);
        abilities.remove(Capability.ARRIVAL_ORDER);
        return new Engine.Opened(
                dialect,
                session,
                trouble,
                sql,
                new StoreCapabilities("jdbc", abilities, settings.settings().limits(), Durability.D2));
    }
}
