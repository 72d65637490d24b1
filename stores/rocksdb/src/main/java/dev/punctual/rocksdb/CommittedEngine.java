package dev.punctual.rocksdb;

import dev.punctual.StoreException;
import dev.punctual.StoreSettings;
import dev.punctual.TimeSource;
import dev.punctual.WakeupSignal.Hint;
import dev.punctual.embedded.TaskEngine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine with its database: runs a group of calls, writes what they changed as one atomic batch, and recovers from
 * both kinds of trouble.
 *
 * <p>A call that breaks off half-way spoils the batch: the batch is dropped, the engine is read anew from disk, and the
 * other calls run again. A write that fails leaves the outcome unknown: its calls are told so, and from then on what
 * would change anything is refused until the database could be opened again. A failed sync is never repeated, as the
 * system may have dropped what it could not write. Meanwhile calls that only look go on with the database as it was
 * before that write, which holds nothing that was not committed; it is closed when there is room to open it anew.
 *
 * <p>Called by one thread at a time.
 */
final class CommittedEngine {

    /** Writes a batch to the database; tests let it fail. */
    interface WriteStep {
        void write(RocksDatabase database, WriteBatch batch, boolean sync) throws RocksDBException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(CommittedEngine.class);

    private final RocksOpener opener;
    private final TimeSource time;
    private final WriteStep step;
    private final List<Hint> hints = new ArrayList<>();
    private RocksDatabase database;
    private RocksTables tables;
    private TaskEngine engine;
    private @Nullable Outage outage;
    /** Whether the database is open: through an outage too, as long as it can be read. */
    private boolean open = true;

    /** Opens the database; on failure nothing is left open. */
    CommittedEngine(RocksOpener opener, StoreSettings settings, WriteStep step) {
        this.opener = opener;
        this.time = settings.time();
        this.step = step;
        opener.acquire();
        try {
            database = opener.open();
            try {
                tables = new RocksTables(database);
                engine = new TaskEngine(tables, settings);
            } catch (Throwable e) {
                database.close();
                throw e;
            }
        } catch (Throwable e) {
            opener.release();
            throw e;
        }
    }

    /**
     * Runs calls in order and commits what they changed.
     *
     * @return how many were taken into the commit, at least one; each of these has its answer
     */
    int commit(List<Call<?>> group) {
        if (outage != null && !recover()) {
            look(group);
            return group.size();
        }
        while (true) {
            int taken = run(group);
            if (taken > 0) {
                write(group.subList(0, taken));
                return taken;
            }
            if (!reread()) {
                refuse(group);
                return group.size();
            }
        }
    }

    /** Returns the hints of what was committed since the last call. */
    List<Hint> takeHints() {
        List<Hint> taken = List.copyOf(hints);
        hints.clear();
        return taken;
    }

    /** Runs calls until the batch is full; answers how many, or 0 if one spoilt the batch. */
    private int run(List<Call<?>> group) {
        int taken = 0;
        for (Call<?> call : group) {
            taken++;
            if (!call.failed() && !run(call)) {
                return 0;
            }
            if (tables.bytes() >= RocksCommitter.GROUP_BYTES_MAX) {
                break;
            }
        }
        return taken;
    }

    /** Runs a call; answers false if it broke off after it had changed something. */
    private boolean run(Call<?> call) {
        long before = tables.changes();
        try {
            call.run(engine);
        } catch (IllegalArgumentException | StoreException e) {
            call.fail(e);
        } catch (Throwable e) {
            LOG.error("An operation met an unexpected error; nothing of it was done", e);
            call.fail(new StoreException(
                    Trouble.STORE, "unexpected error, nothing was done: " + e, StoreException.Kind.REFUSED, e));
        }
        boolean changed = tables.changes() != before;
        call.changed(changed);
        return !(call.failed() && changed);
    }

    private void write(List<Call<?>> calls) {
        try (WriteBatch batch = database.newBatch()) {
            if (!fill(batch, calls)) {
                return;
            }
            boolean sync = false;
            for (Call<?> call : calls) {
                sync |= call.mustBeSynced();
            }
            step.write(database, batch, sync);
            tables.committed();
            hints.addAll(engine.takeHints());
        } catch (RocksDBException | RuntimeException | Error e) {
            goDown(e);
            failWritten(calls, e);
        }
    }

    /**
     * Puts the changes into the batch; answers false if there are none, or if that failed and the calls were told so.
     */
    private boolean fill(WriteBatch batch, List<Call<?>> calls) {
        try {
            engine.storeValues();
            if (tables.changes() == 0) {
                return false;
            }
            tables.fill(batch);
            return true;
        } catch (RocksDBException | RuntimeException | Error e) {
            LOG.error("A batch could not be put together; nothing of it was done", e);
            failUnwritten(calls, e);
            reread();
            return false;
        }
    }

    private static void failUnwritten(List<Call<?>> calls, Throwable e) {
        for (Call<?> call : calls) {
            if (!call.failed()) {
                call.fail(new StoreException(
                        Trouble.STORE, "unexpected error, nothing was done: " + e, StoreException.Kind.REFUSED, e));
            }
        }
    }

    /** What only read may have read what was not kept, so it has no answer either. */
    private static void failWritten(List<Call<?>> calls, Throwable e) {
        for (Call<?> call : calls) {
            if (!call.failed()) {
                call.fail(
                        call.changed()
                                ? new StoreException(
                                        Trouble.STORE,
                                        "the write failed (" + Trouble.words(e)
                                                + "), it may or may not have been carried out",
                                        StoreException.Kind.OUTCOME_UNKNOWN,
                                        e)
                                : new StoreException(
                                        Trouble.STORE,
                                        "the disk failed (" + Trouble.words(e) + "); nothing was done",
                                        StoreException.Kind.UNAVAILABLE,
                                        e));
            }
        }
    }

    /** While the store is down: answers what only looks, if the database can still be read, and refuses the rest. */
    private void look(List<Call<?>> calls) {
        for (Call<?> call : calls) {
            if (open && call.onlyLooks()) {
                run(call);
                // After a step back of the clock even a look puts the due index right: not now.
                if (tables.changes() != 0) {
                    readAsItWas();
                }
            }
        }
        refuse(calls.stream().filter(call -> !(open && call.onlyLooks())).toList());
    }

    /** Begins anew from the database that cannot be written any more; closes it if it cannot be read either. */
    private void readAsItWas() {
        tables.discard();
        try {
            engine = engine.reread(tables);
        } catch (RuntimeException | Error e) {
            LOG.warn("The store in {} cannot be read either: {}", opener.directory(), Trouble.words(e), e);
            closeAsItWas();
        }
    }

    private void closeAsItWas() {
        if (open) {
            open = false;
            database.close();
        }
    }

    private void refuse(List<Call<?>> calls) {
        for (Call<?> call : calls) {
            if (!call.failed() && outage != null) {
                call.fail(outage.refusal());
            }
        }
    }

    /** Drops the batch and begins anew from what is on disk; answers false if that could not be read. */
    private boolean reread() {
        tables.discard();
        try {
            engine = engine.reread(tables);
            return true;
        } catch (RuntimeException | Error e) {
            goDown(e);
            return false;
        }
    }

    private void goDown(Throwable cause) {
        LOG.error(
                "The store in {} is down: {}. Changes are refused until it can be opened again, which is tried with the"
                        + " calls that come, at most every {} s; what is there can be read",
                opener.directory(),
                Trouble.words(cause),
                Outage.WAIT_NANOS_MAX / 1_000_000_000L,
                cause);
        outage = Outage.begins(cause, time.nanoTime());
        readAsItWas();
    }

    /** Tries to open the database again, if it is time; answers whether it is open. */
    private boolean recover() {
        Outage now = outage;
        if (now == null) {
            return true;
        }
        if (!now.over(time.nanoTime())) {
            return false;
        }
        try {
            reopen();
            outage = null;
            LOG.info("The store in {} is open again", opener.directory());
            return true;
        } catch (RuntimeException e) {
            outage = now.goesOn(e, time.nanoTime());
            LOG.warn("The store in {} cannot be opened again yet: {}", opener.directory(), e.getMessage());
            return false;
        }
    }

    private void reopen() {
        if (open) {
            // It is closed only for a disk that takes something again: otherwise nothing could be read any more.
            opener.requireRoom();
            closeAsItWas();
        }
        RocksDatabase opened = opener.open();
        try {
            RocksTables openedTables = new RocksTables(opened);
            engine = engine.reread(openedTables);
            tables = openedTables;
            database = opened;
            open = true;
        } catch (Throwable e) {
            opened.close();
            throw e;
        }
    }

    void close() {
        if (outage == null) {
            closeDatabase();
        } else {
            closeAsItWas();
        }
        opener.release();
    }

    private void closeDatabase() {
        try {
            database.sync();
        } catch (RocksDBException e) {
            LOG.warn("The log could not be synced at closing: {}", Trouble.words(e), e);
        } finally {
            database.close();
        }
    }
}
