package dev.punctual.server;

import dev.punctual.Limits;
import dev.punctual.Selector;
import dev.punctual.TaskClient;
import dev.punctual.TaskQueries;
import dev.punctual.TaskState;
import dev.punctual.httpapi.ApiPaths;
import dev.punctual.httpapi.TaskPage;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The call that lists tasks, page by page. Thread-safe. */
@RestController
final class TaskListController {

    private static final List<String> PARAMETERS =
            List.of("state", "queue", "type", "idPrefix", "dueFrom", "dueTo", "limit", "cursor");

    private final TaskClient client;

    TaskListController(TaskClient client) {
        this.client = client;
    }

    @GetMapping(ApiPaths.TASKS)
    TaskPage list(HttpServletRequest request) {
        QueryFields query = QueryFields.of(request.getQueryString(), PARAMETERS);
        TaskQueries.Page page = client.store().queries().page(filter(query), limit(query), query.one("cursor"));
        return new TaskPage(page.records().stream().map(TaskViews::summary).toList(), page.next());
    }

    private static TaskQueries.Filter filter(QueryFields query) {
        String idPrefix = query.one("idPrefix");
        return new TaskQueries.Filter(
                state(query),
                selector(query.all("queue"), Names::requireQueue),
                selector(query.all("type"), Names::requireType),
                idPrefix == null ? "" : idPrefix,
                window(query));
    }

    private static @Nullable TaskState state(QueryFields query) {
        String text = query.one("state");
        if (text == null) {
            return null;
        }
        for (TaskState state : TaskState.values()) {
            if (state.name().equals(text)) {
                return state;
            }
        }
        List<TaskState> states = List.of(TaskState.values());
        String nearest = Words.nearest(text, states.stream().map(Enum::name).toList());
        throw ProblemException.invalid(
                "state",
                "must be one of " + states + ", was " + Words.quote(text),
                nearest == null ? TaskState.SCHEDULED.name() : nearest);
    }

    private static Selector selector(List<String> names, UnaryOperator<String> check) {
        return names.isEmpty()
                ? Selector.any()
                : Selector.of(names.stream().map(check).toList());
    }

    private static TaskQueries.@Nullable Window window(QueryFields query) {
        String from = query.one("dueFrom");
        String to = query.one("dueTo");
        if (from == null && to == null) {
            return null;
        }
        Instant first = from == null ? Limits.DUE_MIN : TimeText.instant("dueFrom", from);
        Instant end = to == null ? Limits.DUE_MAX.plusMillis(1) : TimeText.instant("dueTo", to);
        if (end.isBefore(first)) {
            throw ProblemException.invalid("dueTo", "must not be before dueFrom", TimeText.INSTANT_EXAMPLE);
        }
        return new TaskQueries.Window(first, end);
    }

    private static int limit(QueryFields query) {
        String text = query.one("limit");
        if (text == null) {
            return TaskPage.LIMIT_DEFAULT;
        }
        int limit = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
        if (limit < 1 || limit > TaskPage.LIMIT_MAX) {
            throw ProblemException.invalid(
                    "limit", "must be 1 to " + TaskPage.LIMIT_MAX + ", was " + Words.quote(text), "100");
        }
        return limit;
    }
}
