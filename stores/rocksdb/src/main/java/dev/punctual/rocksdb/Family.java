package dev.punctual.rocksdb;

import dev.punctual.embedded.Section;
import java.nio.charset.StandardCharsets;

/** The column families of a store. Their names and order are part of the disk format. */
enum Family {
    /** Id to record, as {@link dev.punctual.TaskRecordFormat} writes it. */
    TASKS("tasks"),
    /** Waiting tasks; one section a partition. */
    DUE("due"),
    /** Running tasks; one section. */
    RUNNING("running"),
    /** Finished records; one section a state. */
    FINISHED("finished"),
    /** Waiting tasks that have an expiry; one section. */
    EXPIRING("expiring"),
    /** Name to numbers. */
    VALUES("values");

    private final String label;

    Family(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    byte[] labelBytes() {
        return label.getBytes(StandardCharsets.US_ASCII);
    }

    static Family of(Section section) {
        return switch (section.index()) {
            case DUE -> DUE;
            case FINISHED -> FINISHED;
            case EXPIRING -> EXPIRING;
            case RUNNING -> RUNNING;
        };
    }
}
