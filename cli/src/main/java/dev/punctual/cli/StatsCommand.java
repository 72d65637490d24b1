package dev.punctual.cli;

import dev.punctual.cli.ServerConnection.Answer;
import dev.punctual.cli.Table.Cell;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.QueueList;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code punctual stats}: how many tasks of each queue are in which state. */
@Command(
        name = "stats",
        description = "Counts the tasks of each queue by state, with the oldest due time.",
        footerHeading = "%nExamples:%n",
        footer = {"  ./punctual stats", "  ./punctual stats --json"})
final class StatsCommand implements Callable<Integer> {

    private static final List<String> STATES =
            List.of("SCHEDULED", "RUNNING", "SUCCEEDED", "DEAD", "CANCELLED", "EXPIRED");

    @Mixin
    private final CommonOptions common;

    StatsCommand(Shell shell) {
        this.common = new CommonOptions(shell);
    }

    @Override
    public Integer call() {
        Answer answer = common.connect().get(ApiPaths.QUEUES).orFail();
        if (common.json()) {
            common.out().println(answer.body());
            return ExitCode.OK;
        }
        List<QueueList.Queue> queues = answer.as(QueueList.class).queues();
        if (queues.isEmpty()) {
            common.out()
                    .println("No tasks yet; schedule one with:"
                            + " ./punctual schedule hello --in 10s --webhook https://shop.example/hello");
        } else {
            table(queues).print(common.out());
        }
        return ExitCode.OK;
    }

    private Table table(List<QueueList.Queue> queues) {
        Table table = new Table(
                common.shell(),
                "QUEUE",
                "SCHEDULED",
                "RUNNING",
                "SUCCEEDED",
                "DEAD",
                "CANCELLED",
                "EXPIRED",
                "OLDEST DUE");
        for (QueueList.Queue queue : queues) {
            Cell[] cells = new Cell[STATES.size() + 2];
            cells[0] = queue.paused() ? Cell.of(queue.queue() + " (paused)", Colour.WARN) : Cell.of(queue.queue());
            for (int i = 0; i < STATES.size(); i++) {
                cells[i + 1] = count(STATES.get(i), queue);
            }
            cells[STATES.size() + 1] = oldestDue(queue);
            table.row(cells);
        }
        return table;
    }

    private static Cell count(String state, QueueList.Queue queue) {
        long count = queue.counts().getOrDefault(state, 0L);
        return Cell.of(String.format(Locale.ROOT, "%,d", count), count == 0 ? Colour.FAINT : Colour.ofState(state));
    }

    private Cell oldestDue(QueueList.Queue queue) {
        Instant due = queue.oldestDue();
        if (due == null) {
            return Cell.of("-");
        }
        ShownTime times = new ShownTime(common.shell());
        return Cell.of(times.seconds(due) + " (" + times.distance(due) + ")");
    }
}
