package dev.punctual.benchmarks;

import dev.punctual.TaskId;
import dev.punctual.TimeSource;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One task to be given to a {@link Peer}: the same for all of them. Thread-safe. */
final class Job {

    /** Bytes of every payload; they say which task of which measurement this is, and are random behind that. */
    static final int PAYLOAD_BYTES = 100;

    /** How far ahead tasks are due that must not run during a measurement. */
    static final Duration FAR = Duration.ofHours(6);

    private static final int FAR_SPREAD_MILLIS = 3_600_000;

    private final String id;
    private final long dueMillis;
    private final byte[] payload;

    private Job(String id, long dueMillis, byte[] payload) {
        this.id = id;
        this.dueMillis = dueMillis;
        this.payload = payload;
    }

    /**
     * What a payload says.
     *
     * @param run the measurement
     * @param number the task's number within it
     * @param dueMillis its due time
     */
    record Stamp(int run, int number, long dueMillis) {
        static Stamp of(byte[] payload) {
            ByteBuffer bytes = ByteBuffer.wrap(payload);
            return new Stamp(bytes.getInt(), bytes.getInt(), bytes.getLong());
        }
    }

    /** Returns a job of that stamp, with random bytes behind it. */
    static Job of(Stamp stamp, SplittableRandom random) {
        byte[] payload = new byte[PAYLOAD_BYTES];
        random.nextBytes(payload);
        ByteBuffer.wrap(payload).putInt(stamp.run()).putInt(stamp.number()).putLong(stamp.dueMillis());
        return new Job(TaskId.generate(TimeSource.system()).value(), stamp.dueMillis(), payload);
    }

    /** Returns a job that is due in {@link #FAR} and up to an hour more. */
    static Job far(SplittableRandom random) {
        long due = Instant.now().plus(FAR).toEpochMilli() + random.nextInt(FAR_SPREAD_MILLIS);
        return of(new Stamp(Ledger.NO_RUN, 0, due), random);
    }

    /** Returns so many jobs that are due in hours. */
    static List<Job> far(int count, SplittableRandom random) {
        List<Job> jobs = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            jobs.add(far(random));
        }
        return jobs;
    }

    /** Returns its id: 36 characters, a UUID of version 7. */
    String id() {
        return id;
    }

    /** Returns its payload; nobody changes it. */
    byte[] payload() {
        return payload;
    }

    Instant due() {
        return Instant.ofEpochMilli(dueMillis);
    }
}
