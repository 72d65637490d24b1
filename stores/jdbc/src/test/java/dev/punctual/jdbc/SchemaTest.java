package dev.punctual.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tables are made once, whoever makes them, and are found again. */
class SchemaTest {

    private static final int NODES = 6;
    private static final int GUARD_SECONDS = 60;

    private static SchemaFiles files(SqlServer server) {
        return new SchemaFiles(Dialect.valueOf(server.name()), "punctual");
    }

    private static void open(Database database) {
        JdbcTaskStore.builder(database.dataSource()).build().close();
    }

    private static void runByHand(SqlServer server, Database database, int from, int to) {
        files(server).statements(1).subList(from, to).forEach(statement -> Sql.run(database, statement));
    }

    @ParameterizedTest
    @EnumSource
    void open_byManyNodesAtOnceOnAnEmptyDatabase_worksForAll(SqlServer server) throws Exception {
        ExecutorService nodes = Executors.newFixedThreadPool(NODES);
        try (Database database = server.create()) {
            CyclicBarrier start = new CyclicBarrier(NODES);
            Callable<Boolean> node = () -> {
                start.await(GUARD_SECONDS, TimeUnit.SECONDS);
                open(database);
                return true;
            };
            List<Future<Boolean>> opened = new ArrayList<>();
            for (int i = 0; i < NODES; i++) {
                opened.add(nodes.submit(node));
            }
            for (Future<Boolean> future : opened) {
                assertThat(future.get(GUARD_SECONDS, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(Sql.number(database, "SELECT count(*) FROM punctual_meta"))
                    .isEqualTo(1);
        } finally {
            nodes.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource
    void open_afterAStopBetweenAnyTwoStatements_makesTheRest(SqlServer server) {
        int statements = files(server).statements(1).size();
        for (int done = 1; done < statements; done++) {
            try (Database database = server.create()) {
                runByHand(server, database, 0, done);

                open(database);

                assertThat(Sql.number(database, "SELECT schema_version FROM punctual_meta"))
                        .isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void open_again_keepsTheMetaRow(SqlServer server) {
        try (Database database = server.create()) {
            open(database);
            Sql.run(database, "UPDATE punctual_meta SET token_floor = 7");

            open(database);
            runByHand(server, database, 0, files(server).statements(1).size());

            assertThat(Sql.number(database, "SELECT token_floor FROM punctual_meta"))
                    .isEqualTo(7);
        }
    }

    @ParameterizedTest
    @EnumSource
    void leaveTablesAlone_opensWhatTheFilesMadeAsPlainSql(SqlServer server) {
        try (Database database = server.create()) {
            runByHand(server, database, 0, files(server).statements(1).size());

            JdbcTaskStore.builder(database.dataSource())
                    .leaveTablesAlone()
                    .build()
                    .close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void leaveTablesAlone_withoutTables_namesTheFileAndTheSwitch(SqlServer server) {
        try (Database database = server.create()) {
            JdbcStoreBuilder builder =
                    JdbcTaskStore.builder(database.dataSource()).leaveTablesAlone();

            assertThatThrownBy(builder::build)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContainingAll(
                            "there are no tables punctual_*",
                            "dev/punctual/jdbc/" + server.name().toLowerCase(java.util.Locale.ROOT)
                                    + "/V1__punctual.sql",
                            "prefix=punctual",
                            "leaveTablesAlone()");
            open(database);
        }
    }

    @ParameterizedTest
    @EnumSource
    void open_onTablesOfANewerVersion_refuses(SqlServer server) {
        try (Database database = server.create()) {
            open(database);
            Sql.run(database, "UPDATE punctual_meta SET schema_version = 99");

            assertThatThrownBy(() -> open(database))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContainingAll("version 99", "newer Punctual", "up to 1");
            assertThatThrownBy(() -> JdbcTaskStore.builder(database.dataSource())
                            .leaveTablesAlone()
                            .build())
                    .hasMessageContaining("newer Punctual");
        }
    }

    @Test
    void open_onPostgres_isNotConfusedByTablesInOtherSchemasOfTheSearchPath() {
        try (Database database = SqlServer.POSTGRESQL.create()) {
            open(database);
            Sql.run(database, "UPDATE punctual_meta SET schema_version = 99");
            Sql.run(database, "CREATE SCHEMA app");
            try (var pool = Database.pool(database.url() + "&currentSchema=app,public")) {
                JdbcTaskStore.builder(pool).build().close();
            }
            assertThat(Sql.number(database, "SELECT schema_version FROM app.punctual_meta"))
                    .isEqualTo(1);
        }
    }

    @Test
    void open_onMariaDb_isNotConfusedByTablesInOtherDatabases() {
        try (Database other = SqlServer.MARIADB.create();
                Database database = SqlServer.MARIADB.create()) {
            open(other);
            Sql.run(other, "UPDATE punctual_meta SET schema_version = 99");

            open(database);

            assertThat(Sql.number(database, "SELECT schema_version FROM punctual_meta"))
                    .isEqualTo(1);
        }
    }

    @Test
    void open_onH2_isNotConfusedByTablesInOtherSchemas() {
        try (Database database = SqlServer.H2.create()) {
            open(database);
            Sql.run(database, "UPDATE punctual_meta SET schema_version = 99");
            Sql.run(database, "CREATE SCHEMA app");
            try (var pool = Database.pool(database.url() + ";SCHEMA=APP")) {
                JdbcTaskStore.builder(pool).build().close();
            }
            assertThat(Sql.number(database, "SELECT schema_version FROM app.punctual_meta"))
                    .isEqualTo(1);
        }
    }

    @Test
    void open_withoutASchema_saysWhatToDo() {
        try (Database database = SqlServer.POSTGRESQL.create();
                var pool = Database.pool(database.url() + "&currentSchema=nowhere")) {
            assertThatThrownBy(() -> JdbcTaskStore.builder(pool).build())
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("currentSchema=NAME");
        }
    }

    @Test
    void open_byAUserWhoMayNotMakeTables_namesTheFile() {
        try (Database database = SqlServer.POSTGRESQL.create()) {
            Sql.run(database, "CREATE ROLE reader LOGIN PASSWORD 'reader'");
            try (var pool = Database.pool(database.url().replaceFirst("\\?.*", "?user=reader&password=reader"))) {
                assertThatThrownBy(() -> JdbcTaskStore.builder(pool).build())
                        .isInstanceOf(StoreException.class)
                        .hasMessageContainingAll("may not make the tables", "V1__punctual.sql", "leaveTablesAlone()");
            } finally {
                Sql.run(database, "DROP ROLE reader");
            }
        }
    }
}
