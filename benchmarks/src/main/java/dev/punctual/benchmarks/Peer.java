package dev.punctual.benchmarks;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * Something that runs tasks later: Punctual on a store, or another library. All are measured through these calls, so
 * that the same is counted in the same way.
 *
 * <p>The calls to schedule and to cancel are thread-safe, the others are not.
 */
interface Peer extends AutoCloseable {

    /** Returns its name, for example {@code db-scheduler}. */
    String name();

    /** Returns how it is set up, in a few words; {@code default} if nothing was changed. */
    String setting();

    /** Schedules one task by the call that users make for one task; returns when it is stored. */
    void schedule(Job job) throws Exception;

    /** Schedules tasks by the call that the library offers for many, if it has one. */
    void scheduleAll(List<Job> jobs) throws Exception;

    /** Cancels one task; answers whether it did. */
    boolean cancel(String id) throws Exception;

    /** Cancels tasks by the call that the library offers for many, or else one by one; answers how many. */
    int cancelAll(List<String> ids) throws Exception;

    /** Begins to run what is due. */
    void start(PayloadHandler handler) throws Exception;

    /** Stops running; what was scheduled stays. */
    void stop() throws Exception;

    /** Returns how many bytes everything that is stored occupies: the name of each part, such as an index, to bytes. */
    Map<String, Long> storedBytes() throws Exception;

    /** Removes everything that is stored. Not while it runs. */
    void clear() throws Exception;

    /** Stops, and removes what it created. */
    @Override
    void close() throws IOException, SQLException;
}
