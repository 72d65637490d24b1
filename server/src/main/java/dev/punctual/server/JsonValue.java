package dev.punctual.server;

import dev.punctual.httpapi.Problem;
import dev.punctual.httpapi.ProblemType;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON value of a request, as the characters that were sent. It is cut out of the body, never rebuilt, so that
 * numbers, spacing, key order and duplicate keys of a payload stay as they are.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param kind what it is
 * @param raw its characters
 * @param text of a string: what it says; null otherwise
 */
record JsonValue(Kind kind, String raw, @Nullable String text) {

    /** The kinds of JSON value. */
    enum Kind {
        OBJECT("an object"),
        ARRAY("a list"),
        STRING("text"),
        NUMBER("a number"),
        BOOLEAN("true or false"),
        NULL("null");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Returns what it is called in a message. */
        String words() {
            return words;
        }

        private static Kind of(@Nullable JsonToken token) {
            if (token == null) {
                throw new IllegalArgumentException("the text ended");
            }
            return switch (token) {
                case START_OBJECT -> OBJECT;
                case START_ARRAY -> ARRAY;
                case VALUE_STRING -> STRING;
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> NUMBER;
                case VALUE_TRUE, VALUE_FALSE -> BOOLEAN;
                case VALUE_NULL -> NULL;
                default -> throw new IllegalArgumentException("no value begins with " + token);
            };
        }
    }

    /** How deep objects and lists may lie in one another. */
    static final int DEPTH_MAX = 500;

    /**
     * Bodies are bounded before they are read, and no value is converted, so no part of one needs a bound of its own.
     */
    private static final int PART_CHARS_MAX = Integer.MAX_VALUE;

    private static final Pattern LOCATION = Pattern.compile("( at)? ?\\(?[a-z ]*\\[Source.*|\n.*", Pattern.DOTALL);

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxNumberLength(PART_CHARS_MAX)
                    .maxStringLength(PART_CHARS_MAX)
                    .maxNameLength(PART_CHARS_MAX)
                    .build())
            // Names come from anybody: a shared table of them would only grow.
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();

    /**
     * Reads a body: exactly one JSON value in UTF-8.
     *
     * @throws ProblemException with line and column, if it is anything else
     */
    static JsonValue parse(byte[] body) {
        return parse(decode(body));
    }

    /** Returns whether the bytes are exactly one JSON value in UTF-8. */
    static boolean isJson(byte[] bytes) {
        try {
            parse(bytes);
            return true;
        } catch (ProblemException e) {
            return false;
        }
    }

    private static JsonValue parse(String text) {
        try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (in.nextToken() == null) {
                throw malformed("the body is empty; it must be a JSON object", null);
            }
            JsonValue value = cut(in, text);
            if (in.nextToken() != null) {
                throw malformed("something follows the end of the JSON value", in.currentTokenLocation());
            }
            return value;
        } catch (UnexpectedEndOfInputException e) {
            throw malformed("the body ends before its JSON does", e.getLocation());
        } catch (StreamConstraintsException e) {
            throw malformed("objects and lists lie more than " + DEPTH_MAX + " deep in one another", e.getLocation());
        } catch (JacksonException e) {
            throw malformed(Words.clean(reason(e.getOriginalMessage()), 200), e.getLocation());
        }
    }

    /** Reads the value the parser stands at, and leaves the parser at its end. */
    private static JsonValue cut(JsonParser in, String source) {
        Kind kind = Kind.of(in.currentToken());
        String text = kind == Kind.STRING ? in.getString() : null;
        int from = (int) in.currentTokenLocation().getCharOffset();
        in.skipChildren();
        in.finishToken();
        return new JsonValue(
                kind, source.substring(from, (int) in.currentLocation().getCharOffset()), text);
    }

    /**
     * Returns the fields of an object, in order.
     *
     * @throws RuntimeException if a name is given twice
     */
    Map<String, JsonValue> fields() {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), raw)) {
            in.nextToken();
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                in.nextToken();
                if (fields.put(name, cut(in, raw)) != null) {
                    throw ProblemException.invalid(Words.clean(name, 255), "must not be given twice", "");
                }
            }
        }
        return fields;
    }

    /** Returns the items of a list. */
    List<JsonValue> items() {
        List<JsonValue> items = new ArrayList<>();
        try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), raw)) {
            in.nextToken();
            while (in.nextToken() != JsonToken.END_ARRAY) {
                items.add(cut(in, raw));
            }
        }
        return items;
    }

    private static String decode(byte[] body) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(body);
        CharBuffer out = CharBuffer.allocate(body.length);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isError()) {
            throw malformed("the body must be UTF-8; the byte at index " + in.position() + " is not", null);
        }
        out.flip();
        // A byte order mark is no part of the text (RFC 8259 lets readers skip it).
        return (out.hasRemaining() && out.get(0) == '\uFEFF' ? out.position(1) : out).toString();
    }

    private static ProblemException malformed(String detail, @Nullable TokenStreamLocation at) {
        if (at == null) {
            return ProblemException.of(ProblemType.MALFORMED_JSON, detail);
        }
        String where = " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
        return new ProblemException(
                Problem.of(ProblemType.MALFORMED_JSON, detail + where).at(at.getLineNr(), at.getColumnNr()));
    }

    /** Returns what the parser found wrong, without where: that is told in the caller's terms. */
    private static String reason(String message) {
        return LOCATION.matcher(message).replaceAll("").strip();
    }
}
