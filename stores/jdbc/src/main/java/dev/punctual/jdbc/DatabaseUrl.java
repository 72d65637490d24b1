package dev.punctual.jdbc;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The URL of a database, whose secrets are for its driver only. Immutable. Thread-safe. */
final class DatabaseUrl {

    /** A kind of database, and what brings its driver. */
    private record Driver(String name, String classes, String artifact, String example) {}

    private static final List<Driver> DRIVERS = List.of(
            new Driver(
                    "postgresql",
                    "org.postgresql.",
                    "org.postgresql:postgresql",
                    "jdbc:postgresql://localhost:5432/punctual"),
            new Driver(
                    "mariadb",
                    "org.mariadb.",
                    "org.mariadb.jdbc:mariadb-java-client",
                    "jdbc:mariadb://localhost:3306/punctual"),
            new Driver("mysql", "com.mysql.", "com.mysql:mysql-connector-j", "jdbc:mysql://localhost:3306/punctual"),
            new Driver("h2", "org.h2.", "com.h2database:h2", "jdbc:h2:file:./punctual-h2"));

    private static final Pattern SECRET =
            Pattern.compile("(?i)[?&;][\\w.]*(?:password|passwd|pwd|secret)[\\w.]*=([^&;]*)");
    private static final Pattern LOGIN = Pattern.compile("//[^/?;]*?:(.*)@");

    private final String text;
    private final Set<String> secrets = new TreeSet<>();

    private DatabaseUrl(String text) {
        this.text = text;
        for (Pattern pattern : List.of(SECRET, LOGIN)) {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                secrets.add(matcher.group(1));
                secrets.add(decoded(matcher.group(1)));
            }
        }
        secrets.remove("");
    }

    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }

    /**
     * Reads a URL.
     *
     * @throws IllegalArgumentException if there is no driver that takes it
     */
    static DatabaseUrl of(String text) {
        String kind = text.replaceFirst("^jdbc:", "").replaceFirst(":.*", "").toLowerCase(Locale.ROOT);
        Driver driver = DRIVERS.stream()
                .filter(known -> known.name().equals(kind))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("store: jdbc knows postgresql, mariadb, mysql and h2 (for example "
                                + DRIVERS.get(0).example() + ")"));
        if (DriverManager.drivers()
                .noneMatch(loaded -> loaded.getClass().getName().startsWith(driver.classes()))) {
            throw new IllegalArgumentException("store: the driver for jdbc:" + driver.name() + " is missing; add "
                    + driver.artifact() + " to the class path");
        }
        return new DatabaseUrl(text);
    }

    /** Returns all of it, for the driver. */
    String text() {
        return text;
    }

    /** Returns whether it is of this kind. */
    boolean isOf(String kind) {
        return text.startsWith("jdbc:" + kind + ":");
    }

    /** Returns whether it sets this. */
    boolean sets(String key) {
        return Pattern.compile("[?&;]" + key + "=", Pattern.CASE_INSENSITIVE)
                .matcher(text)
                .find();
    }

    /** Returns where the database is, without the settings behind it and without a login. */
    String place() {
        return clean(text.replaceFirst("[?;].*", "")).replaceFirst("//[^/]*@", "//");
    }

    /** Returns what somebody has said of it, without its secrets. */
    String clean(String message) {
        String cleaned = message;
        for (String secret : secrets) {
            cleaned = cleaned.replace("=" + secret, "=***").replace(":" + secret + "@", ":***@");
        }
        return cleaned;
    }

    /** Returns whether an exception, or what caused it, speaks of a secret. */
    boolean isSafe(Throwable exception) {
        for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage());
            if (!clean(message).equals(message)) {
                return false;
            }
        }
        return true;
    }

    /** Shows where it is. */
    @Override
    public String toString() {
        return place();
    }
}
