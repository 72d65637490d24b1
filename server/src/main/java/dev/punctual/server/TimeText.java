package dev.punctual.server;

import dev.punctual.InvalidTaskException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Points and spans of time as text. A bare number is refused: nobody can know its unit. Thread-safe. */
final class TimeText {

    static final String INSTANT_EXAMPLE = "2026-12-01T09:00:00Z";
    static final String DURATION_EXAMPLE = "PT30M";

    private static final Pattern WITH_UNIT = Pattern.compile("([+-]?[0-9]{1,18})(ms|s|m|h|d)");
    private static final Pattern BARE_NUMBER = Pattern.compile("\\s*[+-]?[0-9]+(\\.[0-9]+)?\\s*");
    private static final Pattern SPACE_FOR_T = Pattern.compile("([0-9]{4}-[0-9]{2}-[0-9]{2}) ([0-9].*)");

    private TimeText() {}

    /**
     * Returns the instant, ISO-8601 with zone.
     *
     * @throws InvalidTaskException if it is anything else
     */
    static Instant instant(String field, String text) {
        try {
            return OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME)
                    .toInstant();
        } catch (DateTimeParseException e) {
            throw ProblemException.invalid(field, whyNoInstant(text), INSTANT_EXAMPLE);
        }
    }

    private static String whyNoInstant(String text) {
        String was = ", was " + Words.quote(text);
        if (BARE_NUMBER.matcher(text).matches()) {
            return "must be ISO-8601 with zone; a bare number has no unit" + was;
        }
        Matcher spaced = SPACE_FOR_T.matcher(text);
        String repaired = spaced.matches() ? spaced.group(1) + "T" + spaced.group(2) : text;
        if (parses(() -> LocalDateTime.parse(repaired)) || parses(() -> LocalDate.parse(repaired))) {
            return "must have a date, a time and a zone (Z or an offset such as +02:00)" + was;
        }
        return "must be ISO-8601 with zone, in the years 2000 to 9999" + was;
    }

    private static boolean parses(Runnable parser) {
        try {
            parser.run();
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /**
     * Returns the duration, ISO-8601 or a whole number with unit: ms, s, m, h or d.
     *
     * @throws InvalidTaskException if it is anything else
     */
    static Duration duration(String field, String text, String example) {
        Duration span = text.matches("[+-]?[Pp].*") ? iso(text) : withUnit(text);
        if (span != null) {
            return span;
        }
        String unit = BARE_NUMBER.matcher(text).matches() ? "a bare number has no unit" : "units are ms, s, m, h and d";
        throw ProblemException.invalid(
                field,
                "must be ISO-8601 or a whole number with unit such as 90s, 30m, 2h, 7d or 500ms; " + unit + ", was "
                        + Words.quote(text),
                example);
    }

    private static @Nullable Duration iso(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static @Nullable Duration withUnit(String text) {
        Matcher matcher = WITH_UNIT.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        ChronoUnit unit = switch (matcher.group(2)) {
            case "ms" -> ChronoUnit.MILLIS;
            case "s" -> ChronoUnit.SECONDS;
            case "m" -> ChronoUnit.MINUTES;
            case "h" -> ChronoUnit.HOURS;
            default -> ChronoUnit.DAYS;
        };
        try {
            return Duration.of(Long.parseLong(matcher.group(1)), unit);
        } catch (ArithmeticException e) {
            // Too long for any horizon either way; what is behind refuses it by name.
            return text.startsWith("-") ? Duration.ofSeconds(Long.MIN_VALUE) : Duration.ofSeconds(Long.MAX_VALUE);
        }
    }
}
