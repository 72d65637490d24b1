package dev.punctual.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.punctual.StoreException;
import dev.punctual.StoreProvider;
import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcStoreProviderTest {

    private static TaskStore open(String url, Map<String, String> environment) {
        return new JdbcStoreProvider(environment::get).open(url, StoreSettings.DEFAULT);
    }

    @ParameterizedTest
    @EnumSource
    void openUrl_findsTheProvider_andOpensTheStore(SqlServer server) {
        try (Database database = server.create();
                TaskStore store = StoreProvider.openUrl(database.url(), StoreSettings.DEFAULT)) {
            assertThat(store.capabilities().store()).isEqualTo("jdbc");
            assertThat(store.lapsed(10)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void userAndPassword_mayComeFromTheEnvironment(SqlServer server) {
        try (Database database = server.create()) {
            String url = database.url().replaceFirst("\\?.*", "");
            try (TaskStore store =
                    open(url, Map.of("PUNCTUAL_DB_USER", "punctual", "PUNCTUAL_DB_PASSWORD", "punctual"))) {
                assertThat(store.lapsed(10)).isEmpty();
            }
            try (TaskStore store =
                    open(database.url(), Map.of("PUNCTUAL_DB_USER", "nobody", "PUNCTUAL_DB_PASSWORD", "nothing"))) {
                assertThat(store.lapsed(10)).isEmpty();
            }
            assertThatThrownBy(() -> open(url, Map.of("PUNCTUAL_DB_USER", "punctual", "PUNCTUAL_DB_PASSWORD", "no")))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("no connection to " + url);
        }
    }

    @Test
    void close_closesThePool() {
        try (Database database = SqlServer.POSTGRESQL.create()) {
            String count = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'punctual'"
                    + " AND datname = current_database()";
            try (TaskStore store = open(database.url(), Map.of())) {
                assertThat(store.lapsed(10)).isEmpty();
                assertThat(Sql.number(database, count)).isPositive();
            }
            Awaitility.await().until(() -> Sql.number(database, count) == 0);
        }
    }

    @Test
    void aRefusedDatabase_leavesNoPoolBehind() {
        try (Database database = SqlServer.POSTGRESQL.create()) {
            JdbcTaskStore.builder(database.dataSource()).build().close();
            Sql.run(database, "DROP INDEX punctual_task_due");

            assertThatThrownBy(() -> open(database.url(), Map.of())).hasMessageContaining("CREATE INDEX");

            Awaitility.await()
                    .until(() -> Sql.number(
                                    database,
                                    "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'punctual'"
                                            + " AND datname = current_database()")
                            == 0);
        }
    }

    @Test
    void aMissingDriver_isNamedWithItsArtifact() {
        assertThatThrownBy(() -> open("jdbc:mysql://127.0.0.1/x", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("add com.mysql:mysql-connector-j to the class path");
    }

    @Test
    void anUnknownDatabase_isRefused() {
        assertThatThrownBy(() -> open("jdbc:sqlite:x?password=verysecret", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("jdbc knows postgresql, mariadb, mysql and h2")
                .hasMessageNotContaining("verysecret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://127.0.0.1:1/x?user=me&password=verysecret",
                "jdbc:postgresql://127.0.0.1:port/x?user=me&password=verysecret",
                "jdbc:postgresql://127.0.0.1:1/x?user=me&password=very%73ecret&sslpassword=verysecret",
                "jdbc:postgresql://me:verysecret@127.0.0.1:1/x",
                "jdbc:postgresql:?password=verysecret&socketTimeout=nonsense",
                "jdbc:mariadb://127.0.0.1:1/x?user=me&password=verysecret",
                "jdbc:mariadb:127.0.0.1:port/x?user=me&password=verysecret",
                "jdbc:mariadb://127.0.0.1:port/x?user=me&password=verysecret&connectTimeout=nonsense",
                "jdbc:h2:mem:x;USER=me;PASSWORD=verysecret;NONSENSE=1",
                "jdbc:h2:;PASSWORD=verysecret",
                "jdbc:h2:tcp://127.0.0.1:1/x;USER=me;PASSWORD=verysecret",
                "jdbc:h2:mem:y;PASSWORD=verysecret;PASSWORD=other",
            })
    void aPassword_isInNoMessage(String url) {
        Throwable failure = catchThrowable(() -> open(url, Map.of()));

        assertThat(failure).isInstanceOfAny(StoreException.class, IllegalArgumentException.class);
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString()).doesNotContain("verysecret", "very%73ecret");
    }
}
