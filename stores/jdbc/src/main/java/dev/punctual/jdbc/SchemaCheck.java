package dev.punctual.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares the tables that are there with those that the schema files make. Used by one thread. */
final class SchemaCheck {

    /** Word of a type in the schema files -> what databases call it, and what holds as much. */
    private static final Map<String, Set<String>> TYPES = Map.ofEntries(
            Map.entry("bigint", Set.of("bigint")),
            Map.entry("integer", Set.of("integer", "int")),
            Map.entry("smallint", Set.of("smallint")),
            Map.entry("varchar", Set.of("varchar", "character varying")),
            Map.entry("text", Set.of("text", "mediumtext", "longtext", "character varying")),
            Map.entry("varbinary", Set.of("varbinary", "binary varying")),
            Map.entry("binary", Set.of("binary", "varbinary")),
            Map.entry("blob", Set.of("blob", "mediumblob", "longblob")),
            Map.entry("mediumblob", Set.of("mediumblob", "longblob")),
            Map.entry("bytea", Set.of("bytea")));

    private static final Set<String> TEXTS = Set.of("varchar", "text");

    private final Dialect dialect;
    private final String view;
    private final Catalog catalog;
    private final List<Finding> findings = new ArrayList<>();

    private SchemaCheck(Dialect dialect, String prefix, Catalog catalog) {
        this.dialect = dialect;
        this.view = prefix + "_tasks";
        this.catalog = catalog;
    }

    /** Returns what is wrong with the tables. */
    static List<Finding> findings(LiveDatabase database, SchemaFiles files) throws SQLException {
        SchemaCheck check = new SchemaCheck(database.dialect(), files.prefix(), Catalog.of(database, files.prefix()));
        for (Blueprint.Table table : new Blueprint(files).tables()) {
            check.table(table);
        }
        return check.findings;
    }

    private void table(Blueprint.Table wanted) {
        Catalog.Table found = catalog.table(wanted.name());
        if (found == null) {
            findings.add(new Finding(
                    "table " + wanted.name() + " is missing",
                    "as in the schema file",
                    "run the schema file again, it makes only what is missing"));
            return;
        }
        storage(wanted.name(), found.storage());
        for (Blueprint.Column column : wanted.columns().values()) {
            column(wanted.name(), column, found.columns().get(column.name()));
        }
        for (Catalog.Column column : found.columns().values()) {
            if (!wanted.columns().containsKey(column.name()) && !column.optional()) {
                findings.add(new Finding(
                        "column " + wanted.name() + "." + column.name() + " is unknown and NOT NULL",
                        "nullable or not there",
                        alter(wanted.name()) + "DROP COLUMN " + column.name()));
            }
        }
        for (Blueprint.Index index : wanted.indexes()) {
            if (found.indexes().stream().noneMatch(candidate -> serves(candidate, index))) {
                missingIndex(wanted.name(), index);
            }
        }
    }

    private void storage(String table, String storage) {
        switch (dialect) {
            case POSTGRESQL -> {
                if (!storage.equals("logged")) {
                    findings.add(new Finding(
                            "table " + table + " is " + storage + " and is emptied by a crash",
                            "a logged table",
                            alter(table) + "SET LOGGED"));
                }
            }
            case MARIADB, MYSQL -> {
                if (!storage.equals("innodb")) {
                    findings.add(new Finding(
                            "table " + table + " has the engine " + storage + ", which knows no transactions",
                            "InnoDB",
                            alter(table) + "ENGINE = InnoDB"));
                }
            }
            case H2 -> {
                if (storage.contains("temporary")) {
                    findings.add(
                            new Finding("table " + table + " is temporary", "a lasting table", "DROP TABLE " + table));
                }
            }
        }
    }

    private void column(String table, Blueprint.Column wanted, Catalog.@Nullable Column found) {
        String name = table + "." + wanted.name();
        if (found == null) {
            findings.add(new Finding(
                    "column " + name + " is missing",
                    wanted.words(),
                    alter(table) + "ADD COLUMN " + wanted.name() + " " + wanted.words()));
            return;
        }
        if (!holds(wanted, found)) {
            String length = found.length() > 0 ? "(" + found.length() + ")" : "";
            findings.add(new Finding(
                    "column " + name + " is " + found.type() + length, type(wanted), retype(table, wanted)));
        } else if (TEXTS.contains(wanted.type())) {
            collation(table, wanted, found);
        }
        if (wanted.optional() && !found.optional()) {
            findings.add(new Finding("column " + name + " is NOT NULL", "nullable", nullable(table, wanted)));
        }
    }

    private static boolean holds(Blueprint.Column wanted, Catalog.Column found) {
        if (!TYPES.getOrDefault(wanted.type(), Set.of(wanted.type())).contains(found.type())) {
            return false;
        }
        if (wanted.length() > 0) {
            return found.length() == 0 || found.length() >= wanted.length();
        }
        return !wanted.type().equals("text") || !found.type().equals("character varying") || found.length() == 0;
    }

    /** Names are compared byte by byte; other text must be able to hold any character. */
    private void collation(String table, Blueprint.Column wanted, Catalog.Column found) {
        String name = "column " + table + "." + wanted.name();
        String collation = found.collation().toLowerCase(Locale.ROOT);
        boolean right = switch (dialect) {
            case POSTGRESQL ->
                wanted.collation().isEmpty() || Set.of("c", "posix", "c.utf8").contains(collation);
            case MARIADB, MYSQL ->
                wanted.collation().isEmpty() || collation.endsWith("_bin") || collation.equals("binary");
            case H2 -> collation.isEmpty() || collation.equals("off");
        };
        if (!right) {
            findings.add(new Finding(
                    name + " has the collation " + found.collation() + ", by which different names may be equal",
                    wanted.collation().isEmpty()
                            ? "compared by bytes (SET COLLATION OFF)"
                            : "the collation " + wanted.collation(),
                    retype(table, wanted)));
        } else if (wanted.type().equals("text")
                && Set.of(Dialect.MARIADB, Dialect.MYSQL).contains(dialect)
                && !found.charset().equals("utf8mb4")) {
            findings.add(new Finding(
                    name + " has the character set " + found.charset() + ", which lacks characters",
                    "utf8mb4",
                    alter(table) + "MODIFY " + wanted.name() + " " + wanted.words() + " CHARACTER SET utf8mb4"));
        }
    }

    private static boolean serves(Catalog.Index found, Blueprint.Index wanted) {
        if (!found.where().isEmpty() && !plain(found.where()).equals(plain(wanted.where()))) {
            return false;
        }
        if (wanted.unique()) {
            return found.unique() && found.where().isEmpty() && found.columns().equals(wanted.columns());
        }
        int length = wanted.columns().size();
        return found.columns().size() >= length
                && found.columns().subList(0, length).equals(wanted.columns());
    }

    private static String plain(String condition) {
        return condition.toLowerCase(Locale.ROOT).replaceAll("[\\s()]+", "");
    }

    private void missingIndex(String table, Blueprint.Index wanted) {
        String columns = "(" + String.join(", ", wanted.columns()) + ")";
        String where = wanted.where().isEmpty() ? "" : " WHERE " + wanted.where();
        if (!wanted.unique()) {
            findings.add(new Finding(
                    "table " + table + " has no index on " + columns + where,
                    "indexed so, or claims read the whole table",
                    "CREATE INDEX " + wanted.name() + " ON " + table + " " + columns + where));
        } else if (wanted.columns().size() == 1) {
            findings.add(new Finding(
                    "table " + table + " has no primary key " + columns,
                    "unique, or one id may be stored twice",
                    alter(table) + "ADD PRIMARY KEY " + columns));
        } else {
            findings.add(new Finding(
                    "table " + table + " has no unique key " + columns,
                    "unique",
                    alter(table) + "ADD UNIQUE " + columns));
        }
    }

    private static String alter(String table) {
        return "ALTER TABLE " + table + " ";
    }

    private static String type(Blueprint.Column wanted) {
        return wanted.words().replace(" NOT NULL", "");
    }

    private String retype(String table, Blueprint.Column wanted) {
        String start = alter(table);
        return switch (dialect) {
            // The view for people stands in the way.
            case POSTGRESQL ->
                "DROP VIEW IF EXISTS " + view + "; " + start + "ALTER COLUMN " + wanted.name() + " TYPE " + type(wanted)
                        + " -- and run the schema file again, for the view";
            case MARIADB, MYSQL -> start + "MODIFY " + wanted.name() + " " + wanted.words();
            case H2 -> start + "ALTER COLUMN " + wanted.name() + " SET DATA TYPE " + type(wanted);
        };
    }

    private String nullable(String table, Blueprint.Column wanted) {
        return switch (dialect) {
            case POSTGRESQL, H2 -> alter(table) + "ALTER COLUMN " + wanted.name() + " DROP NOT NULL";
            case MARIADB, MYSQL -> retype(table, wanted);
        };
    }
}
