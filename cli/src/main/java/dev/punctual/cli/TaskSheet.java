package dev.punctual.cli;

import dev.punctual.httpapi.DeliverTo;
import dev.punctual.httpapi.RawJson;
import dev.punctual.httpapi.RetrySettings;
import dev.punctual.httpapi.TaskView;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All about one task, a line for each fact; what is not so is left out. Not thread-safe. */
final class TaskSheet {

    private static final int LABEL_COLUMNS = 14;

    private final Shell shell;
    private final ShownTime times;

    TaskSheet(Shell shell) {
        this.shell = shell;
        this.times = new ShownTime(shell);
    }

    void print(TaskView task) {
        line("id", task.id());
        line("state", task.state(), Colour.ofState(task.state()));
        line("type", task.type());
        line("queue", task.queue());
        line("priority", String.valueOf(task.priority()));
        time("due", task.dueAt());
        time("expires", task.expireAt());
        time("created", task.createdAt());
        time("finished", task.finishedAt());
        deliverTo(task.deliverTo());
        budget(task);
        running(task);
        payload(task);
        headers(task.headers());
        line("revision", String.valueOf(task.revision()));
        if (task.redrives() > 0) {
            line("redrives", String.valueOf(task.redrives()));
        }
        if (task.ghost()) {
            line("note", "a run was given up without its end being known; it may have had its effect");
        }
        if (task.stub()) {
            line("note", "payload, headers, last error and history were dropped to save room");
        }
        if (task.lastError() != null) {
            line("last error", task.lastError(), Colour.BAD);
        }
        history(task.history());
    }

    private void deliverTo(@Nullable DeliverTo target) {
        line(
                "delivered to",
                target == null
                        ? "no webhook: waits for a Java worker with a handler of this type"
                        : target.webhook().url());
    }

    private void budget(TaskView task) {
        RetrySettings retry = task.retry();
        line(
                "attempt",
                task.attempt() + "; failed " + task.failures() + " of " + retry.maxAttempts() + ", lost "
                        + task.losses() + " of " + retry.maxLosses());
        line(
                "retries",
                "after " + span(retry.firstDelay()) + ", then " + times(retry.factor()) + " times as long, at most "
                        + span(retry.maxDelay()));
    }

    private static String span(@Nullable String iso) {
        try {
            return iso == null ? "-" : ShownTime.words(Duration.parse(iso));
        } catch (DateTimeParseException e) {
            return iso;
        }
    }

    private static String times(@Nullable Double factor) {
        return factor == null
                ? "-"
                : new DecimalFormat("0.###", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(factor);
    }

    private void running(TaskView task) {
        if (task.worker() != null) {
            line("worker", task.worker());
        }
        time("lease until", task.leaseUntil());
        if (task.cancelRequested()) {
            line("cancel", "asked for; it will not be tried again", Colour.WARN);
        }
    }

    private void payload(TaskView task) {
        RawJson json = task.payload();
        if (json != null) {
            line("payload", json.text());
        } else if (task.payloadBase64() != null) {
            line("payload", task.payloadBase64() + " (base64)");
        }
        if (task.contentType() != null) {
            line("content type", task.contentType());
        }
    }

    private void headers(@Nullable Map<String, String> headers) {
        if (headers != null) {
            headers.forEach((name, value) -> line("header", name + " = " + value));
        }
    }

    private void history(@Nullable List<TaskView.Run> runs) {
        if (runs == null || runs.isEmpty()) {
            return;
        }
        shell.out().println();
        Table table = new Table(shell, "RUN STARTED", "TOOK", "ENDED", "ERROR");
        for (TaskView.Run run : runs) {
            table.row(
                    Table.Cell.of(run.start() == null ? "-" : times.seconds(run.start())),
                    Table.Cell.of(span(run.start(), run.end())),
                    Table.Cell.of(run.outcome(), run.outcome().equals("COMPLETED") ? Colour.GOOD : Colour.WARN),
                    Table.Cell.of(run.error() == null ? "" : ShownText.clip(run.error(), 80)));
        }
        table.print(shell.out());
    }

    private static String span(@Nullable Instant start, @Nullable Instant end) {
        return start == null || end == null ? "-" : ShownTime.words(Duration.between(start, end));
    }

    private void time(String label, @Nullable Instant instant) {
        if (instant != null) {
            line(label, times.exact(instant));
        }
    }

    private void line(String label, String value) {
        line(label, value, Colour.PLAIN);
    }

    private void line(String label, String value, Colour colour) {
        String padding = " ".repeat(LABEL_COLUMNS - label.length());
        shell.out().println(shell.paint(Colour.FAINT, label) + padding + shell.paint(colour, ShownText.safe(value)));
    }
}
