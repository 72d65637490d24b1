package dev.punctual.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks the server behind the tables: its version, whether it may be written to, how it compares text. */
final class ServerCheck {

    /** Modes of H2 under which the store was tried. */
    private static final Set<String> H2_MODES = Set.of("REGULAR", "POSTGRESQL");

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)");

    private ServerCheck() {}

    /** Returns what is wrong with the server. */
    static List<Finding> findings(LiveDatabase database) throws SQLException {
        List<Finding> findings = new ArrayList<>(tooOld(database.dialect(), version(database)));
        switch (database.dialect()) {
            case POSTGRESQL -> postgres(database, findings);
            case MARIADB, MYSQL -> mariaDb(database, findings);
            case H2 -> h2(database, findings);
        }
        return findings;
    }

    private static String version(LiveDatabase database) throws SQLException {
        return database.text(
                switch (database.dialect()) {
                    case POSTGRESQL -> "SHOW server_version";
                    case MARIADB, MYSQL -> "SELECT VERSION()";
                    case H2 -> "SELECT H2VERSION()";
                });
    }

    /** Returns whether a version, as the server words it, is older than the store can use. */
    static List<Finding> tooOld(Dialect dialect, String version) {
        Matcher numbers = VERSION.matcher(version);
        if (!numbers.find()) {
            return List.of();
        }
        int found = Integer.parseInt(numbers.group(1)) * 1_000 + Integer.parseInt(numbers.group(2));
        int oldest = switch (dialect) {
            case POSTGRESQL -> 13_000;
            case MARIADB -> 10_006;
            case MYSQL -> 8_000;
            case H2 -> 2_002;
        };
        return found >= oldest
                ? List.of()
                : List.of(new Finding(
                        "the server is " + dialect + " " + version,
                        oldest / 1_000 + "." + oldest % 1_000 + " or newer",
                        "an upgrade of the server"));
    }

    private static void postgres(LiveDatabase database, List<Finding> findings) throws SQLException {
        String encoding = database.text("SHOW server_encoding");
        if (!encoding.equals("UTF8")) {
            findings.add(new Finding(
                    "the database has the encoding " + encoding,
                    "UTF8",
                    "CREATE DATABASE punctual ENCODING 'UTF8' TEMPLATE template0, and its name in the URL"));
        }
        if (database.text("SELECT pg_is_in_recovery()").startsWith("t")) {
            findings.add(new Finding(
                    "the server is a standby, which can only be read",
                    "the primary",
                    "the primary's address in the URL, or several and targetServerType=primary"));
        } else if (database.text("SHOW transaction_read_only").equals("on")) {
            findings.add(new Finding(
                    "transactions are read-only by default",
                    "writable",
                    "ALTER DATABASE " + database.text("SELECT current_database()")
                            + " SET default_transaction_read_only = off, or the same for the role"));
        }
    }

    private static void mariaDb(LiveDatabase database, List<Finding> findings) throws SQLException {
        for (String setting : List.of("read_only", "innodb_read_only")) {
            if (database.number("SELECT @@global." + setting) != 0) {
                findings.add(new Finding(
                        "the server has " + setting + " = ON: a replica, or one that is kept still",
                        "the primary",
                        "the primary's address in the URL, or SET GLOBAL " + setting + " = OFF"));
            }
        }
        String modes = database.text("SELECT @@session.sql_mode").toUpperCase(Locale.ROOT);
        if (!modes.contains("STRICT_TRANS_TABLES") && !modes.contains("STRICT_ALL_TABLES")) {
            findings.add(new Finding(
                    "sql_mode is '" + modes + "', which shortens what is too long without a word",
                    "strict",
                    "SET GLOBAL sql_mode = CONCAT(@@global.sql_mode, ',STRICT_TRANS_TABLES')"));
        }
    }

    private static void h2(LiveDatabase database, List<Finding> findings) throws SQLException {
        String mode = h2Setting(database, "MODE").toUpperCase(Locale.ROOT);
        if (!H2_MODES.contains(mode)) {
            findings.add(new Finding(
                    "H2 runs in MODE=" + mode,
                    "MODE=REGULAR or MODE=PostgreSQL",
                    "SET MODE REGULAR, or no MODE in the URL"));
        }
        if (Set.of("1", "TRUE").contains(h2Setting(database, "IGNORECASE").toUpperCase(Locale.ROOT))) {
            findings.add(new Finding(
                    "H2 runs with IGNORECASE=TRUE, under which different names are equal",
                    "IGNORECASE=FALSE",
                    "SET IGNORECASE FALSE, or no IGNORECASE in the URL"));
        }
        String collation = h2Setting(database, "COLLATION");
        if (!collation.isEmpty() && !collation.equals("OFF")) {
            findings.add(new Finding(
                    "the database has the collation " + collation + ", by which different names may be equal",
                    "OFF",
                    "SET COLLATION OFF while there are no tables"));
        }
        if (database.text("SELECT READONLY()").equalsIgnoreCase("true")) {
            findings.add(new Finding(
                    "the database can only be read",
                    "writable",
                    "files that may be written to, and no ACCESS_MODE_DATA=r"));
        }
    }

    private static String h2Setting(LiveDatabase database, String name) throws SQLException {
        return database.text(
                "SELECT setting_value FROM information_schema.settings WHERE UPPER(setting_name) = ?", name);
    }
}
