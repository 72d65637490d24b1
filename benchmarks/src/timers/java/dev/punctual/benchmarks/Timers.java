package dev.punctual.benchmarks;

/** A structure of timers, as all of them are measured: timers are numbered from 0 on by whoever adds them. */
interface Timers extends AutoCloseable {

    /** Adds the timer of a number that was not used before, due at that wall time. */
    void add(int number, long deadlineMillis);

    /** Cancels a timer; answers whether it waited. */
    boolean cancel(int number);

    /** Lets the timers that are due at that wall time fire, if somebody has to; others fire by themselves. */
    void advance(long nowMillis);

    /** Returns how many have fired. */
    long fired();

    @Override
    void close();
}
