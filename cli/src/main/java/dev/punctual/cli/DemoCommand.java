package dev.punctual.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code punctual demo}: the show. */
@Command(
        name = "demo",
        description = {
            "Shows in 15 seconds what Punctual does, kill -9 included.",
            "Starts a server of its own in a temporary directory, schedules a dozen tasks, kills the",
            "server with SIGKILL while they fire, starts it again, and checks that nothing was lost, early or unduly",
            "repeated. The server then stays up for you to try; Ctrl-C removes everything."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  ./punctual demo", "  ./punctual demo --exit            (for scripts: 0 if all went well, else 1)"})
final class DemoCommand implements Callable<Integer> {

    /** The system property by which the launcher tells where the server is. */
    static final String SERVER_JAR = "punctual.server.jar";

    private final Shell shell;

    @Option(names = "--exit", description = "Stop everything at the end, instead of keeping the server to try.")
    private boolean exit;

    DemoCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws InterruptedException {
        String jar = System.getProperty(SERVER_JAR, "");
        if (jar.isEmpty() || !Files.isRegularFile(Path.of(jar))) {
            throw CommandFailure.usage("demo: the server's jar is " + (jar.isEmpty() ? "not known" : "not at " + jar)
                    + "; start the demo as ./punctual demo, which builds it and says where it is.");
        }
        try {
            return new Demo(shell, DemoServer.launchOf(Path.of(jar))).run(exit);
        } catch (IOException e) {
            throw CommandFailure.unreachable("demo: no temporary directory or no free port to be had (" + e.getMessage()
                    + "); is there room in " + System.getProperty("java.io.tmpdir") + "?");
        }
    }
}
