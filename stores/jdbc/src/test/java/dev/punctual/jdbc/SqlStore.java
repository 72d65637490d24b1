package dev.punctual.jdbc;

import dev.punctual.Limits;
import dev.punctual.Retention;
import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import dev.punctual.contract.StoreUnderTest;
import dev.punctual.testing.ManualTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A SQL store under the contract, on a real server whose clock is a row of a table: the row moves when the test says
 * so, and everything else is as it is for users. Not thread-safe; the store it gives is.
 */
final class SqlStore implements StoreUnderTest {

    private final Database database;
    private final ManualTime time;
    private @Nullable TaskStore store;

    SqlStore(SqlServer server) {
        database = server.create();
        time = ServerClock.in(database);
    }

    @Override
    public void open(Limits limits, Retention retention) {
        closeStore();
        store = JdbcTaskStore.builder(database.dataSource())
                .settings(new StoreSettings("contract", time, limits, retention))
                .clock(ServerClock.MICROS)
                .build();
    }

    @Override
    public TaskStore store() {
        if (store == null) {
            throw new IllegalStateException("the store is not open");
        }
        return store;
    }

    ManualTime time() {
        return time;
    }

    Database database() {
        return database;
    }

    @Override
    public void advance(Duration span) {
        time.advance(span);
    }

    private void closeStore() {
        if (store != null) {
            store.close();
            store = null;
        }
    }

    @Override
    public void close() {
        closeStore();
        database.drop();
    }
}
