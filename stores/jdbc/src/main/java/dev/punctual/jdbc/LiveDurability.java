package dev.punctual.jdbc;

import dev.punctual.Durability;
import dev.punctual.StoreException;
import dev.punctual.StoreException.Kind;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a commit survives, as the server is set now. It cannot see what lies below the server: a disk or a file system
 * that says "written" too early takes a class away.
 *
 * @param durability the class
 * @param reasons the settings that keep it from being higher, each with what it should be
 */
record LiveDurability(Durability durability, List<String> reasons) {

    LiveDurability {
        reasons = List.copyOf(reasons);
    }

    /** Reads the settings that hold for this connection. */
    static LiveDurability of(LiveDatabase database) throws SQLException {
        return switch (database.dialect()) {
            case POSTGRESQL -> postgres(database);
            case MARIADB, MYSQL -> mariaDb(database);
            case H2 -> h2(database);
        };
    }

    private static LiveDurability postgres(LiveDatabase database) throws SQLException {
        List<String> reasons = new ArrayList<>();
        for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
            if (database.text("SELECT current_setting(?)", setting).equals("off")) {
                reasons.add(setting + " = off (should be on)");
            }
        }
        if (!reasons.isEmpty()) {
            return new LiveDurability(Durability.D1, reasons);
        }
        if (database.text("SHOW synchronous_standby_names").isBlank()) {
            return new LiveDurability(
                    Durability.D2, List.of("synchronous_standby_names is empty (no standby is waited for)"));
        }
        String commit = database.text("SHOW synchronous_commit");
        if (!Set.of("on", "remote_apply").contains(commit)) {
            return new LiveDurability(
                    Durability.D2,
                    List.of("synchronous_commit = " + commit + " (on or remote_apply waits for the standby's disk)"));
        }
        long standbys =
                database.number("SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')");
        return standbys > 0
                ? new LiveDurability(Durability.D3, List.of())
                : new LiveDurability(
                        Durability.D2,
                        List.of("no synchronous standby is seen in pg_stat_replication (one must be connected, and the"
                                + " user must be allowed to see it: GRANT pg_monitor)"));
    }

    private static LiveDurability mariaDb(LiveDatabase database) throws SQLException {
        List<String> reasons = new ArrayList<>();
        long flush = database.number("SELECT @@global.innodb_flush_log_at_trx_commit");
        // 3 is MariaDB's own, and syncs more, not less.
        if (flush != 1 && flush != 3) {
            reasons.add("innodb_flush_log_at_trx_commit = " + flush + " (should be 1)");
        }
        String twice = database.text("SELECT @@global.innodb_doublewrite");
        if (Set.of("0", "OFF", "DETECT_ONLY").contains(twice)) {
            reasons.add("innodb_doublewrite = " + twice + " (should be ON, unless the file system writes whole pages)");
        }
        return reasons.isEmpty()
                ? new LiveDurability(Durability.D2, List.of("replicas are not waited for"))
                : new LiveDurability(Durability.D1, reasons);
    }

    private static LiveDurability h2(LiveDatabase database) throws SQLException {
        return database.text("SELECT DATABASE_PATH()").isEmpty()
                ? new LiveDurability(Durability.D0, List.of("the H2 database is in memory (jdbc:h2:mem)"))
                : new LiveDurability(Durability.D1, List.of("H2 does not sync its files with each commit"));
    }

    /** Returns why it is no higher. */
    String why() {
        return String.join("; ", reasons);
    }

    /**
     * Requires a class.
     *
     * @throws StoreException if this one is lower
     */
    void require(Durability least) {
        if (durability.compareTo(least) < 0) {
            throw new StoreException(
                    "jdbc",
                    "durability " + least + " is required, and this database gives " + durability + ": " + why(),
                    Kind.FATAL,
                    null);
        }
    }
}
