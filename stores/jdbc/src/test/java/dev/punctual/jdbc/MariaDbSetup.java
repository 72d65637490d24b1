package dev.punctual.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * MariaDB as its makers ship it: every commit is synced; transactions are REPEATABLE READ unless they say otherwise.
 */
final class MariaDbSetup implements ServerSetup {

    private final Path home = ServerFiles.mariaDb();

    @Override
    public String name() {
        return "mariadb";
    }

    @Override
    public void initialize(Path folder) throws IOException {
        String user = USER + "@127.0.0.1";
        Files.writeString(
                folder.resolve("users.sql"),
                "CREATE USER IF NOT EXISTS " + user + " IDENTIFIED BY '" + PASSWORD + "';\nGRANT ALL ON *.* TO " + user
                        + ";\n");
        List<String> command = new ArrayList<>();
        command.add(home.resolve("scripts").resolve("mariadb-install-db").toString());
        command.addAll(common(folder));
        command.addAll(List.of("--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve"));
        ServerProcess.runToEnd(folder, command);
    }

    @Override
    public List<String> command(Path folder, int port) {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin").resolve("mariadbd").toString());
        command.addAll(common(folder));
        command.addAll(List.of("--bind-address=127.0.0.1", "--port=" + port, "--skip-name-resolve"));
        // Below the data folder, and given relative to it: a socket's whole path fits into 107 characters only.
        command.addAll(List.of("--socket=server.sock", "--init-file=" + folder.resolve("users.sql")));
        // Else every start makes a new 4,096-bit key, which takes up to ten seconds.
        command.addAll(List.of("--skip-ssl", "--innodb-flush-log-at-trx-commit=1", "--max-connections=300"));
        return command;
    }

    private List<String> common(Path folder) {
        List<String> options =
                new ArrayList<>(List.of("--no-defaults", "--basedir=" + home, "--datadir=" + folder.resolve("data")));
        if (ServerSetup.isRoot()) {
            options.add("--user=root");
        }
        return options;
    }

    @Override
    public String firstDatabase() {
        return "mysql";
    }

    @Override
    public String url(int port, String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?user=" + USER + "&password=" + PASSWORD;
    }

    @Override
    public String drop(String database) {
        return "DROP DATABASE " + database;
    }
}
