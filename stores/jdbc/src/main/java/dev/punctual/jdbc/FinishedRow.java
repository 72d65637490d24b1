package dev.punctual.jdbc;

import dev.punctual.TaskId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What removing old rows needs to know of one.
 *
 * @param finishedAt when it finished, in milliseconds since 1970
 * @param id its id
 * @param stub whether it is a stub
 */
record FinishedRow(long finishedAt, TaskId id, boolean stub) {

    /** Reads rows by a query of these three columns whose parameters are a time and the largest number of rows. */
    static List<FinishedRow> read(Connection connection, String text, long time, int max) throws SQLException {
        List<FinishedRow> rows = new ArrayList<>();
        if (max <= 0) {
            return rows;
        }
        try (PreparedStatement query = connection.prepareStatement(text)) {
            new Parameters(query).number(time).integer(max);
            try (ResultSet result = query.executeQuery()) {
                while (result.next()) {
                    rows.add(new FinishedRow(
                            result.getLong(1), TaskId.of(result.getString(2)), result.getInt(3) >= TaskRows.STUB));
                }
            }
        }
        return rows;
    }
}
