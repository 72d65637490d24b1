package dev.punctual.cli;

import dev.punctual.httpapi.TaskPage;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads numbers of the command line, and says what a right one is. */
final class Numbers {

    private Numbers() {}

    /** A priority, 0 to 9. Thread-safe. */
    static final class OfPriority implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return whole(text, 0, 9, "a priority is 0 to 9 and 9 runs first, for example 7");
        }
    }

    /** How often something may happen, at least once. Thread-safe. */
    static final class OfCount implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return whole(text, 1, Integer.MAX_VALUE, "this is a number of times, at least 1, for example 5");
        }
    }

    /** How many tasks a page holds. Thread-safe. */
    static final class OfLimit implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return whole(
                    text,
                    1,
                    TaskPage.LIMIT_MAX,
                    "a page holds 1 to " + TaskPage.LIMIT_MAX + " tasks, for example 100; --all prints every page");
        }
    }

    /** What waits are multiplied by, at least 1. Thread-safe. */
    static final class OfFactor implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            try {
                double factor = Double.parseDouble(text);
                if (factor >= 1 && factor < Double.POSITIVE_INFINITY) {
                    return factor;
                }
            } catch (NumberFormatException e) {
                // Said below.
            }
            throw refusal(text, "a factor is a number of at least 1, for example 2");
        }
    }

    private static int whole(String text, int min, int max, String right) {
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw refusal(text, right);
    }

    private static TypeConversionException refusal(String text, String right) {
        return new TypeConversionException("\"" + text + "\" will not do; " + right);
    }
}
