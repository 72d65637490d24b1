package dev.punctual.examples;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What an example prints. */
final class Printed {

    private Printed() {}

    /** An example's main method. */
    interface Example {
        void run(String[] args) throws Exception;
    }

    /** Runs it with these arguments; answers what it printed. */
    static String by(Example example, String... args) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            example.run(args);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
