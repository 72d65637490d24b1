package dev.punctual.cli;

import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.TaskPage;
import dev.punctual.httpapi.TaskView;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code punctual list}: tasks, page by page. */
@Command(
        name = "list",
        description = {
            "Lists tasks, by state, queue, type or the beginning of their id.",
            "SCHEDULED ones come by due time, RUNNING by the end of their lease, finished ones newest first; without",
            "--state by id. With --json one task a line; the cursor of the next page goes to standard error."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./punctual list --state scheduled --limit 20",
            "  ./punctual list --state dead --queue mail",
            "  ./punctual list --id-prefix cancel: --all --json | wc -l"
        })
final class ListCommand implements Callable<Integer> {

    /** The states, as one names them here. */
    enum State {
        SCHEDULED,
        RUNNING,
        SUCCEEDED,
        DEAD,
        CANCELLED,
        EXPIRED
    }

    @Mixin
    private final CommonOptions common;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Only tasks in this state: ${COMPLETION-CANDIDATES}.")
    private @Nullable State state;

    @Option(names = "--queue", paramLabel = "QUEUE", description = "Only tasks of this queue.")
    private @Nullable String queue;

    @Option(names = "--type", paramLabel = "TYPE", description = "Only tasks of this type.")
    private @Nullable String type;

    @Option(names = "--id-prefix", paramLabel = "TEXT", description = "Only tasks whose id begins so.")
    private @Nullable String idPrefix;

    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = Numbers.OfLimit.class,
            description =
                    "Tasks in a page, 1 to " + TaskPage.LIMIT_MAX + "; " + TaskPage.LIMIT_DEFAULT + " if not given.")
    private @Nullable Integer limit;

    @Option(names = "--cursor", paramLabel = "CURSOR", description = "Where the page before this one ended.")
    private @Nullable String cursor;

    @Option(names = "--all", description = "All pages, one after the other.")
    private boolean all;

    ListCommand(Shell shell) {
        this.common = new CommonOptions(shell);
    }

    @Override
    public Integer call() {
        ServerConnection server = common.connect();
        TaskTable table = new TaskTable(common.shell());
        String next = cursor;
        do {
            TaskPage page = server.get(path(next)).orFail().as(TaskPage.class);
            if (common.json()) {
                page.tasks().forEach(task -> common.out().println(ApiJson.write(task)));
            } else {
                table.print(page.tasks());
            }
            next = page.next();
        } while (all && next != null);
        remark(table, next);
        return ExitCode.OK;
    }

    private void remark(TaskTable table, @Nullable String next) {
        if (!common.json() && table.isEmpty() && next == null) {
            common.out().println("No tasks" + (isFiltered() ? " like that." : "."));
        }
        if (next != null) {
            common.shell().err().println("More: repeat the command with --cursor " + next + ", or with --all.");
        }
    }

    private boolean isFiltered() {
        return state != null || queue != null || type != null || idPrefix != null || cursor != null;
    }

    private String path(@Nullable String from) {
        StringBuilder query = new StringBuilder();
        add(query, "state", state == null ? null : state.name().toUpperCase(Locale.ROOT));
        add(query, "queue", queue);
        add(query, "type", type);
        add(query, "idPrefix", idPrefix);
        add(query, "limit", limit == null ? null : limit.toString());
        add(query, "cursor", from);
        return ApiPaths.TASKS + query;
    }

    private static void add(StringBuilder query, String name, @Nullable String value) {
        if (value != null) {
            query.append(query.isEmpty() ? '?' : '&')
                    .append(name)
                    .append('=')
                    .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
        }
    }

    /** Tasks as a table that may come in several parts, with the titles once. Not thread-safe. */
    private static final class TaskTable {
        private final Shell shell;
        private final ShownTime times;
        private boolean begun;

        private TaskTable(Shell shell) {
            this.shell = shell;
            this.times = new ShownTime(shell);
        }

        private boolean isEmpty() {
            return !begun;
        }

        private void print(Iterable<TaskView> tasks) {
            Table table = new Table(shell, "ID", "STATE", "DUE", "", "QUEUE", "TYPE", "ATTEMPT");
            for (TaskView task : tasks) {
                table.row(
                        Table.Cell.of(task.id()),
                        Table.Cell.of(task.state(), Colour.ofState(task.state())),
                        Table.Cell.of(times.seconds(task.dueAt())),
                        Table.Cell.of(times.distance(task.dueAt()), Colour.FAINT),
                        Table.Cell.of(task.queue()),
                        Table.Cell.of(task.type()),
                        Table.Cell.of(String.valueOf(task.attempt())));
            }
            if (!table.isEmpty()) {
                table.print(shell.out(), !begun);
                begun = true;
            }
        }
    }
}
