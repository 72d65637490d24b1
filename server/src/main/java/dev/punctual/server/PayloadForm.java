package dev.punctual.server;

import dev.punctual.Limits;
import dev.punctual.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a payload came in: as a JSON value ({@code payload}) or as bytes ({@code payloadBase64}). It goes out in the same
 * form, so the record must remember it: the content type of a JSON value carries the reserved parameter {@value #MARK},
 * which is taken off wherever the content type is shown or sent. It survives in any store and with a payload that is
 * replaced alone, and a handler that reads {@code application/json} is not disturbed by a parameter.
 *
 * <p>Thread-safe.
 */
final class PayloadForm {

    static final String JSON = "application/json";

    private static final String RESERVED = "punctual";
    private static final String MARK = "; " + RESERVED + "=json";

    private static final String TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
    private static final Pattern CONTENT_TYPE =
            Pattern.compile(TOKEN + "/" + TOKEN + "( ?; ?" + TOKEN + "=(" + TOKEN + "|\"[ !#-\\x5B\\x5D-\\x7E]*\"))*");
    private static final Pattern TAKEN = Pattern.compile(".*; ?" + RESERVED + "=.*", Pattern.CASE_INSENSITIVE);

    private PayloadForm() {}

    /** Returns the payload that the fields payload, payloadBase64 and contentType give, or null if they give none. */
    static @Nullable Payload read(JsonFields fields) {
        JsonValue json = fields.value("payload");
        String base64 = fields.text("payloadBase64", "AAEC/w==");
        if (json != null && base64 != null) {
            throw ProblemException.invalid("payloadBase64", "must not be given together with payload", "");
        }
        String contentType = contentType(fields, json == null ? 0 : MARK.length());
        if (json != null) {
            String type = contentType == null ? JSON : contentType;
            return new Payload(json.raw().getBytes(StandardCharsets.UTF_8), type + MARK, 1);
        }
        if (base64 != null) {
            return new Payload(bytes(base64), contentType == null ? Payload.OCTETS : contentType, 1);
        }
        if (contentType != null) {
            throw ProblemException.invalid("contentType", "needs a payload beside it", "");
        }
        return null;
    }

    private static byte[] bytes(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw ProblemException.invalid(
                    "payloadBase64", "must be base64 (RFC 4648, alphabet A-Z a-z 0-9 + /)", "AAEC/w==");
        }
    }

    private static @Nullable String contentType(JsonFields fields, int reservedChars) {
        String type = fields.text("contentType", JSON);
        if (type == null) {
            return null;
        }
        int charsMax = Limits.CONTENT_TYPE_CHARS_MAX - reservedChars;
        if (type.length() > charsMax || !CONTENT_TYPE.matcher(type).matches()) {
            throw ProblemException.invalid(
                    "contentType",
                    "must be a media type of at most " + charsMax + " characters, was " + Words.quote(type),
                    JSON);
        }
        if (TAKEN.matcher(type).matches()) {
            throw ProblemException.invalid("contentType", "must not use the parameter \"punctual\"", JSON);
        }
        return type;
    }

    /** Returns whether the payload was scheduled as a JSON value. */
    static boolean isJson(Payload payload) {
        // A program that schedules in process can write any content type: trust the mark only if it is true.
        return payload.contentType().endsWith(MARK) && JsonValue.isJson(payload.bytes());
    }

    /** Returns the content type as the caller gave it. */
    static String contentType(Payload payload) {
        String type = payload.contentType();
        return type.endsWith(MARK) ? type.substring(0, type.length() - MARK.length()) : type;
    }

    /** Returns the content type as a header can carry it. */
    static String contentTypeHeader(Payload payload) {
        String type = contentType(payload);
        return CONTENT_TYPE.matcher(type).matches() ? type : Payload.OCTETS;
    }
}
