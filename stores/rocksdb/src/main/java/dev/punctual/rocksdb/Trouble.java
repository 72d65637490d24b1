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

    /** Returns RocksDB's own words on one line. */
    static String words(RocksDBException e) {
        String state = e.getStatus() == null ? null : e.getStatus().getState();
        String words = state == null || state.isBlank() ? String.valueOf(e.getMessage()) : state;
        return words.strip().replaceAll("\\s+", " ");
    }
}
