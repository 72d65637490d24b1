package dev.punctual;

/**
 * With what a store is opened.
 *
 * @param namespace separates tasks of several uses of one engine; ids are unique within it
 * @param time the clocks; a store on a server of its own uses that server's clock for due times
 * @param limits what is accepted at most
 * @param retention how long finished records are kept
 */
public record StoreSettings(String namespace, TimeSource time, Limits limits, Retention retention) {

    /** Namespace "punctual", the clocks of this machine, default limits and retention. */
    public static final StoreSettings DEFAULT =
            new StoreSettings("punctual", TimeSource.system(), Limits.DEFAULT, Retention.DEFAULT);

    /**
     * Checks the values.
     *
     * @throws InvalidTaskException if the namespace is malformed
     */
    public StoreSettings {
        Text.requireName("namespace", namespace, "punctual");
    }

    /** Returns these settings with other clocks. */
    public StoreSettings withTime(TimeSource newTime) {
        return new StoreSettings(namespace, newTime, limits, retention);
    }

    /** Returns these settings with other limits. */
    public StoreSettings withLimits(Limits newLimits) {
        return new StoreSettings(namespace, time, newLimits, retention);
    }

    /** Returns these settings with another retention. */
    public StoreSettings withRetention(Retention newRetention) {
        return new StoreSettings(namespace, time, limits, newRetention);
    }
}
