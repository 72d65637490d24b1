package dev.punctual.contract;

import static dev.punctual.contract.Tasks.later;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.CancelResult;
import dev.punctual.Due;
import dev.punctual.InvalidTaskException;
import dev.punctual.Payload;
import dev.punctual.Report;
import dev.punctual.RescheduleResult;
import dev.punctual.RunHistory;
import dev.punctual.ScheduleResult;
import dev.punctual.SettleResult;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries.Filter;
import dev.punctual.TaskRecord;
import dev.punctual.TaskSpec;
import dev.punctual.TaskState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ids are compared as exact bytes, whatever they hold, and the same ones are refused everywhere. */
public interface IdentityContract extends StoreContract {

    /** Ids that break keys, paths, patterns, quotes or narrow character sets. */
    List<String> HOSTILE = List.of(
            "order:42",
            "a|b",
            "a/b",
            "/",
            "a//b",
            "..",
            ".",
            "a b",
            " ",
            "a;b",
            "a%b",
            "%",
            "_",
            "a?b#c",
            "a\\b",
            "\\",
            "a'b\"",
            "'; DROP TABLE punctual_task; --",
            "$(x)",
            "{a}:b",
            "[a]*",
            "订单-42",
            "\uD83D\uDE00-1",
            "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67",
            "\u202Eright-to-left",
            "\uFFFF",
            "\uDBFF\uDFFF",
            "null",
            "0",
            "-1",
            "x".repeat(200),
            "y".repeat(255),
            "\uD83D\uDE00".repeat(63));

    /** Ids that some comparison takes for equal although their bytes differ. */
    List<String> NEARLY_EQUAL = List.of(
            "task",
            "Task",
            "TASK",
            "task ",
            " task",
            "task\u00A0",
            "task\u200B",
            "t\u00E4sk",
            "ta\u0308sk",
            "tásk",
            "ta\u0301sk",
            "stra\u00DFe",
            "strasse",
            "STRASSE",
            "\uFB01x",
            "fix",
            "\u0131d",
            "id",
            "ID",
            "\u0130D",
            "\u03C3",
            "\u03C2",
            "\u03A3",
            "1",
            "01",
            "1.0",
            "1e0",
            "\uFF11",
            "\u212A",
            "k",
            "K");

    @Test
    default void ids_thatOnlyLookEqual_nameDifferentTasks() {
        for (String id : NEARLY_EQUAL) {
            ScheduleResult result = schedule(Tasks.with(later(id), Tasks.spec("of " + id)));
            assertThat(result.outcome()).as(id).isEqualTo(ScheduleResult.Outcome.CREATED);
        }
        for (String id : NEARLY_EQUAL) {
            assertThat(find(id).id().utf8()).isEqualTo(id.getBytes(StandardCharsets.UTF_8));
            assertThat(find(id).spec().payload().bytes()).isEqualTo(("of " + id).getBytes(StandardCharsets.UTF_8));
        }
        assertThat(cancel("task ")).isEqualTo(CancelResult.CANCELLED);
        assertThat(NEARLY_EQUAL)
                .filteredOn(id -> find(id).state() == TaskState.CANCELLED)
                .containsExactly("task ");
    }

    /** Field case A24: separators, spaces and emoji in ids and texts. */
    @Test
    default void A24_ids_withHostileCharacters_workOnEveryPath() {
        for (String id : HOSTILE) {
            create(later(id));
            assertThat(schedule(later(id)).outcome()).isEqualTo(ScheduleResult.Outcome.EXISTS);
            assertThat(reschedule(id, Due.after(Duration.ofMinutes(5))).outcome())
                    .isEqualTo(RescheduleResult.Outcome.OK);
            assertThat(runNow(id).outcome()).isEqualTo(RescheduleResult.Outcome.OK);
            TaskRecord run = worker().take(id);
            assertThat(settle(
                            Report.retry(run.id(), run.token(), 0, id, Tasks.ran(run, RunHistory.Outcome.RETRIED, id))))
                    .isEqualTo(SettleResult.OK);
            assertThat(find(id).lastError()).isEqualTo(id);
            assertThat(settle(Tasks.complete(worker().take(id)))).isEqualTo(SettleResult.OK);
            assertThat(find(id).spec()).isEqualTo(later(id).spec());
        }
        assertThat(Tasks.ids(queries().page(Filter.ALL, 1_000, null).records()))
                .containsExactlyInAnyOrderElementsOf(HOSTILE);
    }

    /** Field case A24: each step hits exactly that id. */
    @Test
    default void A24_ids_withHostileCharacters_cancelExactlyThemselves() {
        HOSTILE.forEach(id -> create(later(id)));
        for (int i = 0; i < HOSTILE.size(); i += 2) {
            assertThat(cancel(HOSTILE.get(i))).isEqualTo(CancelResult.CANCELLED);
        }
        for (int i = 0; i < HOSTILE.size(); i++) {
            assertThat(find(HOSTILE.get(i)).state())
                    .as(HOSTILE.get(i))
                    .isEqualTo(i % 2 == 0 ? TaskState.CANCELLED : TaskState.SCHEDULED);
        }
    }

    @Test
    default void ids_thatAreRefused_areRefusedBeforeTheStore() {
        List<String> refused = new ArrayList<>(
                List.of("", "\u0000", "a\u0000b", "a\nb", "\t", "\u007F", "a\u0085", "\uD800", "\uDC00a"));
        refused.add("z".repeat(256));
        refused.add("\u00E4".repeat(128));
        refused.add("\uD83D\uDE00".repeat(64));
        for (String id : refused) {
            assertThatThrownBy(() -> TaskId.of(id))
                    .isInstanceOf(InvalidTaskException.class)
                    .hasMessageStartingWith("id:");
        }
    }

    @Test
    default void names_ofEveryAllowedCharacter_workAsQueueAndType() {
        String name = "Az09._:-";
        create(Tasks.queue(Tasks.type(Tasks.due("a"), name), name), Tasks.queue(Tasks.due("b"), "q".repeat(128)));
        assertThat(Tasks.ids(worker().queues(name).types(name).claim(5).claims()))
                .containsExactly("a");
        assertThat(Tasks.ids(worker().queues("q".repeat(128)).claim(5).claims()))
                .containsExactly("b");
        queries().pause(name);
        assertThat(store().beat(worker().info(0)).pausedQueues()).containsExactly(name);
    }

    @Test
    default void names_thatOnlyDifferInCase_areDifferent() {
        create(Tasks.queue(Tasks.due("a"), "Mail"), Tasks.queue(Tasks.due("b"), "mail"));
        queries().pause("Mail");
        advance(1_000);
        assertThat(Tasks.ids(worker().claim(5).claims())).containsExactly("b");
    }

    @Test
    default void headers_keepHostileText() {
        Map<String, String> headers = Map.of(
                "a=b;c", "line\nbreak\u0000nul",
                "\uD83D\uDE00", "\u202E订单",
                "Case", "1",
                "case", "2",
                "empty", "");
        TaskSpec spec = TaskSpec.of("work", Payload.EMPTY).withHeaders(headers);
        create(Tasks.with(Tasks.due("a"), spec));
        assertThat(worker().take("a").spec().headers()).isEqualTo(headers);
    }

    @Test
    default void ids_ofAPage_comeInTheOrderOfTheirBytes() {
        NEARLY_EQUAL.forEach(id -> create(later(id)));
        List<TaskId> ids = queries().page(Filter.ALL, 1_000, null).records().stream()
                .map(TaskRecord::id)
                .toList();
        assertThat(ids).isSorted().hasSize(NEARLY_EQUAL.size());
    }
}
