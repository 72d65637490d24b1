package dev.punctual.benchmarks;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.TypeConversionException;

/** The other libraries by the names that the command line knows. */
enum PeerName {
    /** db-scheduler as it comes. */
    DB_SCHEDULER,
    /** db-scheduler tuned for a high rate and a short delay. */
    DB_SCHEDULER_TUNED,
    /** JobRunr's open source edition. */
    JOBRUNR,
    /** Quartz with its clustered store, otherwise as it comes. */
    QUARTZ,
    /** Quartz with its clustered store, fetching many triggers at once. */
    QUARTZ_TUNED;

    /** Returns the peer of that name; picocli calls this. */
    static PeerName parse(String name) {
        for (PeerName known : values()) {
            if (known.toString().equals(name)) {
                return known;
            }
        }
        throw new TypeConversionException("there is no peer " + name + "; there are " + List.of(values()));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
