package dev.punctual.rocksdb;

import dev.punctual.StoreException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What RocksDB says, in words for whoever runs it. Thread-safe. */
final class Trouble {

    static final String STORE = "rocksdb";

    private Trouble() {}

    /** Returns the exception for a read that failed; nothing was done. */
    static StoreException reading(RocksDBException e) {
        return damaged(e)
                ? new StoreException(STORE, damage(e), StoreException.Kind.FATAL, e)
                : new StoreException(
                        STORE, "the disk could not be read (" + words(e) + ")", StoreException.Kind.UNAVAILABLE, e);
    }

    static boolean damaged(RocksDBException e) {
        return e.getStatus() != null && e.getStatus().getCode() == Status.Code.Corruption;
    }

    static String damage(RocksDBException e) {
        return "the data on disk is damaged (" + words(e)
                + "); stop the process, keep a copy of the directory, check the disk and restore the last backup";
    }

    /** Returns the words of the exception, RocksDB's own if they are from there, on one line. */
    static String words(Throwable e) {
        Status status = e instanceof RocksDBException of ? of.getStatus() : null;
        String state = status == null ? null : status.getState();
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        String words = state == null || state.isBlank() ? message : state;
        return words.strip().replaceAll("\\s+", " ");
    }
}
