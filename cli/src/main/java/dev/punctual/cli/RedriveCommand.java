package dev.punctual.cli;

import dev.punctual.httpapi.ApiPaths;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code punctual redrive}: dead letters get another chance. */
@Command(
        name = "redrive",
        description = "Sends dead tasks again: due now, with their full budget of attempts.",
        footerHeading = "%nExamples:%n",
        footer = {"  ./punctual list --state dead", "  ./punctual redrive cancel:order-42"})
final class RedriveCommand implements Callable<Integer> {

    @Mixin
    private final CommonOptions common;

    @Parameters(paramLabel = "ID", arity = "1..*", description = "The ids of the tasks.")
    private List<String> ids = List.of();

    RedriveCommand(Shell shell) {
        this.common = new CommonOptions(shell);
    }

    @Override
    public Integer call() {
        ServerConnection server = common.connect();
        return new PerTask(common, answer -> true, answer -> "redriven: due now, with a fresh budget of attempts")
                .run(ids, id -> server.send("POST", ApiPaths.task(id) + ApiPaths.REDRIVE, null));
    }
}
