package dev.punctual.jdbc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables as the schema files make them, read from those files: what a live database is compared with, and the words
 * of the statements that cure it. Immutable. Thread-safe.
 */
final class Blueprint {

    private static final Pattern CREATE_TABLE =
            Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+) \\((.*)\\)[^)]*", Pattern.DOTALL);
    private static final Pattern CREATE_INDEX = Pattern.compile(
            "CREATE INDEX IF NOT EXISTS (\\w+) ON (\\w+) \\(([^)]*)\\)\\s*(?:WHERE (.*))?", Pattern.DOTALL);
    private static final Pattern KEY = Pattern.compile("KEY (\\w+) \\(([^)]*)\\)");
    private static final Pattern UNIQUE = Pattern.compile("UNIQUE \\(([^)]*)\\)");
    private static final Pattern COLUMN = Pattern.compile("(\\w+)\\s+((\\w+)(?:\\((\\d+)\\))?.*)");
    private static final Pattern COLLATE = Pattern.compile("COLLATE \"?(\\w+)\"?");
    private static final String PRIMARY_KEY = " PRIMARY KEY";

    /**
     * A column.
     *
     * @param type the first word of its type, in small letters
     * @param length the length in the type; 0 if there is none
     * @param collation empty if none is named
     * @param optional whether it may be null
     * @param words all that stands after the name, without the key
     */
    record Column(String name, String type, long length, String collation, boolean optional, String words) {}

    /**
     * An index.
     *
     * @param name empty for one that belongs to the table
     * @param unique whether it keeps a promise, rather than only being quick
     * @param where the condition of its rows; empty for all
     */
    record Index(String name, boolean unique, List<String> columns, String where) {}

    /** A table. */
    record Table(String name, Map<String, Column> columns, List<Index> indexes) {}

    private final Map<String, Table> tables = new LinkedHashMap<>();

    Blueprint(SchemaFiles files) {
        for (int version = 1; version <= files.latest(); version++) {
            files.statements(version).forEach(this::read);
        }
    }

    Iterable<Table> tables() {
        return tables.values();
    }

    private void read(String statement) {
        Matcher table = CREATE_TABLE.matcher(statement);
        if (table.matches()) {
            tables.put(table.group(1), table(table.group(1), table.group(2)));
        }
        Matcher index = CREATE_INDEX.matcher(statement);
        if (index.matches()) {
            String where = index.group(4) == null ? "" : index.group(4).strip();
            Table of = tables.get(index.group(2));
            if (of == null) {
                throw new IllegalStateException("an index of no table: " + statement);
            }
            of.indexes().add(new Index(index.group(1), false, names(index.group(3)), where));
        }
    }

    private static Table table(String name, String body) {
        Table table = new Table(name, new LinkedHashMap<>(), new ArrayList<>());
        for (String line : body.split(",\\s*\\n", -1)) {
            read(line.strip(), table);
        }
        return table;
    }

    private static void read(String line, Table table) {
        Matcher unique = UNIQUE.matcher(line);
        Matcher key = KEY.matcher(line);
        Matcher column = COLUMN.matcher(line);
        if (unique.matches()) {
            table.indexes().add(new Index("", true, names(unique.group(1)), ""));
        } else if (key.matches()) {
            table.indexes().add(new Index(key.group(1), false, names(key.group(2)), ""));
        } else if (column.matches()) {
            table.columns().put(column.group(1), column(column));
            if (line.contains(PRIMARY_KEY)) {
                table.indexes().add(new Index("", true, List.of(column.group(1)), ""));
            }
        } else {
            throw new IllegalStateException("not understood in table " + table.name() + ": " + line);
        }
    }

    private static Column column(Matcher line) {
        String words = line.group(2).replaceFirst(PRIMARY_KEY + ".*", "").strip();
        Matcher collate = COLLATE.matcher(words);
        return new Column(
                line.group(1),
                line.group(3).toLowerCase(Locale.ROOT),
                line.group(4) == null ? 0 : Long.parseLong(line.group(4)),
                collate.find() ? collate.group(1) : "",
                !words.contains("NOT NULL") && !line.group(2).contains(PRIMARY_KEY),
                words.replaceAll("\\s+", " "));
    }

    private static List<String> names(String list) {
        return List.of(list.split(",\\s*", -1));
    }
}
