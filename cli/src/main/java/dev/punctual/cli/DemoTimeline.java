package dev.punctual.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Prints what happens, each line with the seconds since the tasks were scheduled. Thread-safe. */
final class DemoTimeline {

    private static final int TEXT_COLUMNS = 66;

    private final Shell shell;
    private Instant zero;

    DemoTimeline(Shell shell) {
        this.shell = shell;
        this.zero = shell.time().instant();
    }

    /** Counts from that instant on. */
    synchronized void begin(Instant instant) {
        zero = instant;
    }

    /** Prints a line for now. */
    synchronized void event(Colour colour, String text) {
        shell.out().println(stamp(shell.time().instant()) + shell.paint(colour, text));
    }

    /** Prints a line for the arrival of a delivery, with its lateness at the right. */
    synchronized void arrival(DemoDelivery delivery, Colour colour, String text) {
        String line = delivery.id() + "  " + text;
        String padding = " ".repeat(Math.max(1, TEXT_COLUMNS - ShownText.width(line)));
        String late = String.format(Locale.ROOT, "%,7d ms", delivery.lateness().toMillis());
        shell.out()
                .println(stamp(delivery.arrivedAt())
                        + shell.paint(colour, line)
                        + padding
                        + shell.paint(Colour.FAINT, late));
    }

    /** Prints the titles of the columns. */
    synchronized void titles() {
        String text = "event" + " ".repeat(TEXT_COLUMNS - "event".length());
        shell.out().println(shell.paint(Colour.STRONG, "    time  " + text + "      late"));
    }

    private String stamp(Instant instant) {
        double seconds = Duration.between(zero, instant).toMillis() / 1000.0;
        return shell.paint(Colour.FAINT, String.format(Locale.ROOT, "%6.1f s", seconds)) + "  ";
    }
}
