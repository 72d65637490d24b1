package dev.punctual.benchmarks;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.quartz.SchedulerException;

/**
 * The sides of a comparison on one PostgreSQL server, each in a database of its own. Closing it removes what they made.
 * Not thread-safe.
 */
final class PeerRow implements AutoCloseable {

    private final String serverUrl;
    private final int connections;
    private final List<Peer> peers = new ArrayList<>();

    PeerRow(String serverUrl, int connections) {
        this.serverUrl = serverUrl;
        this.connections = connections;
    }

    /** Adds Punctual with a worker of so many slots, and returns where it stores. */
    StorePlace addPunctual(int slots) {
        StorePlace place = SqlPlace.of(serverUrl);
        peers.add(new PunctualPeer(place, slots));
        return place;
    }

    /** Adds a peer. */
    void add(PeerName name) throws IOException, SQLException, SchedulerException {
        switch (name) {
            case DB_SCHEDULER -> peers.add(new DbSchedulerPeer(database("db_scheduler"), connections, false));
            case DB_SCHEDULER_TUNED ->
                peers.add(new DbSchedulerPeer(database("db_scheduler_tuned"), connections, true));
            case JOBRUNR -> peers.add(new JobRunrPeer(database("jobrunr"), connections));
            case QUARTZ -> peers.add(new QuartzPeer(database("quartz"), connections, false));
            case QUARTZ_TUNED -> peers.add(new QuartzPeer(database("quartz_tuned"), connections, true));
        }
    }

    List<Peer> peers() {
        return List.copyOf(peers);
    }

    PostgresDatabase database(String name) {
        return PostgresDatabase.ofThisRun(serverUrl, name);
    }

    @Override
    public void close() throws IOException, SQLException {
        for (Peer peer : peers) {
            peer.close();
        }
    }
}
