package dev.punctual.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.punctual.StoreException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damage to the tables, one by one: each is named, and the statement that is offered cures it. */
class SchemaCheckTest {

    private static final Pattern CURE = Pattern.compile("; cure: (.*)");

    private static void open(Database database) {
        JdbcTaskStore.builder(database.dataSource()).leaveTablesAlone().build().close();
    }

    /** In the damage, @ stands for ALTER TABLE punctual_task, and VIEW for the removal of the view for people. */
    private static void assertNamedAndCured(SqlServer server, String damage, String problem) {
        try (Database database = server.create()) {
            JdbcTaskStore.builder(database.dataSource()).build().close();
            for (String statement : damage.split(";", -1)) {
                Sql.run(
                        database,
                        statement
                                .replace("@", "ALTER TABLE punctual_task")
                                .replace("VIEW", "DROP VIEW punctual_tasks"));
            }

            StoreException refusal = catchThrowableOfType(StoreException.class, () -> open(database));

            assertThat(refusal).as(damage).isNotNull();
            assertThat(refusal.kind()).isEqualTo(StoreException.Kind.FATAL);
            assertThat(refusal).hasMessageContaining(problem);
            List<String> cures = CURE.matcher(String.valueOf(refusal.getMessage()))
                    .results()
                    .map((MatchResult cure) -> cure.group(1))
                    .toList();
            assertThat(cures).hasSize(1);
            Sql.run(database, cures.get(0));
            open(database);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            @ DROP COLUMN call_id | column punctual_task.call_id is missing; must be BYTEA
            VIEW; @ ALTER COLUMN due_at TYPE INTEGER | punctual_task.due_at is integer; must be BIGINT
            VIEW; @ ALTER COLUMN due_at TYPE NUMERIC | due_at is numeric; must be
            @ ALTER COLUMN headers SET NOT NULL | punctual_task.headers is NOT NULL; must be nullable
            VIEW; @ ALTER COLUMN last_error TYPE VARCHAR(100) | last_error is character varying(100)
            @ ADD COLUMN mine INTEGER NOT NULL | column punctual_task.mine is unknown and NOT NULL
            DROP INDEX punctual_task_due | punctual_task has no index on (part, sort_key) WHERE state = 1
            DROP INDEX punctual_task_lease | no index on (lease_until) WHERE lease_until IS NOT NULL
            DROP INDEX punctual_task_finished | no index on (state, finished_at)
            DROP INDEX punctual_task_expiry | no index on (expire_at)
            DROP INDEX punctual_task_due; CREATE INDEX d ON punctual_task (part, sort_key) WHERE state = 2 | no index on
            DROP INDEX punctual_task_due; CREATE INDEX d ON punctual_task (sort_key, part) | no index on (part,
            @ DROP CONSTRAINT punctual_task_pkey | punctual_task has no primary key (id)
            @ SET UNLOGGED | table punctual_task is unlogged
            """)
    void postgres_namesTheDamageAndItsCure(String damage, String problem) {
        assertNamedAndCured(SqlServer.POSTGRESQL, damage, problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nocase", "\"en-US-x-icu\"", "\"default\""})
    void postgres_namesAWrongCollationOfTheId(String collation) {
        assertNamedAndCured(
                SqlServer.POSTGRESQL,
                "VIEW;"
                        + "CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);"
                        + "ALTER TABLE punctual_task ALTER COLUMN id TYPE text COLLATE " + collation,
                "column punctual_task.id has the collation ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            @ DROP COLUMN call_id | column punctual_task.call_id is missing; must be BINARY(16)
            @ MODIFY due_at INT NOT NULL | punctual_task.due_at is int; must be BIGINT
            @ MODIFY headers BLOB NOT NULL | punctual_task.headers is NOT NULL; must be nullable
            @ MODIFY payload BLOB NOT NULL | punctual_task.payload is blob(65535); must be MEDIUMBLOB
            @ MODIFY id BINARY(255) | punctual_task.id is binary(255); must be VARBINARY(255)
            @ MODIFY id VARBINARY(100) | punctual_task.id is varbinary(100); must be VARBINARY(255)
            @ MODIFY id VARCHAR(255) | punctual_task.id is varchar(255); must be VARBINARY(255)
            ALTER TABLE punctual_queue MODIFY queue VARCHAR(128) COLLATE utf8mb4_general_ci | collation utf8mb4_gen
            @ MODIFY last_error TEXT CHARACTER SET latin1 | character set latin1
            @ ADD COLUMN mine INTEGER NOT NULL | column punctual_task.mine is unknown and NOT NULL
            DROP INDEX punctual_task_due ON punctual_task | punctual_task has no index on (state, part, sort_key)
            DROP INDEX punctual_task_lease ON punctual_task | no index on (lease_until)
            @ DROP PRIMARY KEY | punctual_task has no primary key (id)
            ALTER TABLE punctual_partition DROP KEY queue | no unique key (queue, type, sink_kind, suspect, priority)
            @ ENGINE = MyISAM | punctual_task has the engine myisam
            """)
    void mariaDb_namesTheDamageAndItsCure(String damage, String problem) {
        assertNamedAndCured(SqlServer.MARIADB, damage, problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            VIEW; @ DROP COLUMN call_id | punctual_task.call_id is missing
            @ ALTER COLUMN due_at SET DATA TYPE INTEGER | punctual_task.due_at is integer
            @ ALTER COLUMN headers SET NOT NULL | punctual_task.headers is NOT NULL
            @ ALTER COLUMN id SET DATA TYPE VARCHAR_IGNORECASE(255) | id is varchar_ignorecase(255)
            @ ALTER COLUMN id SET DATA TYPE CHAR(255) | punctual_task.id is character(255)
            @ ADD COLUMN mine INTEGER NOT NULL | column punctual_task.mine is unknown and NOT NULL
            DROP INDEX punctual_task_due | punctual_task has no index on (state, part, sort_key)
            """)
    void h2_namesTheDamageAndItsCure(String damage, String problem) {
        assertNamedAndCured(SqlServer.H2, damage, problem);
    }

    @ParameterizedTest
    @EnumSource
    void everyTableThatIsMissing_isNamed(SqlServer server) {
        try (Database database = server.create()) {
            JdbcTaskStore.builder(database.dataSource()).build().close();
            Sql.run(database, "DROP TABLE punctual_queue");
            Sql.run(database, "DROP TABLE punctual_worker");

            assertThatThrownBy(() -> open(database))
                    .hasMessageContainingAll(
                            "\n  table punctual_queue is missing", "\n  table punctual_worker is missing");
        }
    }

    @ParameterizedTest
    @EnumSource
    void tablesJustMade_andTablesOfOthersBeside_areFine(SqlServer server) {
        try (Database database = server.create()) {
            JdbcTaskStore.builder(database.dataSource()).build().close();
            Sql.run(database, "CREATE TABLE punctual_mine (id INTEGER NOT NULL)");

            open(database);
        }
    }
}
