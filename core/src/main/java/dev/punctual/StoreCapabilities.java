package dev.punctual;

import java.util.Set;

/**
 * What a store can do, as data: checked when a client or a worker is built.
 *
 * @param store the name of the store, such as {@code memory} or {@code rocksdb}
 * @param abilities what it can do
 * @param limits what it accepts at most
 * @param durability what an acknowledged task survives
 * @param insertsAtOnce how many calls to insert at once serve many callers best: 1 where one writer commits for all,
 *     more where the engine itself lets commits share their wait for the disk, {@link #INSERTS_ALONE} where there is no
 *     wait to share
 */
public record StoreCapabilities(
        String store, Set<Capability> abilities, Limits limits, Durability durability, int insertsAtOnce) {

    /** A call waits for nothing but its own work, so that none gains by going together with others. */
    public static final int INSERTS_ALONE = Integer.MAX_VALUE;

    /**
     * Copies the set.
     *
     * @throws IllegalArgumentException if {@code insertsAtOnce} is less than 1
     */
    public StoreCapabilities {
        abilities = Set.copyOf(abilities);
        if (insertsAtOnce < 1) {
            throw new IllegalArgumentException("insertsAtOnce must be at least 1, was " + insertsAtOnce);
        }
    }

    /** Returns the capabilities of a store with one writer. */
    public StoreCapabilities(String store, Set<Capability> abilities, Limits limits, Durability durability) {
        this(store, abilities, limits, durability, 1);
    }

    /** Returns whether the store has the ability. */
    public boolean has(Capability ability) {
        return abilities.contains(ability);
    }

    /**
     * Requires the ability.
     *
     * @throws UnsupportedByStoreException if the store lacks the ability
     */
    public void require(Capability ability) {
        if (!has(ability)) {
            throw new UnsupportedByStoreException(store, ability);
        }
    }
}
