package dev.punctual.jackson;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.RetryPolicy;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries.Count;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.TaskType;
import dev.punctual.memory.MemoryTaskStore;
import dev.punctual.worker.TaskWorker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tasks scheduled by one build and run by the next, and by the one before again. */
class A26_DeployTest {

    private static final int OF_EACH = 10;
    private static final int ATTEMPTS = 3;
    private static final RetryPolicy RETRY =
            RetryPolicy.DEFAULT.withMaxAttempts(ATTEMPTS).withDelays(Duration.ZERO, 1, Duration.ZERO);

    private final TaskStore store = MemoryTaskStore.open(StoreSettings.DEFAULT);
    private final TaskClient client = TaskClient.of(store);
    private final List<String> ran = new ArrayList<>();

    /** The shapes of the first build. */
    static final class First {
        record Cancel(long order) {}

        record Mail(String to) {}

        record Push(String to, String sound) {}

        record Invoice(long number) {}

        record Label(String code) {}

        record Address(String city) {}

        record Report(int year) {}

        private First() {}

        static final TaskType<Cancel> CANCEL = type("order.cancel", Cancel.class);
        static final TaskType<Mail> MAIL = type("mail.send", Mail.class);
        static final TaskType<Push> PUSH = type("push.send", Push.class);
        static final TaskType<Invoice> INVOICE = type("invoice.pay", Invoice.class);
        static final TaskType<Label> LABEL = type("label.print", Label.class);
        static final TaskType<Address> ADDRESS = type("address.check", Address.class);
        static final TaskType<Report> REPORT = type("report.build", Report.class);
    }

    /** Those of the second: one type renamed, fields added, removed and retyped, a class moved, a type gone. */
    static final class Second {
        record Annul(long order) {}

        record NewMail(String to, @Nullable String copyTo) {}

        record NewPush(String to) {}

        record NewInvoice(String number) {}

        record NewLabel(long code) {}

        private Second() {}

        /** The package it moved to. */
        static final class Moved {
            record NewAddress(String city) {}

            private Moved() {}
        }

        static final TaskType<Annul> ANNUL = type("order.annul", Annul.class).aliases("order.cancel");
        static final TaskType<NewMail> MAIL = TaskType.of(
                        "mail.send", JacksonCodec.of(NewMail.class).version(2))
                .retry(RETRY);
        static final TaskType<NewPush> PUSH = type("push.send", NewPush.class);
        static final TaskType<NewInvoice> INVOICE = type("invoice.pay", NewInvoice.class);
        static final TaskType<NewLabel> LABEL = type("label.print", NewLabel.class);
        static final TaskType<Moved.NewAddress> ADDRESS = type("address.check", Moved.NewAddress.class);
    }

    private static <T> TaskType<T> type(String name, Class<T> shape) {
        return TaskType.of(name, JacksonCodec.of(shape)).retry(RETRY);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private TaskWorker first() {
        return TaskWorker.builder(store)
                .handler(First.CANCEL, (task, context) -> ran.add("cancel " + task.order()))
                .handler(First.MAIL, (task, context) -> ran.add("mail " + task.to()))
                .handler(First.PUSH, (task, context) -> ran.add("push " + task.to() + " " + task.sound()))
                .handler(First.INVOICE, (task, context) -> ran.add("invoice " + task.number()))
                .handler(First.LABEL, (task, context) -> ran.add("label " + task.code()))
                .handler(First.ADDRESS, (task, context) -> ran.add("address " + task.city()))
                .handler(First.REPORT, (task, context) -> ran.add("report " + task.year()))
                .build();
    }

    private TaskWorker second() {
        return TaskWorker.builder(store)
                .handler(Second.ANNUL, (task, context) -> ran.add("annul " + task.order()))
                .handler(
                        Second.MAIL,
                        (task, context) -> ran.add("mail " + task.to() + " " + task.copyTo() + " version "
                                + context.record().spec().payload().version()))
                .handler(Second.PUSH, (task, context) -> ran.add("push " + task.to()))
                .handler(Second.INVOICE, (task, context) -> ran.add("invoice '" + task.number() + "'"))
                .handler(Second.LABEL, (task, context) -> ran.add("label " + task.code()))
                .handler(Second.ADDRESS, (task, context) -> ran.add("address " + task.city()))
                .build();
    }

    private void scheduleByFirst() {
        for (int i = 0; i < OF_EACH; i++) {
            client.schedule(First.CANCEL.now(new First.Cancel(i)).id("cancel" + i));
            client.schedule(First.MAIL.now(new First.Mail("to" + i)).id("mail" + i));
            client.schedule(First.PUSH.now(new First.Push("to" + i, "bell")).id("push" + i));
            client.schedule(First.INVOICE.now(new First.Invoice(i)).id("invoice" + i));
            client.schedule(First.LABEL.now(new First.Label("A-" + i)).id("label" + i));
            client.schedule(First.ADDRESS.now(new First.Address("city" + i)).id("address" + i));
            client.schedule(First.REPORT.now(new First.Report(2_000 + i)).id("report" + i));
        }
    }

    private TaskRecord find(String id) {
        return client.find(TaskId.of(id)).orElseThrow();
    }

    private List<TaskRecord> all(String kind) {
        return IntStream.range(0, OF_EACH).mapToObj(i -> find(kind + i)).toList();
    }

    private static int runAll(TaskWorker worker) {
        try (worker) {
            return worker.runDue(10_000);
        }
    }

    @Test
    void A26_newBuild_runsWhatItCanRead_buriesWhatItCannot_andLeavesUnknownTypesWaiting() {
        scheduleByFirst();

        int runs = runAll(second());

        assertThat(runs).as("no crash loop").isEqualTo(5 * OF_EACH + ATTEMPTS * OF_EACH);
        for (String kind : List.of("cancel", "mail", "push", "invoice", "address")) {
            assertThat(all(kind)).as(kind).extracting(TaskRecord::state).containsOnly(TaskState.SUCCEEDED);
        }
        assertThat(ran)
                .hasSize(5 * OF_EACH)
                .contains("annul 7", "mail to7 null version 1", "push to7", "invoice '7'", "address city7");
        assertThat(all("label")).allSatisfy(label -> {
            assertThat(label.state()).isEqualTo(TaskState.DEAD);
            assertThat(label.failures()).isEqualTo(ATTEMPTS);
            assertThat(label.lastError()).contains("cannot be read", "A-", "code");
            assertThat(new String(label.spec().payload().bytes(), StandardCharsets.UTF_8))
                    .as("kept as it was")
                    .contains("\"A-");
        });
        assertThat(all("report")).allSatisfy(report -> {
            assertThat(report.state()).isEqualTo(TaskState.SCHEDULED);
            assertThat(report.attempt()).as("uncharged").isEqualTo(1);
        });
        assertThat(store.queries().counts())
                .filteredOn(count -> count.type().equals("report.build"))
                .extracting(Count::byState)
                .as("and in sight")
                .containsExactly(Map.of(TaskState.SCHEDULED, (long) OF_EACH));
    }

    @Test
    void A26_rolledBack_theFirstBuildRunsTheRest_andWhatTheSecondScheduled() {
        scheduleByFirst();
        runAll(second());
        ran.clear();
        client.schedule(Second.MAIL.now(new Second.NewMail("to", "copy")).id("newMail"));
        client.schedule(Second.PUSH.now(new Second.NewPush("to")).id("newPush"));
        client.schedule(Second.ANNUL.now(new Second.Annul(1)).id("newAnnul"));

        store.queries().redrive(all("label").stream().map(TaskRecord::id).toList());
        int runs = runAll(first());

        assertThat(runs).isEqualTo(2 * OF_EACH + 2);
        assertThat(ran).contains("label A-7", "report 2007", "mail to", "push to null");
        assertThat(all("label")).allSatisfy(label -> {
            assertThat(label.state()).isEqualTo(TaskState.SUCCEEDED);
            assertThat(label.redrives()).isEqualTo(1);
        });
        assertThat(all("report")).extracting(TaskRecord::state).containsOnly(TaskState.SUCCEEDED);
        assertThat(find("newAnnul").state())
                .as("its type is unknown to the first build")
                .isEqualTo(TaskState.SCHEDULED);
    }
}
