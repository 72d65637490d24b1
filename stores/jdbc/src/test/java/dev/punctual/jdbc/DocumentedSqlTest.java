package dev.punctual.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.TaskRecord;
import dev.punctual.TaskStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The SQL that the documentation gives to people runs, and shows what it says. */
class DocumentedSqlTest {

    @ParameterizedTest
    @EnumSource
    void watching_showsWhatIsThere(SqlServer server) throws SQLException {
        try (Database database = server.create();
                TaskStore store = JdbcTaskStore.builder(database.dataSource()).build()) {
            TaskRecord running = SomeTasks.running(store, "running", "w1");
            SomeTasks.schedule(store, SomeTasks.due("due"));
            SomeTasks.schedule(store, SomeTasks.later("later"));

            List<List<String>> answers = runAll(database, inUtc(server, text("watch.sql")));

            assertThat(answers.get(0)).containsExactly("default ship RUNNING 1", "default ship SCHEDULED 2");
            assertThat(answers.get(1)).singleElement().asString().startsWith("default ship 1 ");
            assertThat(answers.get(2)).singleElement().asString().startsWith(running.id() + " ship w1 ");
            assertThat(answers.get(3)).isEmpty();
            assertThat(answers.get(4)).hasSize(1);
        }
    }

    @Test
    void postgres_canBeWatchedAndTuned_andOpensAfterwards() throws SQLException {
        try (Database database = SqlServer.POSTGRESQL.create()) {
            JdbcTaskStore.builder(database.dataSource()).build().close();

            assertThat(runAll(database, text("watch-postgresql.sql")).get(0)).hasSize(1);
            runAll(database, text("tune-postgresql.sql"));

            try (TaskStore store = JdbcTaskStore.builder(database.dataSource()).build()) {
                assertThat(SomeTasks.running(store, "a", "w1").id()).hasToString("a");
            }
        }
    }

    /** On MariaDB the times of the view are in UTC, and have no zone to say so. */
    private static String inUtc(SqlServer server, String script) {
        return server == SqlServer.MARIADB ? script.replace("CURRENT_TIMESTAMP", "UTC_TIMESTAMP(6)") : script;
    }

    /** Answers the rows of each statement, their values side by side. */
    private static List<List<String>> runAll(Database database, String script) throws SQLException {
        List<List<String>> answers = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : script.replaceAll("(?m)^--.*$", "").split(";", -1)) {
                if (!sql.isBlank()) {
                    answers.add(statement.execute(sql) ? rows(statement.getResultSet()) : List.of());
                }
            }
        }
        return answers;
    }

    private static List<String> rows(ResultSet rows) throws SQLException {
        List<String> lines = new ArrayList<>();
        while (rows.next()) {
            List<String> values = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                values.add(rows.getString(i));
            }
            lines.add(String.join(" ", values));
        }
        return lines;
    }

    private static String text(String file) {
        try (InputStream in = DocumentedSqlTest.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("no file " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
