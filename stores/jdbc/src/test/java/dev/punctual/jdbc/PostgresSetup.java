package dev.punctual.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** PostgreSQL as its makers ship it: every commit is synced; text sorts as people sort it, not by bytes. */
final class PostgresSetup implements ServerSetup {

    private final Path home = ServerFiles.postgres();

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public void initialize(Path folder) throws IOException {
        Path password = Files.writeString(folder.resolve("password"), PASSWORD);
        List<String> command = asServer("initdb");
        command.addAll(List.of("-D", folder.resolve("data").toString(), "--no-sync"));
        command.addAll(List.of("-U", USER, "--auth=scram-sha-256", "--pwfile=" + password));
        command.addAll(List.of("-E", "UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=en-US"));
        ServerProcess.runToEnd(folder, command);
    }

    @Override
    public List<String> command(Path folder, int port) {
        List<String> command = asServer("postgres");
        command.addAll(List.of("-D", folder.resolve("data").toString(), "-c", "port=" + port));
        command.addAll(List.of("-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="));
        // What the server syncs is left at its defaults, so that tests may change it by ALTER SYSTEM.
        command.addAll(List.of("-c", "max_connections=300"));
        return command;
    }

    /** It refuses to run as root; in a user namespace of its own it does not know that it does. */
    private List<String> asServer(String program) {
        List<String> command = new ArrayList<>(ServerSetup.isRoot() ? List.of("unshare", "-U") : List.of());
        command.add(home.resolve("bin").resolve(program).toString());
        return command;
    }

    @Override
    public String firstDatabase() {
        return "postgres";
    }

    @Override
    public String url(int port, String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=" + USER + "&password=" + PASSWORD;
    }

    @Override
    public String drop(String database) {
        return "DROP DATABASE " + database + " WITH (FORCE)";
    }
}
