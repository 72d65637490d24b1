package dev.punctual.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Checks a span of time as people write it, and hands it on as written. Thread-safe. */
final class DelayText implements ITypeConverter<String> {

    private static final String RIGHT = "write a number with its unit, such as 90s, 30m, 2h, 7d or 500ms, or PT30M";
    private static final Pattern WITH_UNIT = Pattern.compile("[0-9]{1,18}(ms|s|m|h|d)");
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]+([.,][0-9]+)?");

    @Override
    public String convert(String text) {
        if (NUMBER.matcher(text).matches()) {
            throw new TypeConversionException("\"" + text + "\" has no unit; " + RIGHT);
        }
        if (text.startsWith("-")) {
            throw new TypeConversionException("\"" + text + "\" is negative; " + RIGHT + ", or 0s for now");
        }
        if (!WITH_UNIT.matcher(text).matches()) {
            requireIso(text);
        }
        return text;
    }

    private static void requireIso(String text) {
        try {
            if (Duration.parse(text).isNegative()) {
                throw new TypeConversionException("\"" + text + "\" is negative; " + RIGHT + ", or 0s for now");
            }
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("\"" + text + "\" is no span of time; " + RIGHT);
        }
    }
}
