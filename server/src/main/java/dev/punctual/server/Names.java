package dev.punctual.server;

import dev.punctual.Payload;
import dev.punctual.TaskSpec;

/** Names of queues and types, refused as the core refuses them. Thread-safe. */
final class Names {

    private static final TaskSpec ANY = TaskSpec.of("any", Payload.EMPTY);

    private Names() {}

    static String requireQueue(String name) {
        return ANY.withQueue(name).queue();
    }

    static String requireType(String name) {
        return TaskSpec.of(name, Payload.EMPTY).type();
    }
}
