package dev.punctual.server;

import dev.punctual.Limits;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;

/**
 * With what the server is started. Each setting is a flag ({@code --payload-max}), a configuration key
 * ({@code punctual.payload-max}) and an environment variable ({@code PUNCTUAL_PAYLOAD_MAX}); the flag wins, then the
 * variable.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param port where it listens; 0 takes any free port; 7070 by default
 * @param bind on which address; 127.0.0.1 by default, and only a loopback address
 * @param store the store's URL; {@code rocksdb:./punctual-data} by default
 * @param allowPrivateWebhooks whether webhooks may go to this machine and this network; false by default
 * @param webhookSecret the signing secret; if null it is kept in the data directory
 * @param payloadBytesMax largest payload; 64 KiB by default, at most 1 MiB
 * @param deliverySlots how many webhooks are delivered at once, 1 to 1,000; 64 by default
 */
record ServerSettings(
        int port,
        InetAddress bind,
        StoreUrl store,
        boolean allowPrivateWebhooks,
        @Nullable WebhookSecret webhookSecret,
        int payloadBytesMax,
        int deliverySlots) {

    static final int PORT_DEFAULT = 7070;
    static final int PORT_MAX = 65_535;
    static final int DELIVERY_SLOTS_DEFAULT = 64;
    static final int DELIVERY_SLOTS_MAX = 1_000;

    private static final String PREFIX = "punctual.";
    private static final String BIND_DEFAULT = "127.0.0.1";
    private static final String STORE_DEFAULT = "rocksdb:./punctual-data";
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})(KiB|MiB)?");
    private static final Pattern ADDRESS = Pattern.compile("localhost|[0-9.]+|\\[?[0-9a-fA-F:.]+]?");

    /**
     * Reads the settings.
     *
     * @throws SettingException if one is not acceptable
     */
    static ServerSettings of(ConfigurableEnvironment environment) {
        requireKnownKeys(environment);
        return new ServerSettings(
                number(environment, "port", PORT_DEFAULT, 0, PORT_MAX),
                bind(text(environment, "bind", BIND_DEFAULT)),
                StoreUrl.of(text(environment, "store", STORE_DEFAULT)),
                flag(environment, "allow-private-webhooks"),
                secret(environment.getProperty(PREFIX + "webhook-secret")),
                bytes(environment),
                number(environment, "delivery-slots", DELIVERY_SLOTS_DEFAULT, 1, DELIVERY_SLOTS_MAX));
    }

    /** Refuses keys of the configuration file that mean nothing; variables may belong to other programs. */
    private static void requireKnownKeys(ConfigurableEnvironment environment) {
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof OriginTrackedMapPropertySource file) {
                for (String key : file.getPropertyNames()) {
                    if (key.startsWith(PREFIX) && !Flags.isSetting(key.substring(PREFIX.length()))) {
                        throw new SettingException("The configuration file has the key " + Words.clean(key, 60)
                                + ", which is no setting; settings are " + PREFIX
                                + String.join(", " + PREFIX, Flags.settings()) + ".");
                    }
                }
            }
        }
    }

    private static String text(Environment environment, String name, String otherwise) {
        String text = environment.getProperty(PREFIX + name, otherwise);
        if (text.isBlank()) {
            throw new SettingException(name, "must not be empty (for example " + otherwise + ").");
        }
        return text;
    }

    private static int number(Environment environment, String name, int otherwise, int min, int max) {
        String text = text(environment, name, Integer.toString(otherwise));
        int number = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
        if (number < min || number > max) {
            throw new SettingException(
                    name,
                    "must be " + min + " to " + max + ", was " + Words.quote(text) + " (for example " + otherwise
                            + ").");
        }
        return number;
    }

    private static boolean flag(Environment environment, String name) {
        String text = text(environment, name, "false");
        if (!text.equals("true") && !text.equals("false")) {
            throw new SettingException(name, "must be true or false, was " + Words.quote(text) + ".");
        }
        return text.equals("true");
    }

    private static InetAddress bind(String text) {
        try {
            if (ADDRESS.matcher(text).matches()) {
                InetAddress address = InetAddress.getByName(text);
                if (address.isLoopbackAddress()) {
                    return address;
                }
            }
        } catch (UnknownHostException e) {
            // Refused below.
        }
        throw new SettingException(
                "bind",
                "must be a loopback address (127.0.0.1, ::1), was " + Words.quote(text)
                        + ": this version has no access tokens yet, so nobody beyond this machine may reach it.");
    }

    private static @Nullable WebhookSecret secret(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return WebhookSecret.of(text);
        } catch (IllegalArgumentException e) {
            throw new SettingException("webhook-secret", e.getMessage() + ".");
        }
    }

    private static int bytes(Environment environment) {
        int otherwise = Limits.DEFAULT.payloadBytesMax();
        String text = text(environment, "payload-max", Integer.toString(otherwise));
        Matcher size = SIZE.matcher(text);
        long bytes = -1;
        if (size.matches()) {
            String unit = String.valueOf(size.group(2));
            int shift = unit.equals("MiB") ? 20 : unit.equals("KiB") ? 10 : 0;
            bytes = Long.parseLong(size.group(1)) << shift;
        }
        if (bytes < 0 || bytes > Limits.PAYLOAD_BYTES_HARD_MAX) {
            throw new SettingException(
                    "payload-max",
                    "must be 0 to " + Limits.PAYLOAD_BYTES_HARD_MAX + " bytes, was " + Words.quote(text)
                            + " (for example 65536 or 256KiB).");
        }
        return (int) bytes;
    }
}
