package dev.punctual.jdbc;

import dev.punctual.LeaseRef;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The leases of rows as they stand, read without waiting for whoever holds the rows. Immutable. */
final class HeldLeases {

    private record Held(long token, long untilMillis) {}

    private final Map<String, Held> byId;
    private final long nowMillis;

    private HeldLeases(Map<String, Held> byId, long nowMillis) {
        this.byId = byId;
        this.nowMillis = nowMillis;
    }

    static HeldLeases read(Connection connection, Statements sql, List<LeaseRef> leases) throws SQLException {
        Map<String, Held> byId = new HashMap<>();
        long now = 0;
        try (PreparedStatement query = connection.prepareStatement("SELECT " + sql.millis()
                + ", id, token, lease_until FROM " + sql.task() + " WHERE state = 2 AND id IN ("
                + Statements.places(Statements.rounded(leases.size())) + ")")) {
            Parameters to = new Parameters(query);
            for (int i = 0; i < Statements.rounded(leases.size()); i++) {
                to.text(leases.get(Math.min(i, leases.size() - 1)).id().value());
            }
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    now = rows.getLong(1);
                    byId.put(rows.getString(2), new Held(rows.getLong(3), rows.getLong(4)));
                }
            }
        }
        return new HeldLeases(byId, now);
    }

    /** Returns whether the claim is the one that runs, and its lease lasts so much longer. */
    boolean lasts(LeaseRef ref, Duration span) {
        Held held = byId.get(ref.id().value());
        return held != null && held.token() == ref.token() && held.untilMillis() >= nowMillis + span.toMillis();
    }
}
