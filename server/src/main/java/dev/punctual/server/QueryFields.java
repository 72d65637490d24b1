package dev.punctual.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a query, read strictly: names not known are refused, since leaving one out unnoticed would answer
 * another question than the one asked.
 *
 * <p>Immutable. Thread-safe.
 */
final class QueryFields {

    private final Map<String, List<String>> values;

    private QueryFields(Map<String, List<String>> values) {
        this.values = values;
    }

    /** Reads a query; null means none. */
    static QueryFields of(@Nullable String query, List<String> known) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        if (query != null) {
            for (String pair : query.split("&", -1)) {
                if (!pair.isEmpty()) {
                    add(values, pair, known);
                }
            }
        }
        return new QueryFields(values);
    }

    private static void add(Map<String, List<String>> values, String pair, List<String> known) {
        int equals = pair.indexOf('=');
        String name = decode("query", equals < 0 ? pair : pair.substring(0, equals));
        if (!known.contains(name)) {
            if (known.isEmpty()) {
                throw ProblemException.invalid(Words.clean(name, 255), "this call takes no query parameters", "");
            }
            throw ProblemException.unknown("query parameter", name, Words.nearest(name, known), known);
        }
        String value = equals < 0 ? "" : decode(name, pair.substring(equals + 1));
        if (value.isEmpty()) {
            throw ProblemException.invalid(name, "must not be empty; leave it out instead", "");
        }
        values.computeIfAbsent(name, any -> new ArrayList<>()).add(value);
    }

    private static String decode(String field, String encoded) {
        return PercentText.decode(field, encoded.replace("+", "%20"));
    }

    /** Returns every value of a parameter that may be given several times. */
    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** Returns the value of a parameter that may be given once. */
    @Nullable
    String one(String name) {
        List<String> all = all(name);
        if (all.size() > 1) {
            throw ProblemException.invalid(name, "must not be given twice", "");
        }
        return all.isEmpty() ? null : all.get(0);
    }
}
