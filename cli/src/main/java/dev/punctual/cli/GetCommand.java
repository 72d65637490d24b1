package dev.punctual.cli;

import dev.punctual.cli.ServerConnection.Answer;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.TaskView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code punctual get}: all about one task. */
@Command(
        name = "get",
        description = "Shows a task: its state, times, payload, last error and past runs.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./punctual get cancel:order-42",
            "  ./punctual get 'order 42/b' --json            (any id works; quote it for your shell)"
        })
final class GetCommand implements Callable<Integer> {

    @Mixin
    private final CommonOptions common;

    @Parameters(paramLabel = "ID", description = "The id of the task.")
    private String id = "";

    GetCommand(Shell shell) {
        this.common = new CommonOptions(shell);
    }

    @Override
    public Integer call() {
        Answer answer = common.connect().get(ApiPaths.task(Ids.require(id))).orFail();
        if (common.json()) {
            common.out().println(answer.body());
        } else {
            new TaskSheet(common.shell()).print(answer.as(TaskView.class));
        }
        return ExitCode.OK;
    }
}
