package dev.punctual.rocksdb;

import java.util.ArrayDeque;
import java.util.Deque;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;

/** A write step that fails when told to, before or after the batch has reached the log. */
final class FailingDisk implements CommittedEngine.WriteStep {

    /** How a write goes. */
    enum Mood {
        WELL,
        FAILS_BEFORE,
        FAILS_AFTER,
        BREAKS
    }

    private final Deque<Mood> moods = new ArrayDeque<>();
    private int writes;
    private int syncs;

    /** Says how the next writes go, one after another; after that they go well. */
    synchronized void next(Mood... next) {
        for (Mood mood : next) {
            moods.add(mood);
        }
    }

    synchronized int writes() {
        return writes;
    }

    synchronized int syncs() {
        return syncs;
    }

    @Override
    public synchronized void write(RocksDatabase database, WriteBatch batch, boolean sync) throws RocksDBException {
        Mood mood = moods.isEmpty() ? Mood.WELL : moods.remove();
        if (mood == Mood.FAILS_BEFORE) {
            throw noSpace();
        }
        if (mood == Mood.BREAKS) {
            throw new OutOfMemoryError("as if");
        }
        database.write(batch, sync);
        writes++;
        syncs += sync ? 1 : 0;
        if (mood == Mood.FAILS_AFTER) {
            throw noSpace();
        }
    }

    private static RocksDBException noSpace() {
        return new RocksDBException(
                "no space", new Status(Status.Code.IOError, Status.SubCode.NoSpace, "No space left on device"));
    }
}
