package dev.punctual.cli;

import dev.punctual.cli.ServerConnection.Answer;
import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.RescheduleRequest;
import dev.punctual.httpapi.TaskAnswer;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code punctual reschedule}: another due time, perhaps another payload. */
@Command(
        name = "reschedule",
        description = "Gives a task that waits another due time, and another payload if wanted.",
        customSynopsis = "punctual reschedule ID (--in DELAY | --at INSTANT) [OPTIONS]",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./punctual reschedule cancel:order-42 --in 1h",
            "  ./punctual reschedule newsletter-7 --at 2026-12-01T09:00:00Z --payload '{\"edition\": 8}'"
        })
final class RescheduleCommand implements Callable<Integer> {

    @Mixin
    private final CommonOptions common;

    @Parameters(paramLabel = "ID", description = "The id of the task.")
    private String id = "";

    @ArgGroup(exclusive = true, multiplicity = "1")
    private WhenOptions when = new WhenOptions();

    @ArgGroup(exclusive = true, multiplicity = "0..1")
    private PayloadOptions payload = new PayloadOptions();

    @Option(names = "--content-type", paramLabel = "TYPE", description = "The media type of the new payload.")
    private @Nullable String contentType;

    RescheduleCommand(Shell shell) {
        this.common = new CommonOptions(shell);
    }

    @Override
    public Integer call() {
        String path = ApiPaths.task(Ids.require(id));
        RescheduleRequest request = new RescheduleRequest(
                when.instant(), when.delay(), payload.raw(common.shell()), payload.base64(), contentType);
        Answer answer =
                common.connect().send("PATCH", path, ApiJson.write(request)).orFail();
        if (common.json()) {
            common.out().println(answer.body());
        } else {
            Instant due = answer.as(TaskAnswer.class).dueAt();
            String words = due == null ? "" : ", now due " + new ShownTime(common.shell()).exact(due);
            common.out().println(ShownText.safe(id) + " rescheduled" + words);
        }
        return ExitCode.OK;
    }
}
