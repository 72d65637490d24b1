package dev.punctual.jdbc;

import dev.punctual.HintBoard;
import dev.punctual.Selector;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import dev.punctual.TaskStateMachine.Moment;
import dev.punctual.TimeSource;
import dev.punctual.WakeupSignal.Hint;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Says that something is due soon: to listeners in this process always, to other processes by NOTIFY on PostgreSQL if
 * it is due within the window. A later time needs no hint, a floor poll sees it first; and each NOTIFY makes commits
 * wait for one another, so far dues must not send any. Thread-safe.
 */
final class Hints {

    /** The smallest sort key that was written in a partition. */
    record Due(int part, Partition partition, long sortKey) {
        /** Returns what is sent to other processes. */
        String message() {
            return part + " " + sortKey;
        }

        Hint hint() {
            return new Hint(partition.queue(), partition.type(), partition.sinkKind(), sortKey);
        }
    }

    /** How far the clocks of this machine and of the server may be apart without a hint being left out. */
    private static final long DOUBT_MILLIS = 60_000;

    private final HintBoard board = new HintBoard();
    private final PartitionTable partitions;
    private final TimeSource time;
    private final String channel;
    private final long windowMillis;

    /**
     * Makes the hints.
     *
     * @param time the clock of this machine
     * @param channel the channel of NOTIFY; empty to tell this process only
     * @param window how soon something must be due to be told to other processes
     */
    Hints(PartitionTable partitions, TimeSource time, String channel, Duration window) {
        this.time = time;
        this.partitions = partitions;
        this.channel = channel;
        this.windowMillis = window.toMillis();
    }

    HintBoard board() {
        return board;
    }

    /** Returns the earliest waiting task of each partition among the records. */
    List<Due> dues(Collection<TaskRecord> written) {
        Map<Partition, Long> earliest = new HashMap<>();
        for (TaskRecord record : written) {
            if (record.state() == TaskState.SCHEDULED) {
                earliest.merge(Partition.of(record), record.sortKey(), Math::min);
            }
        }
        List<Due> dues = new ArrayList<>(earliest.size());
        earliest.forEach((partition, sortKey) -> dues.add(new Due(partitions.number(partition), partition, sortKey)));
        return dues;
    }

    /** Tells other processes, when the transaction of the connection commits. */
    void notify(Connection connection, List<Due> dues, Moment now) throws SQLException {
        if (channel.isEmpty()) {
            return;
        }
        for (Due due : dues) {
            if (due.sortKey() - now.millis() <= windowMillis) {
                try (PreparedStatement notify = connection.prepareStatement("SELECT pg_notify(?, ?)")) {
                    new Parameters(notify).text(channel).text(due.message());
                    notify.execute();
                }
            }
        }
    }

    /** Tells listeners in this process. */
    void tell(List<Due> dues) {
        board.send(dues.stream().map(Due::hint).toList());
    }

    /** Passes on what another process has told. */
    void received(String message, DueIndex index) {
        String[] parts = message.split(" ", -1);
        if (parts.length == 2) {
            int part = Integer.parseInt(parts[0]);
            long sortKey = Long.parseLong(parts[1]);
            index.lower(part, sortKey);
            tell(List.of(new Due(part, partitions.get(part), sortKey)));
        }
    }

    /** Tells listeners that anything may have become due: after a time in which messages could be lost. */
    void missed() {
        for (PartitionTable.Numbered numbered : partitions.of(Selector.any(), Selector.any())) {
            tell(List.of(new Due(numbered.number(), numbered.partition(), 0)));
        }
    }

    /**
     * Returns until when a task must be due to be told to other processes, by the clock of this machine with a minute's
     * doubt: a hint too many or too few only costs time.
     */
    long soonMillis() {
        return time.now().toEpochMilli() + windowMillis + DOUBT_MILLIS;
    }

    /** Returns the channel of NOTIFY; empty if other processes are not told. */
    String channel() {
        return channel;
    }

    /** Returns how soon something must be due to be told to other processes, in milliseconds. */
    long windowMillis() {
        return windowMillis;
    }
}
