package dev.punctual.cli;

import dev.punctual.cli.ServerConnection.Answer;
import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.DeliverTo;
import dev.punctual.httpapi.ScheduleRequest;
import dev.punctual.httpapi.TaskAnswer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code punctual schedule}: one new task. */
@Command(
        name = "schedule",
        description = "Schedules a task.",
        customSynopsis = "punctual schedule TYPE (--in DELAY | --at INSTANT) [OPTIONS]",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./punctual schedule order-cancel --in 30m --id cancel:order-42 --payload '{\"order\": 42}'",
            "  ./punctual schedule newsletter --at 2026-12-01T09:00:00+01:00 --queue mail --priority 2",
            "  ./punctual schedule remind --in 90s --webhook https://shop.example/hooks --max-attempts 5",
            "  ./punctual schedule report --in 0s --payload-file - < report.json",
            "  ./punctual schedule session-end --in 30m --id session-7 --if-exists replace    (starts the wait again)"
        })
final class ScheduleCommand implements Callable<Integer> {

    /** What to do if the id is in use; named in lower case on the command line. */
    enum IfExists {
        keep,
        replace,
        restart
    }

    @Mixin
    private final CommonOptions common;

    @Parameters(paramLabel = "TYPE", description = "The kind of task: up to 128 characters of A-Z a-z 0-9 . _ : -")
    private String type = "";

    @ArgGroup(exclusive = true, multiplicity = "1")
    private WhenOptions when = new WhenOptions();

    @Option(
            names = "--id",
            paramLabel = "ID",
            description =
                    "Your name for the task, up to 255 bytes; it exists once. Made up by the server if not given.")
    private @Nullable String id;

    @Option(
            names = "--if-exists",
            paramLabel = "keep|replace|restart",
            description = "If the id is in use: keep what is there (the default), replace it while it waits,"
                    + " or restart it once it has finished.")
    private @Nullable IfExists ifExists;

    @ArgGroup(exclusive = true, multiplicity = "0..1")
    private PayloadOptions payload = new PayloadOptions();

    @Option(names = "--content-type", paramLabel = "TYPE", description = "The media type of the payload.")
    private @Nullable String contentType;

    @Option(names = "--header", paramLabel = "KEY=VALUE", description = "A header kept with the task; repeatable.")
    private Map<String, String> headers = new LinkedHashMap<>();

    @Option(names = "--queue", paramLabel = "QUEUE", description = "The queue; \"default\" if not given.")
    private @Nullable String queue;

    @Option(
            names = "--priority",
            paramLabel = "0..9",
            converter = Numbers.OfPriority.class,
            description = "9 runs first; 4 if not given.")
    private @Nullable Integer priority;

    @Option(
            names = "--webhook",
            paramLabel = "URL",
            description = "Deliver the task as a POST to this address. Without it the server runs nothing:"
                    + " the task waits for a Java worker on the same store.")
    private @Nullable String webhook;

    @Option(
            names = "--expire-after",
            paramLabel = "SPAN",
            converter = DelayText.class,
            description = "Do not run it if it could not start within this time after it was due.")
    private @Nullable String expireAfter;

    @ArgGroup(exclusive = false, heading = "%nIf a run fails:%n")
    private RetryOptions retry = new RetryOptions();

    ScheduleCommand(Shell shell) {
        this.common = new CommonOptions(shell);
    }

    @Override
    public Integer call() {
        String body = ApiJson.write(request());
        Answer answer = common.connect().send("POST", ApiPaths.TASKS, body).orFail();
        if (common.json()) {
            common.out().println(answer.body());
        } else {
            common.out().println(words(answer.as(TaskAnswer.class)));
        }
        return ExitCode.OK;
    }

    private ScheduleRequest request() {
        String json = payload.json(common.shell());
        String base64 = payload.base64();
        return ScheduleRequest.builder(type)
                .id(id == null ? null : Ids.require(id))
                .queue(queue)
                .priority(priority)
                .delay(when.delay())
                .dueAt(when.instant())
                .payload(json == null && base64 == null ? "null" : json)
                .payloadBase64(base64)
                .contentType(contentType)
                .headers(headers.isEmpty() ? null : headers)
                .ifExists(ifExists == null ? null : ifExists.name())
                .retry(retry.settings())
                .expireAfter(expireAfter)
                .deliverTo(webhook == null ? null : DeliverTo.webhook(webhook))
                .build();
    }

    private String words(TaskAnswer answer) {
        String taskId = ShownText.safe(answer.id());
        String due = answer.dueAt() == null ? "" : ", due " + new ShownTime(common.shell()).exact(answer.dueAt());
        return switch (answer.outcome()) {
            case "EXISTS" -> taskId + " exists already and was left as it is: " + answer.state() + due;
            case "REPLACED" -> taskId + " replaced" + due;
            default -> taskId + " scheduled" + due;
        };
    }
}
