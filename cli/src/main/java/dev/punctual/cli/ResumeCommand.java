package dev.punctual.cli;

import dev.punctual.cli.ServerConnection.Answer;
import dev.punctual.httpapi.ApiPaths;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code punctual resume}: a paused queue goes on. */
@Command(
        name = "resume",
        description = "Lets a paused queue go on.",
        footerHeading = "%nExample:%n",
        footer = "  ./punctual resume mail")
final class ResumeCommand implements Callable<Integer> {

    @Mixin
    private final CommonOptions common;

    @Parameters(paramLabel = "QUEUE", description = "The name of the queue.")
    private String queue = "";

    ResumeCommand(Shell shell) {
        this.common = new CommonOptions(shell);
    }

    @Override
    public Integer call() {
        Answer answer = common.connect()
                .send("POST", ApiPaths.queue(Ids.requireQueue(queue)) + ApiPaths.RESUME, null)
                .orFail();
        common.out().println(common.json() ? answer.body() : queue + " resumed");
        return ExitCode.OK;
    }
}
