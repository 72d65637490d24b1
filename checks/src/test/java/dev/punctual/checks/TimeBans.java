package dev.punctual.checks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

/** Who may read a clock, sleep, or own a thread. */
final class TimeBans {

    /**
     * The classes that own threads, below the root: the loops of the worker, the threads of the handlers, the listener
     * for a database's notifications, and the proxy of tests; the last two wait for bytes. A strand of a simulation has
     * a thread so that it can stop in its midst.
     */
    private static final Set<String> THREAD_OWNERS = Set.of(
            "worker.RoleLoop",
            "worker.RunThreads",
            "jdbc.NotifySignal",
            "testing.FaultProxy",
            "testing.simulation.Strand");

    private static final Set<String> THREAD_CALLS =
            Set.of("<init>", "sleep", "start", "startVirtualThread", "ofVirtual", "ofPlatform");

    private final Rooms rooms;

    TimeBans(Rooms rooms) {
        this.rooms = rooms;
    }

    /** Every ban, by name. */
    Map<String, ArchRule> rules() {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("only a TimeSource reads a clock", onlyTimeSourcesReadClocks());
        rules.put("only the owner of a thread starts one or sleeps", onlyOwnersHaveThreads());
        rules.put("no thread starts in a constructor", noThreadInConstructors());
        return rules;
    }

    /** The full names of the classes that own threads. */
    Set<String> threadOwners() {
        return THREAD_OWNERS.stream().map(rooms::packageOf).collect(Collectors.toSet());
    }

    private ArchRule onlyTimeSourcesReadClocks() {
        return noClasses()
                .that(Types.in(rooms.timed()))
                .and(Types.that("are no TimeSource", type -> !isTimeSource(type)))
                .should()
                .callCodeUnitWhere(Types.callTo("it reads a clock", TimeBans::readsClock))
                .because("time comes in through TimeSource, so that tests can move it")
                .allowEmptyShould(true);
    }

    private static boolean readsClock(String owner, String name, boolean withoutArguments) {
        return switch (owner) {
            case "java.lang.System" -> name.equals("currentTimeMillis") || name.equals("nanoTime");
            case "java.time.Clock" -> name.startsWith("system") || name.startsWith("tick");
            case "java.util.Date", "java.util.GregorianCalendar" -> name.equals("<init>") && withoutArguments;
            case "java.util.Calendar" -> name.equals("getInstance");
            default -> owner.startsWith("java.time.") && name.equals("now");
        };
    }

    private ArchRule onlyOwnersHaveThreads() {
        return noClasses()
                .that(Types.in(rooms.timed()))
                .and(Types.that("own no thread", type -> !isTimeSource(type) && !ownsThread(type)))
                .should()
                .callCodeUnitWhere(Types.callTo("it starts a thread or sleeps", TimeBans::startsOrSleeps))
                .because("work and its thread are apart: a role has step(), and RoleLoop runs it")
                .allowEmptyShould(true);
    }

    private static boolean startsOrSleeps(String owner, String name, boolean withoutArguments) {
        return switch (owner) {
            case "java.lang.Thread" -> THREAD_CALLS.contains(name);
            case "java.util.concurrent.locks.LockSupport" -> name.startsWith("park");
            case "java.lang.Object" -> name.equals("wait");
            case "java.util.concurrent.TimeUnit" -> name.equals("sleep") || name.equals("timedWait");
            case "java.util.concurrent.Executors" -> !name.equals("callable");
            case "java.util.concurrent.ForkJoinPool",
                    "java.util.concurrent.ThreadPoolExecutor",
                    "java.util.concurrent.ScheduledThreadPoolExecutor",
                    "java.util.Timer" -> name.equals("<init>");
            default -> false;
        };
    }

    private static ArchRule noThreadInConstructors() {
        return constructors()
                .should(new ArchCondition<>("not start a thread or hand work to one") {
                    @Override
                    public void check(JavaConstructor constructor, ConditionEvents events) {
                        constructor.getMethodCallsFromSelf().stream()
                                .filter(TimeBans::setsOff)
                                .map(call -> SimpleConditionEvent.violated(constructor, call.getDescription()))
                                .forEach(events::add);
                    }
                })
                .because("what was only built must not be running yet")
                .allowEmptyShould(true);
    }

    private static boolean setsOff(JavaCall<?> call) {
        JavaClass owner = call.getTargetOwner();
        boolean starts = owner.isAssignableTo(Thread.class) && call.getName().equals("start");
        boolean handsOver = owner.isAssignableTo(Executor.class)
                && Set.of("execute", "submit", "schedule").contains(call.getName());
        return starts || handsOver;
    }

    private boolean isTimeSource(JavaClass type) {
        return type.isAssignableTo(rooms.packageOf("") + ".TimeSource");
    }

    private boolean ownsThread(JavaClass type) {
        return threadOwners().stream()
                .anyMatch(
                        owner -> type.getName().equals(owner) || type.getName().startsWith(owner + "$"));
    }
}
