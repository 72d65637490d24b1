package dev.punctual.server;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object of a request, read strictly: names not known, nulls and values of another kind are
 * refused, naming the field and a right value.
 *
 * <p>Immutable. Thread-safe.
 */
final class JsonFields {

    private final String prefix;
    private final Map<String, JsonValue> values;

    private JsonFields(String prefix, Map<String, JsonValue> values) {
        this.prefix = prefix;
        this.values = values;
    }

    /**
     * Opens an object.
     *
     * @param path what it is called in messages; empty for the body itself
     * @param known the names it may have
     */
    static JsonFields of(JsonValue value, String path, List<String> known) {
        String prefix = path.isEmpty() ? "" : path + ".";
        if (value.kind() != JsonValue.Kind.OBJECT) {
            throw ProblemException.invalid(
                    path.isEmpty() ? "body" : path,
                    "must be an object, was " + value.kind().words(),
                    "{\"" + known.get(0) + "\": ...}");
        }
        Map<String, JsonValue> values = value.fields();
        for (Map.Entry<String, JsonValue> field : values.entrySet()) {
            String name = field.getKey();
            if (!known.contains(name)) {
                String nearest = Words.nearest(name, known);
                throw ProblemException.unknown(
                        "field", prefix + name, nearest == null ? null : prefix + nearest, known);
            }
            if (field.getValue().kind() == JsonValue.Kind.NULL && !name.equals("payload")) {
                throw ProblemException.invalid(prefix + name, "must not be null; leave it out instead", "");
            }
        }
        return new JsonFields(prefix, values);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the full name of a field, for messages. */
    String path(String name) {
        return prefix + name;
    }

    @Nullable
    JsonValue value(String name) {
        return values.get(name);
    }

    @Nullable
    String text(String name, String example) {
        JsonValue value = values.get(name);
        if (value == null) {
            return null;
        }
        if (value.text() == null) {
            throw ProblemException.invalid(path(name), "must be text in quotes, was " + shown(value), example);
        }
        return value.text();
    }

    String requiredText(String name, String example) {
        String text = text(name, example);
        if (text == null) {
            throw ProblemException.invalid(path(name), "is missing", example);
        }
        return text;
    }

    int integer(String name, int otherwise, String example) {
        JsonValue value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        try {
            if (value.kind() == JsonValue.Kind.NUMBER) {
                return Integer.parseInt(value.raw());
            }
        } catch (NumberFormatException e) {
            // Refused below, like what is no number at all.
        }
        throw ProblemException.invalid(path(name), "must be a whole number, was " + shown(value), example);
    }

    double number(String name, double otherwise, String example) {
        JsonValue value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        if (value.kind() != JsonValue.Kind.NUMBER) {
            throw ProblemException.invalid(path(name), "must be a number, was " + shown(value), example);
        }
        return Double.parseDouble(value.raw());
    }

    @Nullable
    JsonFields object(String name, List<String> known) {
        JsonValue value = values.get(name);
        return value == null ? null : of(value, path(name), known);
    }

    Map<String, JsonValue> all() {
        return values;
    }

    /** Returns a value for a message: its kind, and what it is if that is short. */
    static String shown(JsonValue value) {
        return switch (value.kind()) {
            case STRING, NUMBER, BOOLEAN -> value.kind().words() + " " + Words.clean(value.raw(), 60);
            case OBJECT, ARRAY, NULL -> value.kind().words();
        };
    }
}
