package dev.punctual.jdbc;

import dev.punctual.TaskRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Writes whole batches of records; each batch is one round trip where the driver can. Not thread-safe. */
final class RecordWriter {

    private final Connection connection;
    private final Statements sql;
    private final PartitionTable partitions;

    RecordWriter(Connection connection, Statements sql, PartitionTable partitions) {
        this.connection = connection;
        this.sql = sql;
        this.partitions = partitions;
    }

    /**
     * Writes new records.
     *
     * @throws RepeatException if another transaction was first with one of the ids: look again
     */
    void insert(List<TaskRecord> records) throws SQLException {
        try {
            batch(sql.insert(), records, this::bindWhole);
        } catch (SQLException e) {
            if (Trouble.duplicate(e)) {
                throw new RepeatException(e);
            }
            throw e;
        }
    }

    /** Writes new records whose ids do not exist, in the dialect of MariaDB and MySQL. */
    void insertMissing(List<TaskRecord> records) throws SQLException {
        batch(sql.insert() + " ON DUPLICATE KEY UPDATE id = " + sql.task() + ".id", records, this::bindWhole);
    }

    private void bindWhole(TaskRecord record, Parameters to) throws SQLException {
        to.text(record.id().value());
        bindState(record, to);
        TaskRows.bindSpec(record.spec(), to);
    }

    void updateState(List<TaskRecord> records) throws SQLException {
        batch(sql.updateState(), records, (record, to) -> {
            bindState(record, to);
            to.text(record.id().value());
        });
    }

    void updateWhole(List<TaskRecord> records) throws SQLException {
        batch(sql.updateWhole(), records, (record, to) -> {
            bindState(record, to);
            TaskRows.bindSpec(record.spec(), to);
            to.text(record.id().value());
        });
    }

    /** Removes finished records; their tokens stay below the floor, so that an id used anew goes on from there. */
    void delete(List<TaskRecord> records) throws SQLException {
        long floor = records.stream().mapToLong(TaskRecord::token).max().orElse(0);
        if (floor > 0) {
            try (PreparedStatement raise = connection.prepareStatement(sql.raiseFloor())) {
                new Parameters(raise).number(floor).number(floor);
                raise.executeUpdate();
            }
        }
        batch(sql.delete(), records, (record, to) -> to.text(record.id().value()));
    }

    private void bindState(TaskRecord record, Parameters to) throws SQLException {
        TaskRows.bindState(record, partitions.number(Partition.of(record)), to);
    }

    private interface Binding {
        void bind(TaskRecord record, Parameters to) throws SQLException;
    }

    private void batch(String text, List<TaskRecord> records, Binding binding) throws SQLException {
        if (records.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            Parameters to = new Parameters(statement);
            if (records.size() == 1) {
                binding.bind(records.get(0), to);
                statement.executeUpdate();
                return;
            }
            for (TaskRecord record : records) {
                binding.bind(record, to.restart());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}
