package dev.punctual;

/**
 * Names one claim of one task.
 *
 * @param id the task
 * @param token the token of the claim
 */
public record LeaseRef(TaskId id, long token) {}
