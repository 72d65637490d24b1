package dev.punctual.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;

/**
 * What surrounds the command line: where it prints, what it reads, its environment, its clock. Tests hand in their own.
 *
 * @param out where answers go, in UTF-8
 * @param err where errors and remarks go, in UTF-8
 * @param in what {@code -} reads
 * @param environment looks up a variable; null if it is not set
 * @param time the wall clock that "in 12m" is counted from
 * @param zone the zone in which times are shown
 * @param colours whether colours are wanted
 */
record Shell(
        PrintStream out,
        PrintStream err,
        InputStream in,
        UnaryOperator<@Nullable String> environment,
        InstantSource time,
        ZoneId zone,
        boolean colours) {

    /** Returns the shell of this process. Colours only on a terminal, and never when NO_COLOR is set. */
    static Shell ofProcess() {
        return new Shell(
                utf8(FileDescriptor.out),
                utf8(FileDescriptor.err),
                System.in,
                name -> name == null ? null : System.getenv(name),
                InstantSource.system(),
                ZoneId.systemDefault(),
                Ansi.AUTO.enabled());
    }

    /** Ids and payloads are UTF-8 everywhere, so the output is too, whatever the locale says. */
    private static PrintStream utf8(FileDescriptor target) {
        return new PrintStream(new FileOutputStream(target), true, StandardCharsets.UTF_8);
    }

    /** Returns the text in that colour, or as it is if colours are not wanted. */
    String paint(Colour colour, String text) {
        return colours && colour != Colour.PLAIN ? colour.on() + text + Colour.OFF : text;
    }

    /** Prints an error: one sentence. */
    void complain(String sentence) {
        err.println(paint(Colour.BAD, "punctual:") + " " + ShownText.safe(sentence));
    }
}
