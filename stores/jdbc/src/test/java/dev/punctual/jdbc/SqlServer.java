package dev.punctual.jdbc;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The servers that tests run on. Each is started when it is first asked for, and ends with this JVM. Thread-safe. */
enum SqlServer {
    POSTGRESQL,
    MARIADB,
    H2;

    private static final Map<SqlServer, DatabaseServer> SHARED = new ConcurrentHashMap<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(SqlServer::closeShared, "close-servers"));
    }

    private static void closeShared() {
        SHARED.values().forEach(DatabaseServer::close);
    }

    /** Makes a new, empty database in the server that all tests share; for H2, in this process's memory. */
    Database create() {
        return this == H2
                ? Database.inMemory()
                : SHARED.computeIfAbsent(this, SqlServer::own).create();
    }

    /**
     * Starts a server of the test's own, which it may kill. The caller closes it.
     *
     * @throws UnsupportedOperationException for H2, which has no server
     */
    DatabaseServer own() {
        return switch (this) {
            case POSTGRESQL -> DatabaseServer.postgres();
            case MARIADB -> DatabaseServer.mariaDb();
            case H2 -> throw new UnsupportedOperationException("H2 lives in the process of its user");
        };
    }

    /** Whether there are programs of this server for this machine. */
    boolean runsHere() {
        boolean linux = System.getProperty("os.name").toLowerCase(Locale.ROOT).equals("linux");
        String arch = System.getProperty("os.arch");
        return switch (this) {
            case POSTGRESQL -> linux && (arch.equals("amd64") || arch.equals("aarch64"));
            case MARIADB -> linux && arch.equals("amd64");
            case H2 -> true;
        };
    }
}
