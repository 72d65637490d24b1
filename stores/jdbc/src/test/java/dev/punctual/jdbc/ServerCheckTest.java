package dev.punctual.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.punctual.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers that the store cannot work with are refused with a sentence that says what to change. */
class ServerCheckTest {

    private static void assertRefused(String url, String... words) {
        try (HikariDataSource pool = Database.pool(url)) {
            assertThatThrownBy(() -> JdbcTaskStore.builder(pool).build())
                    .isInstanceOf(StoreException.class)
                    .hasMessageContainingAll(words);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, 12.22, 13.0",
        "MARIADB, 10.5.29-MariaDB, 10.6",
        "MARIADB, 10.11.2-MariaDB,",
        "MYSQL, 5.7.44, 8.0",
        "MYSQL, 8.0.36,",
        "H2, 1.4.200, 2.2",
        "POSTGRESQL, 17.5 (Debian 17.5-1),",
        "POSTGRESQL, 18beta1,",
    })
    void tooOld_isNamedWithTheOldestThatWorks(Dialect dialect, String version, String oldest) {
        if (oldest == null) {
            assertThat(ServerCheck.tooOld(dialect, version)).isEmpty();
        } else {
            assertThat(ServerCheck.tooOld(dialect, version))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.needed()).isEqualTo(oldest + " or newer"));
        }
    }

    @Test
    void postgres_ofAnotherEncoding_isRefused() {
        try (Database database = SqlServer.POSTGRESQL.create()) {
            Sql.run(
                    database,
                    "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0");
            try {
                assertRefused(
                        database.url().replaceFirst("/t_[0-9]+", "/latin"),
                        "the database has the encoding LATIN1",
                        "must be UTF8",
                        "ENCODING 'UTF8'");
            } finally {
                Sql.run(database, "DROP DATABASE latin WITH (FORCE)");
            }
        }
    }

    @Test
    void postgres_readOnlyByDefault_isRefused() {
        try (Database database = SqlServer.POSTGRESQL.create()) {
            assertRefused(
                    database.url() + "&options=-c%20default_transaction_read_only%3Don",
                    "read-only by default",
                    "SET default_transaction_read_only = off");
        }
    }

    @Test
    void postgres_standby_isRefused() throws IOException {
        try (DatabaseServer server = SqlServer.POSTGRESQL.own()) {
            Database database = server.create();
            server.kill9();
            Files.createFile(server.folder().resolve("data").resolve("standby.signal"));
            server.restart();

            assertRefused(database.url(), "the server is a standby", "the primary's address");
        }
    }

    @Test
    void mariaDb_readOnly_isRefused() {
        try (DatabaseServer server = SqlServer.MARIADB.own();
                Database database = server.create()) {
            Sql.run(database, "SET GLOBAL read_only = ON");

            assertRefused(database.url(), "read_only = ON", "SET GLOBAL read_only = OFF");
        }
    }

    @Test
    void mariaDb_thatShortensWhatIsTooLong_isRefused() {
        try (Database database = SqlServer.MARIADB.create()) {
            assertRefused(
                    database.url() + "&sessionVariables=sql_mode='NO_ENGINE_SUBSTITUTION'",
                    "sql_mode is 'NO_ENGINE_SUBSTITUTION'",
                    "STRICT_TRANS_TABLES");
        }
    }

    @Test
    void mariaDb_withoutADatabaseInTheUrl_isRefused() {
        try (Database database = SqlServer.MARIADB.create()) {
            assertRefused(database.url().replaceFirst("/t_[0-9]+", "/"), "names no database");
        }
    }

    @Test
    void h2_ofAnOddMode_isRefused() {
        try (Database database = SqlServer.H2.create()) {
            assertRefused(database.url() + ";MODE=MySQL", "MODE=MYSQL", "SET MODE REGULAR");
        }
    }

    @Test
    void h2_thatIgnoresCase_isRefused() {
        try (Database database = SqlServer.H2.create()) {
            assertRefused(database.url() + ";IGNORECASE=TRUE", "IGNORECASE=TRUE", "SET IGNORECASE FALSE");
        }
    }

    @Test
    void h2_thatSortsLikePeople_isRefused() {
        try (Database database = SqlServer.H2.create()) {
            Sql.run(database, "SET COLLATION ENGLISH STRENGTH PRIMARY");

            assertRefused(database.url(), "the database has the collation ENGLISH", "SET COLLATION OFF");
        }
    }
}
