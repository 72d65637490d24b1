package dev.punctual.testing.simulation;

import dev.punctual.testing.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What happened, line by line; written out only when somebody wants to read it. Not thread-safe. */
final class History {

    private static final int LAST_SHOWN = 25;
    private static final int OF_ID_SHOWN = 40;

    private final ManualTime time;
    private final List<Line> lines = new ArrayList<>();
    private long step;

    History(ManualTime time) {
        this.time = time;
    }

    private record Line(long step, long nanos, @Nullable String id, List<Object> words) {

        private String text() {
            StringBuilder text = new StringBuilder(String.format(
                    Locale.ROOT, "%5d %9.3f s ", step, Duration.ofNanos(nanos).toMillis() / 1_000.0));
            if (id != null) {
                text.append(' ').append(id);
            }
            for (Object word : words) {
                text.append(' ').append(word);
            }
            return text.toString();
        }
    }

    void step(long newStep) {
        step = newStep;
    }

    long step() {
        return step;
    }

    void add(Object... words) {
        lines.add(new Line(step, time.nanoTime(), null, List.of(words)));
    }

    void of(Object id, Object... words) {
        lines.add(new Line(step, time.nanoTime(), id.toString(), List.of(words)));
    }

    /** Returns every line. */
    List<String> all() {
        return lines.stream().map(Line::text).toList();
    }

    /** Returns what concerns an id, then the last of everything; without the id only that. */
    String trimmed(@Nullable String id) {
        StringBuilder text = new StringBuilder();
        if (id != null) {
            List<Line> own = lines.stream().filter(line -> id.equals(line.id())).toList();
            section(text, "what happened to " + id, own, OF_ID_SHOWN);
        }
        section(text, "the last of everything", lines, LAST_SHOWN);
        return text.toString();
    }

    private static void section(StringBuilder text, String title, List<Line> some, int shown) {
        int left = Math.max(0, some.size() - shown);
        text.append("\n  ").append(title).append(left == 0 ? "" : " (" + left + " earlier lines left out)");
        text.append(":\n");
        some.subList(left, some.size())
                .forEach(line -> text.append("  ").append(line.text()).append('\n'));
    }
}
