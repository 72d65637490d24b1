package dev.punctual.jdbc;

import dev.punctual.jdbc.PartitionTable.Numbered;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One statement that looks into many partitions, each by its own range of the due index. Not thread-safe. */
final class PerPartition {

    /** Most partitions that one statement looks into; more of them take several statements. */
    static final int PARTS_MAX = 500;

    private final Connection connection;
    private final List<Numbered> parts;

    PerPartition(Connection connection, List<Numbered> parts) {
        this.connection = connection;
        this.parts = parts;
    }

    /** Binds the parameters of one partition's part of the statement. */
    interface Binding {
        void bind(Parameters to, int part) throws SQLException;
    }

    /** Takes a row. */
    interface Taker {
        void take(ResultSet row) throws SQLException;
    }

    /** Runs a query with one table expression per partition, for all of them. */
    void query(String branch, Binding binding, Taker taker) throws SQLException {
        query("%s", branch, binding, taker);
    }

    /** The same, with something around the union, which {@code %s} stands for. */
    void query(String around, String branch, Binding binding, Taker taker) throws SQLException {
        for (int from = 0; from < parts.size(); from += PARTS_MAX) {
            List<Numbered> some = parts.subList(from, Math.min(parts.size(), from + PARTS_MAX));
            String union = IntStream.range(0, some.size())
                    .mapToObj(i -> "SELECT * FROM (" + branch + ") AS p" + i)
                    .collect(Collectors.joining(" UNION ALL "));
            try (PreparedStatement query = Plans.fresh(connection.prepareStatement(around.replace("%s", union)))) {
                Parameters to = new Parameters(query);
                for (Numbered numbered : some) {
                    binding.bind(to, numbered.number());
                }
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        taker.take(rows);
                    }
                }
            }
        }
    }
}
