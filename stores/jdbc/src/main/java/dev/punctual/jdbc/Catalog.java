package dev.punctual.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tables that are there, in the one schema that counts. Names are in small letters. Immutable. Thread-safe. */
final class Catalog {

    /**
     * A column.
     *
     * @param length the most characters or bytes; 0 if there is no limit, or it is no text
     * @param collation empty if it is that of the database
     */
    record Column(String name, String type, long length, String charset, String collation, boolean optional) {}

    /**
     * An index that is in use.
     *
     * @param where the condition of its rows; empty for all
     */
    record Index(boolean unique, List<String> columns, String where) {}

    /**
     * A table.
     *
     * @param storage how the database keeps it, in its own words
     */
    record Table(String storage, Map<String, Column> columns, List<Index> indexes) {}

    private final Map<String, Table> tables = new HashMap<>();

    private Catalog() {}

    /** Reads the tables whose names begin with the prefix. */
    static Catalog of(LiveDatabase database, String prefix) throws SQLException {
        Catalog catalog = new Catalog();
        CatalogQueries queries = CatalogQueries.of(database.dialect());
        String schema = database.schema();
        String names = prefix.replace("_", "!_") + "!_%";
        database.rows(queries.tables(), catalog::readTable, schema, names);
        database.rows(queries.columns(), catalog::readColumn, schema, names);
        Map<String, IndexColumns> indexes = new TreeMap<>();
        database.rows(queries.indexes(), row -> readIndex(row, indexes), schema, names);
        indexes.values().forEach(catalog::add);
        return catalog;
    }

    @Nullable
    Table table(String name) {
        return tables.get(name);
    }

    private boolean readTable(ResultSet row) throws SQLException {
        tables.put(word(row, 1), new Table(word(row, 2), new HashMap<>(), new ArrayList<>()));
        return true;
    }

    private boolean readColumn(ResultSet row) throws SQLException {
        Table table = tables.get(word(row, 1));
        if (table != null) {
            Column column = new Column(
                    word(row, 2), word(row, 3), row.getLong(4), word(row, 5), text(row, 6), row.getInt(7) == 1);
            table.columns().put(column.name(), column);
        }
        return true;
    }

    /** The columns of one index, as far as they have been read. */
    private record IndexColumns(String table, boolean unique, List<String> columns, String where) {}

    private static boolean readIndex(ResultSet row, Map<String, IndexColumns> indexes) throws SQLException {
        IndexColumns index = new IndexColumns(word(row, 1), row.getInt(3) == 1, new ArrayList<>(), text(row, 5));
        indexes.computeIfAbsent(index.table() + " " + text(row, 2), name -> index)
                .columns()
                .add(word(row, 4));
        return true;
    }

    private void add(IndexColumns index) {
        Table table = tables.get(index.table());
        if (table != null) {
            table.indexes().add(new Index(index.unique(), index.columns(), index.where()));
        }
    }

    private static String word(ResultSet row, int column) throws SQLException {
        return text(row, column).toLowerCase(Locale.ROOT);
    }

    private static String text(ResultSet row, int column) throws SQLException {
        @Nullable String text = row.getString(column);
        return text == null ? "" : text;
    }
}
