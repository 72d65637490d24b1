package dev.punctual.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes the pool of a store that was opened by URL. The only class that knows HikariCP, which need not be there. */
final class ConnectionPool {

    static final String USER_VARIABLE = "PUNCTUAL_DB_USER";
    static final String PASSWORD_VARIABLE = "PUNCTUAL_DB_PASSWORD";

    /** Longest wait for a connection, and for a server to answer the first time. */
    static final Duration CONNECT = Duration.ofSeconds(10);

    private ConnectionPool() {}

    /**
     * Opens a pool; a first connection shows that it works.
     *
     * @param environment the variables with what the URL leaves out: user and password
     */
    static HikariDataSource open(DatabaseUrl url, UnaryOperator<@Nullable String> environment) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("punctual");
        config.setJdbcUrl(url.text());
        config.setAutoCommit(true);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setConnectionTimeout(CONNECT.toMillis());
        if (!url.sets("user") && !url.sets("username")) {
            config.setUsername(environment.apply(USER_VARIABLE));
        }
        if (!url.sets("password")) {
            config.setPassword(environment.apply(PASSWORD_VARIABLE));
        }
        if (url.isOf("postgresql")) {
            unlessSet(config, url, "connectTimeout", Long.toString(CONNECT.toSeconds()));
            unlessSet(config, url, "tcpKeepAlive", "true");
            unlessSet(config, url, "ApplicationName", "punctual");
        } else if (url.isOf("mariadb") || url.isOf("mysql")) {
            unlessSet(config, url, "connectTimeout", Long.toString(CONNECT.toMillis()));
            unlessSet(config, url, "tcpKeepAlive", "true");
        }
        return new HikariDataSource(config);
    }

    private static void unlessSet(HikariConfig config, DatabaseUrl url, String name, String value) {
        if (!url.sets(name)) {
            config.addDataSourceProperty(name, value);
        }
    }
}
