package dev.punctual.jdbc;

import dev.punctual.TaskStore;
import dev.punctual.contract.RunNowContract;
import org.junit.jupiter.api.Nested;

/** "Run now" around the due time, on servers whose own clocks decide. */
class A08_RunNowTest {

    @Nested
    class OnH2 extends OnServer {
        OnH2() {
            super(SqlServer.H2);
        }
    }

    @Nested
    class OnPostgres extends OnServer {
        OnPostgres() {
            super(SqlServer.POSTGRESQL);
        }
    }

    abstract static class OnServer implements RunNowContract {
        private final Database database;
        private final TaskStore store;

        OnServer(SqlServer server) {
            database = server.create();
            store = JdbcTaskStore.builder(database.dataSource()).build();
        }

        @Override
        public void open() {}

        @Override
        public void close() {
            store.close();
            database.close();
        }

        @Override
        public TaskStore store() {
            return store;
        }
    }
}
