package dev.punctual.contract;

import dev.punctual.testing.ManualTime;

/**
 * What parts of the contract share that need time to be moved by hand, the wall clock also against the monotonic one.
 */
public interface HandMovedContract extends StoreContract {

    /** Returns the time that the store under test runs on. */
    ManualTime time();
}
