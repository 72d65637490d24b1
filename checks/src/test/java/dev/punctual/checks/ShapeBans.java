package dev.punctual.checks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Names, forms and signatures that our code does without. */
final class ShapeBans {

    /** Names that say nothing about what a type is. */
    private static final Pattern EMPTY_NAME =
            Pattern.compile("(.*(Impl|Manager|Helpers?|Utils?|Utilities))|((Base|Abstract)[A-Z].*)");

    /** Names that readers know as something else already, from the JDK or Spring. */
    private static final Set<String> TAKEN_NAMES = Set.of(
            "Executor", "ExecutorService", "Clock", "Timer", "TimerTask", "TaskScheduler", "DelayQueue", "Delayed");

    /** Serializable because an interface of a library that is measured is, below the root; never written as such. */
    private static final Set<String> SERIALIZABLE_FOR_OTHERS = Set.of("benchmarks.JobRunrPeer$Request");

    /** The interfaces that store authors implement, below the root. */
    private static final Set<String> PORTS = Set.of("TaskStore", "TaskQueries", "StoreProvider", "WakeupSignal");

    private static final Set<String> LOADING =
            Set.of("java.lang.Class.forName", "java.lang.ClassLoader.loadClass", "java.net.URLClassLoader.loadClass");

    private static final int HOT_METHODS_MAX = 12;

    /** What the store port says about itself, or hands out: no calls of the hot path. */
    private static final Set<String> PORT_SIDES = Set.of("capabilities", "within", "queries", "wakeups", "close");

    private final Rooms rooms;

    ShapeBans(Rooms rooms) {
        this.rooms = rooms;
    }

    /** Every ban, by name. */
    Map<String, ArchRule> rules() {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("no empty names", noEmptyNames());
        rules.put("no taken names", noTakenNames());
        rules.put("no package for leftovers", noPackageForLeftovers());
        rules.put("no serialization streams", noSerializationStreams());
        rules.put("no serializable types", noSerializableTypes());
        rules.put("no class by its name", noClassByItsName());
        rules.put("no static state", noStaticState());
        rules.put("no foreign types in core's signatures", noForeignTypesInSignatures());
        rules.put("ports have no default methods", portsHaveNoDefaultMethods());
        rules.put("the store port stays small", storePortStaysSmall());
        rules.put("only the command line prints", onlyTheCommandLinePrints());
        return rules;
    }

    private static ArchRule noEmptyNames() {
        return noClasses()
                .should(be(
                        "named like a leftover",
                        type -> EMPTY_NAME.matcher(type.getSimpleName()).matches()));
    }

    private static ArchRule noTakenNames() {
        return noClasses()
                .should(be(
                        "named like a type of the JDK or Spring", type -> TAKEN_NAMES.contains(type.getSimpleName())));
    }

    private static ArchRule noPackageForLeftovers() {
        return noClasses()
                .should()
                .resideInAnyPackage("..util..", "..utils..", "..common..", "..base..", "..helper..", "..impl..");
    }

    private static ArchRule noSerializationStreams() {
        return noClasses()
                .should()
                .dependOnClassesThat(Types.that(
                        "read or write Java's serialized form",
                        type -> type.isAssignableTo(ObjectInputStream.class)
                                || type.isAssignableTo(ObjectOutputStream.class)));
    }

    private ArchRule noSerializableTypes() {
        return noClasses()
                .that(Types.that(
                        "are neither exceptions nor enums nor asked to be by others",
                        type -> !type.isAssignableTo(Throwable.class)
                                && !type.isAssignableTo(Enum.class)
                                && !SERIALIZABLE_FOR_OTHERS.contains(withinRoot(type))))
                .should()
                .beAssignableTo(Serializable.class)
                .because("nothing of ours travels as a serialized object");
    }

    private static ArchRule noClassByItsName() {
        return noClasses()
                .should()
                .callCodeUnitWhere(Types.callTo(
                        "it loads a class by its name",
                        (owner, name, withoutArguments) -> LOADING.contains(owner + "." + name)))
                .because("no class name is taken from the outside");
    }

    private static ArchRule noStaticState() {
        return fields().that()
                .areStatic()
                .should()
                .beFinal()
                .because("two workers in one process know nothing of each other")
                .allowEmptyShould(true);
    }

    private ArchRule noForeignTypesInSignatures() {
        return methods()
                .that()
                .areDeclaredInClassesThat(Types.in(rooms.core()))
                .and()
                .arePublic()
                .should(new ArchCondition<>("only name types of the JDK and of ours") {
                    @Override
                    public void check(JavaMethod method, ConditionEvents events) {
                        Stream.concat(Stream.of(method.getRawReturnType()), method.getRawParameterTypes().stream())
                                .filter(type -> isForeign(type.getBaseComponentType()))
                                .map(type -> "<" + method.getFullName() + "> names " + type.getName())
                                .map(words -> SimpleConditionEvent.violated(method, words))
                                .forEach(events::add);
                    }
                })
                .allowEmptyShould(true);
    }

    private boolean isForeign(JavaClass type) {
        String name = type.getPackageName();
        boolean jdk = Types.isBelow("java", name) && !Types.isBelow("java.sql", name);
        return !type.isPrimitive() && !jdk && !rooms.isOurs(type);
    }

    private ArchRule portsHaveNoDefaultMethods() {
        return methods()
                .that()
                .areDeclaredInClassesThat(Types.that("are ports", this::isPort))
                .and()
                .areNotStatic()
                .should()
                .haveModifier(JavaModifier.ABSTRACT)
                .because("a store that lacks an ability says so by name")
                .allowEmptyShould(true);
    }

    private ArchRule storePortStaysSmall() {
        String port = rooms.packageOf("") + ".TaskStore";
        return classes()
                .that(Types.that("are the store port", type -> type.getName().equals(port)))
                .should(be(
                        "small: at most " + HOT_METHODS_MAX + " methods beside " + PORT_SIDES,
                        type -> type.getMethods().stream()
                                        .filter(method -> !PORT_SIDES.contains(method.getName()))
                                        .count()
                                <= HOT_METHODS_MAX))
                .allowEmptyShould(true);
    }

    private ArchRule onlyTheCommandLinePrints() {
        return noClasses()
                .that(Types.notIn(rooms.speaking()))
                .should()
                .accessFieldWhere(DescribedPredicate.describe("it is System.out or System.err", ShapeBans::isConsole))
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .because("libraries log; only the command line and the examples talk to a person");
    }

    private static boolean isConsole(JavaFieldAccess access) {
        return access.getTargetOwner().isEquivalentTo(System.class)
                && Set.of("out", "err").contains(access.getTarget().getName());
    }

    private String withinRoot(JavaClass type) {
        return type.getName().replaceFirst("^" + Pattern.quote(rooms.packageOf("") + "."), "");
    }

    private boolean isPort(JavaClass type) {
        return Types.packageOf(type).equals(rooms.packageOf("")) && PORTS.contains(type.getSimpleName());
    }

    private static ArchCondition<JavaClass> be(String words, Predicate<JavaClass> test) {
        return ArchCondition.from(Types.that("be " + words, test));
    }
}
