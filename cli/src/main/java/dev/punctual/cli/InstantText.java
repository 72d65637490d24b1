package dev.punctual.cli;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Checks an instant as people write it, and hands it on as written. Thread-safe. */
final class InstantText implements ITypeConverter<String> {

    private static final String RIGHT =
            "write date, time and zone, such as 2026-12-01T09:00:00Z or" + " 2026-12-01T10:00:00+01:00";
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]+([.,][0-9]+)?");
    private static final Pattern NO_ZONE =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d([T ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?)?");

    @Override
    public String convert(String text) {
        if (NUMBER.matcher(text).matches()) {
            throw new TypeConversionException("\"" + text + "\" is a bare number; " + RIGHT);
        }
        if (NO_ZONE.matcher(text).matches()) {
            throw new TypeConversionException("\"" + text + "\" has no zone; " + RIGHT);
        }
        try {
            OffsetDateTime.parse(text);
            return text;
        } catch (DateTimeException e) {
            throw new TypeConversionException("\"" + text + "\" is no instant; " + RIGHT);
        }
    }
}
