package dev.punctual.cli;

import dev.punctual.cli.ServerConnection.Answer;
import dev.punctual.httpapi.ApiPaths;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code punctual pause}: no task of a queue starts. */
@Command(
        name = "pause",
        description = "Pauses a queue: none of its tasks starts until it is resumed; running ones go on.",
        footerHeading = "%nExample:%n",
        footer = "  ./punctual pause mail")
final class PauseCommand implements Callable<Integer> {

    @Mixin
    private final CommonOptions common;

    @Parameters(paramLabel = "QUEUE", description = "The name of the queue.")
    private String queue = "";

    PauseCommand(Shell shell) {
        this.common = new CommonOptions(shell);
    }

    @Override
    public Integer call() {
        Answer answer = common.connect()
                .send("POST", ApiPaths.queue(Ids.requireQueue(queue)) + ApiPaths.PAUSE, null)
                .orFail();
        common.out()
                .println(
                        common.json()
                                ? answer.body()
                                : queue + " paused; tasks that run already go on. To let it go on: ./punctual resume "
                                        + queue);
        return ExitCode.OK;
    }
}
