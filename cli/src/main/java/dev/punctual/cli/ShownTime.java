package dev.punctual.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Shows instants to a person: in the zone of the shell with its offset, and how far away they are. Thread-safe. */
final class ShownTime {

    private static final DateTimeFormatter TO_THE_SECOND =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss xxx", Locale.ROOT);
    private static final DateTimeFormatter TO_THE_MILLISECOND =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS xxx", Locale.ROOT);

    private final Shell shell;

    ShownTime(Shell shell) {
        this.shell = shell;
    }

    /** Returns "2026-12-01 10:00:00 +01:00" for "2026-12-01T09:00:00Z". */
    String seconds(Instant instant) {
        return TO_THE_SECOND.format(instant.atZone(shell.zone()));
    }

    /** Returns "2026-12-01 10:00:00.000 +01:00 (in 12m)". */
    String exact(Instant instant) {
        return TO_THE_MILLISECOND.format(instant.atZone(shell.zone())) + " (" + distance(instant) + ")";
    }

    /** Returns "in 12m" or "3s ago". */
    String distance(Instant instant) {
        Duration ahead = Duration.between(shell.time().instant(), instant);
        return ahead.isNegative() ? words(ahead.negated()) + " ago" : "in " + words(roundedUp(ahead));
    }

    /** What was "in 30m" a moment ago still reads so. */
    private static Duration roundedUp(Duration ahead) {
        return ahead.compareTo(Duration.ofSeconds(1)) < 0
                ? ahead
                : Duration.ofSeconds(ahead.plusNanos(999_999_999).toSeconds());
    }

    /** Returns a span in at most two units, cut down: "412ms", "12s", "3m 20s", "2h 5m", "9d 4h". */
    static String words(Duration span) {
        if (span.compareTo(Duration.ofSeconds(1)) < 0) {
            return span.toMillis() + "ms";
        }
        if (span.compareTo(Duration.ofMinutes(1)) < 0) {
            return span.toSeconds() + "s";
        }
        if (span.compareTo(Duration.ofHours(1)) < 0) {
            return pair(span.toMinutes(), "m", span.toSecondsPart(), "s");
        }
        if (span.compareTo(Duration.ofDays(1)) < 0) {
            return pair(span.toHours(), "h", span.toMinutesPart(), "m");
        }
        return pair(span.toDays(), "d", span.toHoursPart(), "h");
    }

    private static String pair(long large, String largeUnit, long small, String smallUnit) {
        return large + largeUnit + (small == 0 ? "" : " " + small + smallUnit);
    }
}
