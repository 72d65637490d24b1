package dev.punctual.benchmarks;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.server.util.timer.SystemTimer;
import org.apache.kafka.server.util.timer.TimerTask;

/** Its clock is advanced by a thread of ours, as Kafka does it; it hands tasks to a thread of its own. */
final class KafkaTimers implements Timers {

    private static final long WAIT_MILLIS = 200;

    private final SystemTimer timer = new SystemTimer("benchmark");
    private final TimerTask[] tasks;
    private final AtomicLong fired = new AtomicLong();
    private final Thread driver;
    private volatile boolean closed;

    KafkaTimers(int count) {
        tasks = new TimerTask[count];
        driver = new Thread(this::drive, "kafka-timers");
        driver.setDaemon(true);
        driver.start();
    }

    private void drive() {
        try {
            while (!closed) {
                timer.advanceClock(WAIT_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Task extends TimerTask {
        private final AtomicLong fired;

        Task(long delayMillis, AtomicLong fired) {
            super(delayMillis);
            this.fired = fired;
        }

        @Override
        public void run() {
            fired.incrementAndGet();
        }
    }

    @Override
    public void add(int number, long deadlineMillis) {
        tasks[number] = new Task(deadlineMillis - System.currentTimeMillis(), fired);
        timer.add(tasks[number]);
    }

    @Override
    public boolean cancel(int number) {
        tasks[number].cancel();
        return true;
    }

    @Override
    public void advance(long nowMillis) {
        // The driver does.
    }

    @Override
    public long fired() {
        return fired.get();
    }

    @Override
    public void close() {
        closed = true;
        driver.interrupt();
        timer.close();
    }
}
