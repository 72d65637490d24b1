package dev.punctual.jdbc;

import static dev.punctual.jdbc.TaskRows.SPEC_COLUMNS;
import static dev.punctual.jdbc.TaskRows.STATE_COLUMNS;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The statements that all dialects share, with the names of one namespace's tables in them. Immutable. Thread-safe. */
final class Statements {

    private final String prefix;
    private final String clock;
    private final String divides;

    /**
     * Makes the statements.
     *
     * @param prefix the namespace, which begins the name of every table
     * @param clock the expression of the clock in epoch microseconds
     * @param divides the operator that divides whole numbers
     */
    Statements(String prefix, String clock, String divides) {
        this.prefix = prefix;
        this.clock = clock;
        this.divides = divides;
    }

    /**
     * Returns the clock in epoch milliseconds, rounded down, as a query of its own: read once in a statement, so that
     * an index can be searched by it.
     */
    String millis() {
        return "(SELECT " + clock + " " + divides + " 1000)";
    }

    String clock() {
        return clock;
    }

    /** Returns the name of a table. */
    String table(String name) {
        return prefix + "_" + name;
    }

    String task() {
        return table("task");
    }

    String readClock() {
        return "SELECT " + clock;
    }

    /** Reads records by id and locks them, in the order of ids, so that two batches wait for each other in turn. */
    String lock(int ids, boolean whole, boolean skipLocked) {
        return "SELECT " + clock + " AS us, " + (whole ? TaskRows.whole("t.") : TaskRows.light("t.")) + " FROM "
                + task() + " t WHERE t.id IN (" + places(ids) + ") ORDER BY t.id FOR UPDATE"
                + (skipLocked ? " SKIP LOCKED" : "");
    }

    String find() {
        return "SELECT " + TaskRows.whole("t.") + " FROM " + task() + " t WHERE t.id = ?";
    }

    String insert() {
        List<String> columns = Stream.of(List.of("id"), STATE_COLUMNS, SPEC_COLUMNS)
                .flatMap(List::stream)
                .toList();
        return "INSERT INTO " + task() + " (" + String.join(", ", columns) + ") VALUES (" + places(columns.size())
                + ")";
    }

    /** Writes what changes from state to state. */
    String updateState() {
        return "UPDATE " + task() + " SET " + set(STATE_COLUMNS.stream()) + " WHERE id = ?";
    }

    /** Writes everything but the id. */
    String updateWhole() {
        return "UPDATE " + task() + " SET " + set(Stream.concat(STATE_COLUMNS.stream(), SPEC_COLUMNS.stream()))
                + " WHERE id = ?";
    }

    String delete() {
        return "DELETE FROM " + task() + " WHERE id = ?";
    }

    String raiseFloor() {
        return "UPDATE " + table("meta") + " SET token_floor = ? WHERE one_row = 1 AND token_floor < ?";
    }

    private static String set(Stream<String> columns) {
        return columns.map(column -> column + " = ?").collect(Collectors.joining(", "));
    }

    /** Returns so many places for parameters. */
    static String places(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }

    /** Rounds up the length of a list of parameters, so that there are few different statements to prepare. */
    static int rounded(int count) {
        return count <= 1 ? 1 : Integer.highestOneBit(count - 1) << 1;
    }
}
