package dev.punctual.cli;

import dev.punctual.httpapi.ApiJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamLocation;

/** JSON as text, with every character kept. Thread-safe. */
final class JsonText {

    private JsonText() {}

    /** Returns the same document on one line: a line end in JSON can only be space between its parts. */
    static String oneLine(String json) {
        return json.strip().replace('\n', ' ').replace('\r', ' ');
    }

    /** Returns why the text is not exactly one JSON value, as the end of a sentence, or null if it is. */
    static @Nullable String whyNotOneValue(String text) {
        try (JsonParser parser = ApiJson.mapper().createParser(text)) {
            if (parser.nextToken() == null) {
                return "this is empty";
            }
            parser.skipChildren();
            return parser.nextToken() == null ? null : "more follows the first value";
        } catch (JacksonException e) {
            TokenStreamLocation place = e.getLocation();
            return place == null
                    ? "this is none"
                    : "this stops being one at line " + place.getLineNr() + ", column " + place.getColumnNr();
        }
    }
}
