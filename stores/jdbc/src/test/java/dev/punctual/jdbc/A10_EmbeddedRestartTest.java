package dev.punctual.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.TaskState;
import dev.punctual.TaskStore;
import dev.punctual.contract.RollingRestartContract;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** A database in files of this process: an interrupt inside it would close them for everybody. */
class A10_EmbeddedRestartTest implements RollingRestartContract {

    @TempDir
    private Path folder;

    private @Nullable Database database;
    private @Nullable TaskStore store;

    @Override
    public void open() {
        database = Database.inFiles(folder);
        store = JdbcTaskStore.builder(database.dataSource()).build();
    }

    /** The files open clean, with all they held. */
    @Override
    public void close() {
        long succeeded = count(TaskState.SUCCEEDED);
        closeHere();
        open();
        assertThat(count(TaskState.SUCCEEDED)).isEqualTo(succeeded);
        closeHere();
    }

    private void closeHere() {
        store().close();
        Objects.requireNonNull(database).close();
    }

    @Override
    public TaskStore store() {
        return Objects.requireNonNull(store);
    }
}
