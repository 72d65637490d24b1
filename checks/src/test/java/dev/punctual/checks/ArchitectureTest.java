package dev.punctual.checks;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every architecture rule over our code, and over a small planted world in which each of them is broken. */
class ArchitectureTest {

    private static final String ROOT = "dev.punctual";
    private static final String PLANTED_ROOT = "dev.punctual.checks.planted";

    private static final Map<String, ArchRule> RULES = rules(ROOT);
    private static final Map<String, ArchRule> PLANTED_RULES = rules(PLANTED_ROOT);

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);
    private static final JavaClasses PLANTED = new ClassFileImporter().importPackages(PLANTED_ROOT);

    /** Ban -> the planted classes that it must catch; every other planted class must pass it. */
    private static final Map<String, Set<String>> BREACHES = Map.ofEntries(
            entry("every package has a row in the table", Set.of("util.Leftover")),
            entry("only a TimeSource reads a clock", Set.of("ReadsTheClock")),
            entry("only the owner of a thread starts one or sleeps", Set.of("Sleeps")),
            entry("no thread starts in a constructor", Set.of("StartsInConstructor")),
            entry("no empty names", Set.of("PaymentManager")),
            entry("no taken names", Set.of("Timer")),
            entry("no package for leftovers", Set.of("util.Leftover")),
            entry("no serialization streams", Set.of("ReadsObjects")),
            entry("no serializable types", Set.of("Parcel")),
            entry("no class by its name", Set.of("LoadsByName")),
            entry("no static state", Set.of("Registry")),
            entry("no foreign types in core's signatures", Set.of("NamesSql")),
            entry("ports have no default methods", Set.of("TaskStore")),
            entry("the store port stays small", Set.of("TaskStore")),
            entry("only the command line prints", Set.of("Prints")));

    @ParameterizedTest
    @MethodSource("ruleNames")
    void ourCode_keepsTheRule(String name) {
        ruleNamed(RULES, name).check(OURS);
    }

    @ParameterizedTest
    @MethodSource("ruleNames")
    void plantedCode_isCaughtByTheRule(String name) {
        Set<String> caught = ruleNamed(PLANTED_RULES, name).evaluate(PLANTED).getFailureReport().getDetails().stream()
                .map(ArchitectureTest::culprit)
                .collect(Collectors.toSet());

        assertThat(caught).isNotEmpty().isEqualTo(breaches(name));
    }

    @Test
    void everyPackageOfTheTable_exists() {
        Set<String> packages = OURS.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());

        assertThat(new Rooms(ROOT).packages()).isSubsetOf(packages);
    }

    @Test
    void everyOwnerOfThreads_exists() {
        Set<String> types = OURS.stream().map(JavaClass::getName).collect(Collectors.toSet());

        assertThat(new TimeBans(new Rooms(ROOT)).threadOwners()).isSubsetOf(types);
    }

    private static Stream<String> ruleNames() {
        return RULES.keySet().stream();
    }

    private static Map<String, ArchRule> rules(String root) {
        Rooms rooms = new Rooms(root);
        Map<String, ArchRule> all = new LinkedHashMap<>(rooms.rules());
        all.putAll(new TimeBans(rooms).rules());
        all.putAll(new ShapeBans(rooms).rules());
        return all;
    }

    private static ArchRule ruleNamed(Map<String, ArchRule> rules, String name) {
        ArchRule rule = rules.get(name);
        assertThat(rule).as(name).isNotNull();
        return rule;
    }

    /** In every package of the planted world, one class breaks both the arrows and the libraries of that package. */
    private static Set<String> breaches(String rule) {
        Matcher arrow = Pattern.compile("(.*) keeps to its .*").matcher(rule);
        if (!arrow.matches()) {
            return BREACHES.getOrDefault(rule, Set.of());
        }
        String room = arrow.group(1);
        return Set.of(room.equals("the root package") ? "OutOfBounds" : room + ".OutOfBounds");
    }

    /** The class below the planted root that a line of a failure report complains about: the first one it names. */
    private static String culprit(String detail) {
        Matcher named = Pattern.compile("<" + Pattern.quote(PLANTED_ROOT) + "\\.((?:[a-z]+\\.)*[A-Z]\\w*)")
                .matcher(detail);
        assertThat(named.find()).as(detail).isTrue();
        return named.group(1);
    }
}
