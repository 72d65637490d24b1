package dev.punctual;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which names (of queues, types or kinds of sink) a claim or a filter covers: any, or those of a set.
 *
 * <p>Immutable. Thread-safe.
 */
public final class Selector {

    private static final Selector ANY = new Selector(Optional.empty());

    private final Optional<Set<String>> names;

    private Selector(Optional<Set<String>> names) {
        this.names = names;
    }

    /** Returns the selector of every name. */
    public static Selector any() {
        return ANY;
    }

    /** Returns the selector of exactly these names; of none if there are none. */
    public static Selector of(String... names) {
        return of(List.of(names));
    }

    /** Returns the selector of exactly these names; of none if there are none. */
    public static Selector of(Collection<String> names) {
        return new Selector(Optional.of(Set.copyOf(names)));
    }

    /** Returns whether the name is covered. */
    public boolean matches(String name) {
        return names.isEmpty() || names.get().contains(name);
    }

    /** Returns the names, or empty for any. */
    public Optional<Set<String>> names() {
        return names;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Selector that && names.equals(that.names);
    }

    @Override
    public int hashCode() {
        return names.hashCode();
    }

    @Override
    public String toString() {
        return names.map(Object::toString).orElse("any");
    }
}
