package dev.punctual.cli;

import dev.punctual.httpapi.ApiPaths;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code punctual run-now}: tasks that wait become due. */
@Command(
        name = "run-now",
        description = "Makes tasks that wait due at once.",
        footerHeading = "%nExamples:%n",
        footer = {"  ./punctual run-now cancel:order-42"})
final class RunNowCommand implements Callable<Integer> {

    @Mixin
    private final CommonOptions common;

    @Parameters(paramLabel = "ID", arity = "1..*", description = "The ids of the tasks.")
    private List<String> ids = List.of();

    RunNowCommand(Shell shell) {
        this.common = new CommonOptions(shell);
    }

    @Override
    public Integer call() {
        ServerConnection server = common.connect();
        return new PerTask(common, answer -> true, answer -> "is due now")
                .run(ids, id -> server.send("POST", ApiPaths.task(id) + ApiPaths.RUN_NOW, null));
    }
}
