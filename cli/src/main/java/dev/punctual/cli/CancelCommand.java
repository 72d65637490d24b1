package dev.punctual.cli;

import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.TaskAnswer;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code punctual cancel}: tasks that shall not run. */
@Command(
        name = "cancel",
        description = {
            "Cancels tasks, so that they never run.",
            "One that runs already is asked to stop, which is no promise: exit code 1."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  ./punctual cancel cancel:order-42", "  ./punctual cancel order-1 order-2 order-3 --json"})
final class CancelCommand implements Callable<Integer> {

    @Mixin
    private final CommonOptions common;

    @Parameters(paramLabel = "ID", arity = "1..*", description = "The ids of the tasks.")
    private List<String> ids = List.of();

    CancelCommand(Shell shell) {
        this.common = new CommonOptions(shell);
    }

    @Override
    public Integer call() {
        ServerConnection server = common.connect();
        return new PerTask(common, CancelCommand::isCancelled, CancelCommand::words)
                .run(ids, id -> server.send("DELETE", ApiPaths.task(id), null));
    }

    private static boolean isCancelled(TaskAnswer answer) {
        return answer.outcome().startsWith("CANCELLED");
    }

    private static String words(TaskAnswer answer) {
        return switch (answer.outcome()) {
            case "CANCELLED" -> "cancelled";
            case "CANCELLED_AFTER_LOSS" -> "cancelled; an earlier run of it was lost and may still be going on";
            case "RUNNING" -> "is running: it was asked to stop, and will not be tried again";
            case "FINISHED" -> "has finished already";
            default -> "answered " + ShownText.safe(answer.outcome());
        };
    }
}
