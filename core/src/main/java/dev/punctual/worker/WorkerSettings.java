package dev.punctual.worker;

import dev.punctual.TaskClient;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import java.time.Duration;

/** What the roles of a worker need to know. */
record WorkerSettings(
        TaskStore store,
        TaskClient client,
        TimeSource time,
        String name,
        int slots,
        Duration lease,
        Duration floorPoll,
        Duration grace,
        Duration timeLimit) {}
