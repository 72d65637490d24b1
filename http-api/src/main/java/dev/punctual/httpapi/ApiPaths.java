package dev.punctual.httpapi;

/** The paths of the API, version 1. Thread-safe. */
public final class ApiPaths {

    /** Schedule one (POST) and list (GET). */
    public static final String TASKS = "/v1/tasks";
    /** Schedule many (POST). */
    public static final String BATCH = TASKS + "/batch";
    /** Queues with their counts (GET). */
    public static final String QUEUES = "/v1/queues";
    /** Whether the server and its store are well (GET). */
    public static final String HEALTH = "/actuator/health";
    /** What follows the path of a task to make it due now (POST). */
    public static final String RUN_NOW = "/run-now";
    /** What follows the path of a dead task to send it again (POST). */
    public static final String REDRIVE = "/redrive";
    /** What follows the path of a queue to pause it (POST). */
    public static final String PAUSE = "/pause";
    /** What follows the path of a queue to resume it (POST). */
    public static final String RESUME = "/resume";

    private ApiPaths() {}

    /** Returns the path of the task with this id: get (GET), reschedule (PATCH), cancel (DELETE). */
    public static String task(String id) {
        return TASKS + "/" + PathId.encode(id);
    }

    /** Returns the path of this queue. */
    public static String queue(String queue) {
        return QUEUES + "/" + queue;
    }
}
