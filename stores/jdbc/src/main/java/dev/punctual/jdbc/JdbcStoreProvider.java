package dev.punctual.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.punctual.StoreException;
import dev.punctual.StoreException.Kind;
import dev.punctual.StoreProvider;
import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import java.sql.SQLException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Opens {@code jdbc:postgresql://HOST:PORT/DATABASE}, {@code jdbc:mariadb:..} and {@code jdbc:h2:..} with a pool of its
 * own (HikariCP, which must be on the class path, as must the driver). The rest of the URL is the driver's. User and
 * password stand in the URL or in the variables {@code PUNCTUAL_DB_USER} and {@code PUNCTUAL_DB_PASSWORD}; the URL goes
 * first. Secrets of the URL are in no message.
 *
 * <p>Thread-safe.
 */
public final class JdbcStoreProvider implements StoreProvider {

    private static final String EXAMPLE = "jdbc:postgresql://localhost:5432/punctual";

    private final UnaryOperator<@Nullable String> environment;

    /** For the service loader. */
    public JdbcStoreProvider() {
        this(System::getenv);
    }

    JdbcStoreProvider(UnaryOperator<@Nullable String> environment) {
        this.environment = environment;
    }

    @Override
    public String scheme() {
        return "jdbc";
    }

    @Override
    public String example() {
        return EXAMPLE;
    }

    @Override
    public TaskStore open(String text, StoreSettings settings) {
        DatabaseUrl url = DatabaseUrl.of(text);
        HikariDataSource pool = pool(url);
        try {
            return JdbcTaskStore.builder(pool)
                    .settings(settings)
                    .afterClose(pool::close)
                    .build();
        } catch (StoreException e) {
            pool.close();
            throw url.isSafe(e) ? e : trouble(url, e.kind(), e);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    private HikariDataSource pool(DatabaseUrl url) {
        try {
            return ConnectionPool.open(url, environment);
        } catch (NoClassDefFoundError e) {
            throw new IllegalArgumentException(
                    "store: a jdbc URL needs a pool of connections; add com.zaxxer:HikariCP to the class path", e);
        } catch (RuntimeException e) {
            SQLException cause = sql(e);
            throw trouble(
                    url,
                    cause == null ? Kind.FATAL : new Trouble("jdbc").of(cause).kind(),
                    e);
        }
    }

    private static @Nullable SQLException sql(Throwable exception) {
        for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException e) {
                return e;
            }
        }
        return null;
    }

    private static StoreException trouble(DatabaseUrl url, Kind kind, Throwable exception) {
        SQLException sql = sql(exception);
        String message = String.valueOf((sql == null ? exception : sql).getMessage());
        return new StoreException(
                "jdbc",
                "no connection to " + url.place() + ": " + url.clean(message),
                kind,
                url.isSafe(exception) ? exception : null);
    }
}
