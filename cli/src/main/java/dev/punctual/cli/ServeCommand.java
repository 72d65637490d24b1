package dev.punctual.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code punctual serve}: the launcher starts the server from its own jar, so this is reached only without it. */
@Command(
        name = "serve",
        description = {
            "Starts a server on http://127.0.0.1:7070 that keeps its tasks in ./punctual-data.",
            "The launcher ./punctual runs it from the server's own jar;"
                    + " its options are listed by ./punctual serve --help."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./punctual serve",
            "  ./punctual serve --port 8080 --store rocksdb:/var/lib/punctual",
            "  ./punctual serve --store memory:"
        })
final class ServeCommand implements Callable<Integer> {

    @Unmatched
    private List<String> ignored = new ArrayList<>();

    @Override
    public Integer call() {
        throw CommandFailure.usage("serve: the server is a program of its own; start it with ./punctual serve"
                + " (or java -jar punctual-server.jar).");
    }
}
