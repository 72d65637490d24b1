package dev.punctual.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows under titles, in aligned columns two spaces apart. Numbers stand to the right. A cell wider than
 * {@value #PADDED_MAX} columns shifts only its own row.
 *
 * <p>Not thread-safe.
 */
final class Table {

    /** Widest cell that others are padded to. */
    static final int PADDED_MAX = 48;

    private static final String GAP = "  ";

    /**
     * One cell.
     *
     * @param text what it says; already fit for a terminal
     * @param colour its colour
     */
    record Cell(String text, Colour colour) {

        static Cell of(String text) {
            return new Cell(ShownText.safe(text), Colour.PLAIN);
        }

        static Cell of(String text, Colour colour) {
            return new Cell(ShownText.safe(text), colour);
        }

        private boolean isNumber() {
            return !text.isEmpty() && text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == ',');
        }
    }

    private final Shell shell;
    private final List<Cell> titles;
    private final List<List<Cell>> rows = new ArrayList<>();

    Table(Shell shell, String... titles) {
        this.shell = shell;
        this.titles = Arrays.stream(titles)
                .map(title -> Cell.of(title, Colour.STRONG))
                .toList();
    }

    /** Adds a row; it has a cell for every title. */
    void row(Cell... cells) {
        if (cells.length != titles.size()) {
            throw new IllegalArgumentException(
                    "a row of this table has " + titles.size() + " cells, not " + cells.length);
        }
        rows.add(List.of(cells));
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Prints titles and rows. */
    void print(PrintStream out) {
        print(out, true);
    }

    /** Prints the rows, with the titles above them or not. */
    void print(PrintStream out, boolean withTitles) {
        if (withTitles) {
            out.println(line(titles));
        }
        rows.forEach(row -> out.println(line(row)));
    }

    private String line(List<Cell> cells) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            Cell cell = cells.get(column);
            String padding = " ".repeat(Math.max(0, width(column) - ShownText.width(cell.text())));
            String painted = shell.paint(cell.colour(), cell.text());
            boolean last = column == cells.size() - 1;
            if (isNumeric(column)) {
                line.append(padding).append(painted);
            } else {
                line.append(painted).append(last ? "" : padding);
            }
            line.append(last ? "" : GAP);
        }
        return line.toString().stripTrailing();
    }

    private boolean isNumeric(int column) {
        return !rows.isEmpty() && rows.stream().allMatch(row -> row.get(column).isNumber());
    }

    private int width(int column) {
        int widest = ShownText.width(titles.get(column).text());
        for (List<Cell> row : rows) {
            int width = ShownText.width(row.get(column).text());
            widest = width > PADDED_MAX ? widest : Math.max(widest, width);
        }
        return widest;
    }
}
