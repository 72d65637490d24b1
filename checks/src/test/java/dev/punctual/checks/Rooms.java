package dev.punctual.checks;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of packages: which of our own packages, and which libraries, each one may depend on.
 *
 * <p>A new package gets its row here. The JDK, slf4j and JSpecify are open to all.
 */
final class Rooms {

    /** What everyone may use. {@code com.sun.net.httpserver} is the JDK's own, documented HTTP server. */
    private static final Set<String> OPEN_TO_ALL =
            Set.of("java", "javax", "com.sun.net.httpserver", "org.slf4j", "org.jspecify");

    /** Package below the root ("" is the root itself) -> what it may see. */
    private static final List<Room> TABLE = List.of(
            new Room("", Set.of(), Set.of()),
            new Room("worker", Set.of(""), Set.of()),
            new Room("wheel", Set.of(), Set.of()),
            new Room("embedded", Set.of(""), Set.of()),
            new Room("memory", Set.of("", "embedded", "wheel"), Set.of()),
            new Room("jackson", Set.of(""), Set.of("tools.jackson", "com.fasterxml.jackson.annotation")),
            new Room("testing", Set.of("", "worker", "embedded", "memory"), Set.of()),
            new Room("testing.simulation", Set.of("", "worker", "testing"), Set.of()),
            new Room("contract", Set.of("", "worker", "testing"), Set.of("org.junit.jupiter.api", "org.assertj")),
            new Room("rocksdb", Set.of("", "embedded"), Set.of("org.rocksdb")),
            new Room("jdbc", Set.of(""), Set.of("org.postgresql", "com.zaxxer.hikari")),
            new Room("httpapi", Set.of(), Set.of("tools.jackson", "com.fasterxml.jackson.annotation")),
            new Room(
                    "server",
                    Set.of("", "worker", "httpapi", "jackson"),
                    Set.of(
                            "org.springframework",
                            "org.apache.catalina",
                            "org.apache.hc",
                            "org.apache.juli",
                            "tools.jackson",
                            "com.fasterxml.jackson.annotation",
                            "jakarta")),
            new Room("cli", Set.of("httpapi"), Set.of("picocli", "tools.jackson", "com.fasterxml.jackson.annotation")),
            new Room(
                    "examples",
                    Set.of("", "worker", "memory", "jackson", "rocksdb", "jdbc", "httpapi"),
                    Set.of("com.zaxxer.hikari")),
            // Names the peers that it measures, and the engine below a store, but no store of ours.
            new Room(
                    "benchmarks",
                    Set.of("", "worker", "wheel"),
                    Set.of(
                            "picocli",
                            "tools.jackson",
                            "com.sun.management",
                            "org.rocksdb",
                            "com.zaxxer.hikari",
                            "io.zonky.test.db.postgres",
                            "com.github.kagkarlsson.scheduler",
                            "org.jobrunr",
                            "org.quartz")));

    private final String root;

    /** @param root the package that the table is laid over: ours, or the planted one. */
    Rooms(String root) {
        this.root = root;
    }

    /** Every rule that follows from the table, by name. */
    Map<String, ArchRule> rules() {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("every package has a row in the table", everyPackageIsListed());
        for (Room room : TABLE) {
            String name = room.name().isEmpty() ? "the root package" : room.name();
            rules.put(name + " keeps to its arrows", keepsToItsArrows(room));
            rules.put(name + " keeps to its libraries", keepsToItsLibraries(room));
        }
        return rules;
    }

    /** The names of the packages in the table, full. */
    Stream<String> packages() {
        return TABLE.stream().map(room -> packageOf(room.name()));
    }

    /** The full names of the packages that make up the core module, followed by those of testing and the stores. */
    Set<String> timed() {
        return Stream.of(
                        "",
                        "worker",
                        "wheel",
                        "embedded",
                        "memory",
                        "testing",
                        "testing.simulation",
                        "jackson",
                        "rocksdb",
                        "jdbc")
                .map(this::packageOf)
                .collect(Collectors.toSet());
    }

    /** The full names of the packages that make up the core module. */
    Set<String> core() {
        return Stream.of("", "worker", "wheel", "embedded", "memory")
                .map(this::packageOf)
                .collect(Collectors.toSet());
    }

    /** The full names of the packages whose code prints to a person's terminal. */
    Set<String> speaking() {
        return Stream.of("server", "cli", "examples", "benchmarks")
                .map(this::packageOf)
                .collect(Collectors.toSet());
    }

    String packageOf(String room) {
        return room.isEmpty() ? root : root + "." + room;
    }

    boolean isOurs(JavaClass type) {
        return Types.isBelow(root, Types.packageOf(type));
    }

    private ArchRule everyPackageIsListed() {
        Set<String> listed = packages().collect(Collectors.toSet());
        return ArchRuleDefinition.classes()
                .should()
                .resideInAnyPackage(listed.toArray(String[]::new))
                .because("a package without a row in Rooms is bound by no rule");
    }

    private ArchRule keepsToItsArrows(Room room) {
        Set<String> allowed = room.ours().stream().map(this::packageOf).collect(Collectors.toSet());
        String own = packageOf(room.name());
        return ArchRuleDefinition.classes()
                .that()
                .resideInAPackage(own)
                .should()
                .onlyDependOnClassesThat(Types.that(
                        "are in one of the packages that its row in Rooms names: " + allowed,
                        type -> !isOurs(type)
                                || Types.packageOf(type).equals(own)
                                || allowed.contains(Types.packageOf(type))))
                .allowEmptyShould(true);
    }

    private ArchRule keepsToItsLibraries(Room room) {
        return ArchRuleDefinition.classes()
                .that()
                .resideInAPackage(packageOf(room.name()))
                .should()
                .onlyDependOnClassesThat(Types.that(
                        "belong to one of the libraries that its row in Rooms names: " + room.libraries(),
                        type -> isOurs(type)
                                || Types.packageOf(type).isEmpty()
                                || Stream.concat(OPEN_TO_ALL.stream(), room.libraries().stream())
                                        .anyMatch(library -> Types.isBelow(library, Types.packageOf(type)))))
                .allowEmptyShould(true);
    }

    /**
     * One row.
     *
     * @param name the package below the root
     * @param ours the packages of ours that it may depend on
     * @param libraries the packages of others that it may depend on, with all that is below them
     */
    private record Room(String name, Set<String> ours, Set<String> libraries) {}
}
