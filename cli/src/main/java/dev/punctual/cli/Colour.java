package dev.punctual.cli;

import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Style;

/** The few colours that the output uses, each for one meaning. */
enum Colour {
    /** Nothing special. */
    PLAIN(Style.reset),
    /** It went well. */
    GOOD(Style.fg_green),
    /** It needs a look. */
    WARN(Style.fg_yellow),
    /** It went wrong. */
    BAD(Style.fg_red),
    /** Less important than the rest of the line. */
    FAINT(Style.faint),
    /** Titles. */
    STRONG(Style.bold);

    /** Ends any colour. */
    static final String OFF = Style.reset.on();

    private final String on;

    Colour(IStyle style) {
        this.on = style.on();
    }

    /** Returns what begins the colour on a terminal. */
    String on() {
        return on;
    }

    /** Returns the colour of a task state. */
    static Colour ofState(String state) {
        return switch (state) {
            case "SUCCEEDED" -> GOOD;
            case "RUNNING" -> WARN;
            case "DEAD" -> BAD;
            case "CANCELLED", "EXPIRED" -> FAINT;
            default -> PLAIN;
        };
    }
}
