package dev.punctual.cli;

import java.io.PrintStream;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that every command which talks to a server has. Filled by picocli, one instance a command. */
final class CommonOptions {

    /** The server that is meant when none is named. */
    static final String DEFAULT_SERVER = "http://127.0.0.1:7070";

    /** Puts options behind the command's own in its help. */
    static final int LAST = 1000;

    private final Shell shell;

    @Option(
            names = "--server",
            order = LAST,
            paramLabel = "URL",
            description = "The server to talk to; default: $PUNCTUAL_SERVER, else " + DEFAULT_SERVER + ".")
    private @Nullable String server;

    @Option(
            names = "--json",
            order = LAST,
            description = "Print JSON, one document a line, instead of text for people.")
    private boolean json;

    CommonOptions(Shell shell) {
        this.shell = shell;
    }

    Shell shell() {
        return shell;
    }

    PrintStream out() {
        return shell.out();
    }

    boolean json() {
        return json;
    }

    ServerConnection connect() {
        return new ServerConnection(address());
    }

    private URI address() {
        if (server != null) {
            // Also if it is empty, as an unset variable in a script makes it: another server is not what was meant.
            return ServerConnection.address(server);
        }
        String named = shell.environment().apply("PUNCTUAL_SERVER");
        return ServerConnection.address(named == null || named.isBlank() ? DEFAULT_SERVER : named);
    }
}
