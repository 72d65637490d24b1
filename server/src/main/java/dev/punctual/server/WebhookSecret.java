package dev.punctual.server;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;

/**
 * The key that webhooks are signed with, so that a receiver can tell them from those of others. As text it is
 * {@value #PREFIX} and base64 of 24 to 64 bytes (Standard Webhooks).
 *
 * <p>Immutable. Thread-safe.
 */
final class WebhookSecret {

    static final String PREFIX = "whsec_";

    private static final int BYTES_MIN = 24;
    private static final int BYTES_MAX = 64;
    private static final int BYTES_GENERATED = 32;

    private final byte[] key;

    private WebhookSecret(byte[] key) {
        this.key = key;
    }

    /**
     * Reads a secret.
     *
     * @throws IllegalArgumentException if it is malformed; the message does not repeat it
     */
    static WebhookSecret of(String text) {
        byte[] key = new byte[0];
        if (text.startsWith(PREFIX)) {
            try {
                key = Base64.getDecoder().decode(text.substring(PREFIX.length()));
            } catch (IllegalArgumentException e) {
                // Refused below: an empty key is too short.
            }
        }
        if (key.length < BYTES_MIN || key.length > BYTES_MAX) {
            throw new IllegalArgumentException("must be " + PREFIX + " followed by base64 of " + BYTES_MIN + " to "
                    + BYTES_MAX + " bytes (for example the output of: echo " + PREFIX + "$(openssl rand -base64 32))");
        }
        return new WebhookSecret(key);
    }

    /** Returns a new random secret. */
    static WebhookSecret random() {
        byte[] key = new byte[BYTES_GENERATED];
        new SecureRandom().nextBytes(key);
        return new WebhookSecret(key);
    }

    /** Returns the secret as text; for its owner only. */
    String text() {
        return PREFIX + Base64.getEncoder().encodeToString(key);
    }

    /** Returns the value of {@code webhook-signature} for a message. */
    String sign(String webhookId, long timestampSeconds, byte[] body) {
        Mac mac = Hashes.hmacSha256(key);
        mac.update((webhookId + "." + timestampSeconds + ".").getBytes(StandardCharsets.UTF_8));
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WebhookSecret that && Arrays.equals(key, that.key);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(key);
    }

    /** Shows nothing of the secret. */
    @Override
    public String toString() {
        return PREFIX + "...";
    }
}
