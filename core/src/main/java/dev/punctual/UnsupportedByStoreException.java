package dev.punctual;

/** The store lacks an ability that the call needs; the message names the store and the ability. Nothing was done. */
public final class UnsupportedByStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Capability capability;

    /** Makes the exception. */
    public UnsupportedByStoreException(String store, Capability capability) {
        super("store " + store + " does not offer " + capability.words());
        this.capability = capability;
    }

    /** Returns the ability that is missing. */
    public Capability capability() {
        return capability;
    }
}
