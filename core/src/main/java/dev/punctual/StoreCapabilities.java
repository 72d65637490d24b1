package dev.punctual;

import java.util.Set;

/**
 * What a store can do, as data: checked when a client or a worker is built.
 *
 * @param store the name of the store, such as {@code memory} or {@code rocksdb}
 * @param abilities what it can do
 * @param limits what it accepts at most
 * @param durability what an acknowledged task survives
 */
public record StoreCapabilities(String store, Set<Capability> abilities, Limits limits, Durability durability) {

    /** Copies the set. */
    public StoreCapabilities {
        abilities = Set.copyOf(abilities);
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
