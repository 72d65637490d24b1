package dev.punctual.checks;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Collection;
import java.util.function.Predicate;

/** The vocabulary of the rules: sets of types and of calls, with the words that a broken rule prints. */
final class Types {

    private Types() {}

    static DescribedPredicate<JavaClass> that(String words, Predicate<JavaClass> test) {
        return DescribedPredicate.describe(words, test);
    }

    static DescribedPredicate<JavaClass> in(Collection<String> packages) {
        return that("are in one of " + packages, type -> packages.contains(packageOf(type)));
    }

    static DescribedPredicate<JavaClass> notIn(Collection<String> packages) {
        return that("are in none of " + packages, type -> !packages.contains(packageOf(type)));
    }

    /** The package of a type, or of the elements of an array. */
    static String packageOf(JavaClass type) {
        return type.getBaseComponentType().getPackageName();
    }

    static boolean isBelow(String parent, String name) {
        return name.equals(parent) || name.startsWith(parent + ".");
    }

    static DescribedPredicate<JavaCall<?>> callTo(String words, CallTest test) {
        return DescribedPredicate.describe(
                words,
                call -> test.matches(
                        call.getTargetOwner().getName(),
                        call.getName(),
                        call.getTarget().getRawParameterTypes().isEmpty()));
    }

    /** Says whether a call is meant, by the type that owns the method and by the method's name. */
    @FunctionalInterface
    interface CallTest {
        boolean matches(String owner, String name, boolean withoutArguments);
    }
}
