package dev.punctual.benchmarks;

import dev.punctual.StoreProvider;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskId;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A SQL database below our store: plain inserts of many rows a statement into a table that the store itself made, with
 * its columns and indexes, one commit a statement. Not thread-safe.
 */
final class SqlLimit implements RawLimit {

    private static final String TABLE = "punctual_task";
    private static final int SPREAD_MILLIS = 3_600_000;

    private final ScratchDatabase database;
    private final SplittableRandom random = new SplittableRandom(13);
    private @Nullable Connection connection;
    private Map<String, Object> sample = Map.of();

    /** Makes the limit in that database, which is closed with it. */
    SqlLimit(ScratchDatabase database) {
        this.database = database;
    }

    @Override
    public void clear() throws SQLException {
        Connection open = connection;
        if (open != null) {
            try (Statement statement = open.createStatement()) {
                statement.execute("TRUNCATE TABLE " + TABLE);
            }
        }
    }

    @Override
    public long write(int batch, long untilNanos) throws SQLException {
        Connection open = open();
        long done = 0;
        try (PreparedStatement insert = open.prepareStatement(text(batch))) {
            while (System.nanoTime() < untilNanos) {
                int at = 1;
                for (int row = 0; row < batch; row++) {
                    for (Map.Entry<String, Object> column : sample.entrySet()) {
                        insert.setObject(at++, value(column));
                    }
                }
                insert.executeUpdate();
                done += batch;
            }
        }
        return done;
    }

    private String text(int batch) {
        String row = "(" + String.join(", ", Collections.nCopies(sample.size(), "?")) + ")";
        return "INSERT INTO " + TABLE + " (" + String.join(", ", sample.keySet()) + ") VALUES "
                + String.join(", ", Collections.nCopies(batch, row));
    }

    private Object value(Map.Entry<String, Object> column) {
        return switch (column.getKey()) {
            case "id" -> TaskId.generate(TimeSource.system()).value();
            case "due_at", "sort_key" ->
                System.currentTimeMillis() + Job.FAR.toMillis() + random.nextInt(SPREAD_MILLIS);
            default -> column.getValue();
        };
    }

    private Connection open() throws SQLException {
        Connection open = connection;
        if (open == null) {
            // The store makes its tables and one row, of which the others are copies.
            try (TaskStore store = StoreProvider.openUrl(database.url(), StoreSettings.DEFAULT)) {
                Job job = Job.far(random);
                TaskClient.of(store)
                        .schedule(PunctualPeer.TYPE.at(job.due(), job.payload()).id(job.id()));
            }
            open = DriverManager.getConnection(database.url());
            connection = open;
            sample = sample(open);
        }
        return open;
    }

    /** Returns the columns of the one row that have a value, by their names in lower case. */
    private static Map<String, Object> sample(Connection open) throws SQLException {
        Map<String, Object> sample = new LinkedHashMap<>();
        try (Statement statement = open.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM " + TABLE)) {
            row.next();
            ResultSetMetaData columns = row.getMetaData();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                Object value = row.getObject(i);
                if (value != null) {
                    sample.put(columns.getColumnName(i).toLowerCase(Locale.ROOT), value);
                }
            }
        }
        return sample;
    }

    @Override
    public void close() throws SQLException {
        Connection open = connection;
        try (database) {
            if (open != null) {
                open.close();
            }
        }
    }
}
