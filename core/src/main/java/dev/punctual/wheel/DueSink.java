package dev.punctual.wheel;

/** Receives timers that are due. Called by whoever advances the wheel, on that thread. */
public interface DueSink {

    /**
     * Receives one timer. It no longer waits: its number may be used again as soon as this method adds another.
     *
     * @param timer the number of the timer
     * @param sequence the sequence number of the timer
     * @param deadlineMillis its deadline
     */
    void due(int timer, long sequence, long deadlineMillis);
}
