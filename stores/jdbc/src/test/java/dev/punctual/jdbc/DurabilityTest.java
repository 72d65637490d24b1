package dev.punctual.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.punctual.Capability;
import dev.punctual.Durability;
import dev.punctual.StoreCapabilities;
import dev.punctual.StoreException;
import dev.punctual.StoreSettings;
import dev.punctual.testing.ManualTime;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The durability class is that of the live settings, and what is lower than D2 is warned of. */
class DurabilityTest {

    private static StoreCapabilities open(Database database) {
        try (JdbcTaskStore store = JdbcTaskStore.builder(database.dataSource()).build()) {
            return store.capabilities();
        }
    }

    private static List<String> warnings(Database database) {
        Opening opening = new Opening(JdbcTaskStore.builder(database.dataSource()));
        opening.open();
        return opening.warnings();
    }

    private static void assertRefused(Database database, Durability least, String... words) {
        JdbcStoreBuilder builder = JdbcTaskStore.builder(database.dataSource()).requireDurability(least);
        assertThatThrownBy(builder::build)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("durability " + least + " is required")
                .hasMessageContainingAll(words);
    }

    private static void set(Database database, String setting, String value) {
        Sql.run(database, "ALTER SYSTEM SET " + setting + " = '" + value + "'");
        Sql.run(database, "SELECT pg_reload_conf()");
        Awaitility.await()
                .until(() -> Sql.number(
                                database,
                                "SELECT count(*) FROM pg_settings WHERE name = '" + setting + "' AND setting = '"
                                        + value + "'")
                        == 1);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void serverAsItsMakersShipIt_isD2_withoutAWarning(SqlServer server) {
        try (Database database = server.create()) {
            assertThat(open(database).durability()).isEqualTo(Durability.D2);
            assertThat(warnings(database)).isEmpty();
            JdbcTaskStore.builder(database.dataSource())
                    .requireDurability(Durability.D2)
                    .build()
                    .close();
            assertRefused(database, Durability.D3, "this database gives D2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fsync", "full_page_writes", "synchronous_commit"})
    void postgres_withASettingOff_isD1(String setting) {
        try (DatabaseServer server = SqlServer.POSTGRESQL.own();
                Database database = server.create()) {
            set(database, setting, "off");

            assertThat(open(database).durability()).isEqualTo(Durability.D1);
            assertThat(warnings(database))
                    .singleElement()
                    .asString()
                    .contains("power cut", "D1", setting + " = off (should be on)");
            assertRefused(database, Durability.D2, "gives D1", setting + " = off");
        }
    }

    @Test
    void postgres_withASynchronousStandby_isD3_andTheStandbyIsRefused() {
        try (DatabaseServer server = SqlServer.POSTGRESQL.own();
                Database database = server.create();
                DatabaseServer standby = server.standby()) {
            set(database, "synchronous_standby_names", "*");
            Awaitility.await()
                    .until(() ->
                            Sql.number(database, "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
                                    == 1);

            assertThat(open(database).durability()).isEqualTo(Durability.D3);
            JdbcTaskStore.builder(database.dataSource())
                    .requireDurability(Durability.D3)
                    .build()
                    .close();
            try (HikariDataSource follower = Database.pool(database.url(standby.port()))) {
                assertThatThrownBy(() -> JdbcTaskStore.builder(follower).build())
                        .hasMessageContaining("the server is a standby");
            }
            set(database, "synchronous_commit", "local");
            assertThat(open(database).durability()).isEqualTo(Durability.D2);
        }
    }

    @Test
    void postgres_thatWaitsForAStandbyThatIsNotThere_isD2() {
        try (DatabaseServer server = SqlServer.POSTGRESQL.own();
                Database database = server.create()) {
            // At on, commits would wait for ever.
            set(database, "synchronous_commit", "local");
            set(database, "synchronous_standby_names", "*");

            assertThat(open(database).durability()).isEqualTo(Durability.D2);
            assertRefused(database, Durability.D3, "synchronous_commit = local");
        }
    }

    @Test
    void mariaDb_withLazyLog_isD1() {
        try (DatabaseServer server = SqlServer.MARIADB.own();
                Database database = server.create()) {
            Sql.run(database, "SET GLOBAL innodb_flush_log_at_trx_commit = 2");

            assertThat(open(database).durability()).isEqualTo(Durability.D1);
            assertThat(warnings(database))
                    .singleElement()
                    .asString()
                    .contains("innodb_flush_log_at_trx_commit = 2 (should be 1)");
            assertRefused(database, Durability.D2, "innodb_flush_log_at_trx_commit = 2");
        }
    }

    @Test
    void h2InMemory_isD0_andNotDurable() {
        try (Database database = SqlServer.H2.create()) {
            assertThat(open(database).durability()).isEqualTo(Durability.D0);
            assertThat(open(database).has(Capability.DURABLE)).isFalse();
            assertRefused(database, Durability.D1, "in memory");
        }
    }

    @Test
    void h2InFiles_isD1(@TempDir Path folder) {
        try (Database database = Database.inFiles(folder)) {
            assertThat(open(database).durability()).isEqualTo(Durability.D1);
            assertThat(open(database).has(Capability.DURABLE)).isTrue();
            assertRefused(database, Durability.D2, "does not sync");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void aClockOfTheServerFarFromOurs_isWarnedOf(SqlServer server) {
        try (Database database = server.create()) {
            Opening opening = new Opening(JdbcTaskStore.builder(database.dataSource())
                    .settings(StoreSettings.DEFAULT.withTime(new ManualTime())));
            opening.open();

            assertThat(opening.warnings())
                    .singleElement()
                    .asString()
                    .contains("clock of the database is", "the clock of this machine");
        }
    }
}
