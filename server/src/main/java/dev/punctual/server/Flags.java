package dev.punctual.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command line of the server: what is not one of its flags is refused.
 *
 * <p>Immutable. Thread-safe.
 *
 * @param action what to do
 * @param properties the settings given, as configuration keys
 * @param configFile a file with further settings, or empty
 */
record Flags(Action action, Map<String, String> properties, String configFile) {

    /** What to do. */
    enum Action {
        SERVE,
        CHECK,
        HELP,
        VERSION
    }

    private static final String CONFIG = "config";
    /** Flag -> what follows it; empty for one that stands alone. In the order of the usage. */
    private static final Map<String, String> KNOWN = known();

    private static final List<String> NO_SETTINGS = List.of(CONFIG, "check", "version", "help");

    static final String USAGE = """
            Usage: punctual serve [flags]

              --port PORT               where to listen; 0 takes any free port (7070)
              --bind ADDRESS            a loopback address (127.0.0.1)
              --store URL               rocksdb:DIR, jdbc:postgresql://HOST:PORT/DB or memory:
                                        (rocksdb:./punctual-data)
              --allow-private-webhooks  let webhooks go to this machine and this network, for development
              --webhook-secret SECRET   whsec_ and base64 of 24 to 64 bytes (kept in the data directory)
              --payload-max BYTES       largest payload, at most 1MiB (64KiB)
              --delivery-slots NUMBER   webhooks delivered at once, 1 to 1000 (64)
              --config FILE             further settings as a .properties or .yaml file, keys punctual.port ...
              --check                   check the settings, open and close the store, and end
              --version, --help

            Each setting is also an environment variable: PUNCTUAL_PORT, PUNCTUAL_STORE ...
            A flag goes before the variable, the variable before the file.
            User and password of a database: PUNCTUAL_DB_USER and PUNCTUAL_DB_PASSWORD, or in its URL. Only the driver
            of PostgreSQL comes along; LOADER_PATH=mariadb-java-client.jar adds another one.
            """;

    private static Map<String, String> known() {
        Map<String, String> known = new LinkedHashMap<>();
        known.put("port", "PORT");
        known.put("bind", "ADDRESS");
        known.put("store", "URL");
        known.put("allow-private-webhooks", "");
        known.put("webhook-secret", "SECRET");
        known.put("payload-max", "BYTES");
        known.put("delivery-slots", "NUMBER");
        known.put(CONFIG, "FILE");
        known.put("check", "");
        known.put("version", "");
        known.put("help", "");
        return Collections.unmodifiableMap(known);
    }

    /**
     * Reads a command line.
     *
     * @throws SettingException if it holds anything but the flags
     */
    static Flags parse(List<String> arguments) {
        Map<String, String> properties = new LinkedHashMap<>();
        Action action = Action.SERVE;
        String configFile = "";
        List<String> rest = new ArrayList<>(arguments);
        while (!rest.isEmpty()) {
            String argument = rest.remove(0);
            String name = name(argument);
            String value = value(argument, name, rest);
            switch (name) {
                case "check" -> action = Action.CHECK;
                case "help" -> action = Action.HELP;
                case "version" -> action = Action.VERSION;
                case CONFIG -> configFile = requireFile(value);
                default -> {
                    if (properties.put("punctual." + name, value) != null) {
                        throw new SettingException(name, "must not be given twice.");
                    }
                }
            }
        }
        return new Flags(action, Map.copyOf(properties), configFile);
    }

    private static String name(String argument) {
        if (argument.equals("-h")) {
            return "help";
        }
        int equals = argument.indexOf('=');
        String flag = equals < 0 ? argument : argument.substring(0, equals);
        String name = flag.startsWith("--") ? flag.substring(2) : "";
        if (!KNOWN.containsKey(name)) {
            String nearest = Words.nearest(flag.replaceFirst("^-+", ""), KNOWN.keySet());
            throw new SettingException(Words.clean(flag, 60) + " is no flag of the server"
                    + (nearest == null ? "." : "; did you mean --" + nearest + "?") + " Flags: --"
                    + String.join(", --", KNOWN.keySet()) + ".");
        }
        return name;
    }

    private static String value(String argument, String name, List<String> rest) {
        String placeholder = KNOWN.getOrDefault(name, "");
        int equals = argument.indexOf('=');
        if (equals >= 0) {
            return argument.substring(equals + 1);
        }
        if (placeholder.isEmpty()) {
            return "true";
        }
        if (rest.isEmpty() || rest.get(0).startsWith("--")) {
            throw new SettingException(name, "needs a value: --" + name + " " + placeholder + ".");
        }
        return rest.remove(0);
    }

    private static String requireFile(String file) {
        if (!file.matches(".*\\.(properties|ya?ml)")) {
            throw new SettingException(
                    CONFIG,
                    "must be a .properties or .yaml file, was " + Words.quote(file) + " (for example punctual.yaml).");
        }
        if (!Files.isReadable(Path.of(file))) {
            throw new SettingException(CONFIG, "must name a file that can be read, was " + Words.quote(file) + ".");
        }
        return file;
    }

    /** Returns the settings as the arguments of a Spring application. */
    String[] springArguments() {
        List<String> arguments = new ArrayList<>();
        properties.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        // Only our own files: the working directory may be that of some other Spring application.
        String location = "classpath:/application.properties";
        if (!configFile.isEmpty()) {
            location += "," + Path.of(configFile).toAbsolutePath().toUri();
        }
        arguments.add("--spring.config.location=" + location);
        return arguments.toArray(new String[0]);
    }

    /** Returns the names of the settings. */
    static List<String> settings() {
        return KNOWN.keySet().stream()
                .filter(name -> !NO_SETTINGS.contains(name))
                .toList();
    }

    /** Returns whether a setting has this name. */
    static boolean isSetting(String name) {
        return settings().contains(name);
    }
}
