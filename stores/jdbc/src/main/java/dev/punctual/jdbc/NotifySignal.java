package dev.punctual.jdbc;

import dev.punctual.WakeupSignal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hints from other processes by LISTEN, on a connection of the pool that is kept for it. The connection is taken when
 * the first worker listens, and again {@value #AGAIN_SECONDS} s after it broke; what was missed meanwhile is made good
 * by a hint for everything. A hint only shortens a wait: nothing depends on this thread. Thread-safe.
 */
final class NotifySignal implements WakeupSignal {

    static final int AGAIN_SECONDS = 1;
    /** How long one wait for messages is, and so how soon the end of the store is noticed. */
    static final int WAIT_MILLIS = 500;
    /** After so many waits without a message the connection is tried, so that a cut link is found. */
    static final int TRIED_EVERY = 20;
    /** How long the end of the store waits for the connection to be given back. */
    static final int CLOSE_SECONDS = 2;

    private static final Logger LOG = LoggerFactory.getLogger(NotifySignal.class);

    private final DataSource dataSource;
    private final Hints hints;
    private final DueIndex index;
    private final String channel;
    private final int timeoutMillis;
    private final AtomicBoolean started = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Thread thread = new Thread(this::listen, "punctual-listen");

    NotifySignal(DataSource dataSource, Hints hints, DueIndex index, Duration timeout) {
        this.dataSource = dataSource;
        this.hints = hints;
        this.index = index;
        this.channel = hints.channel();
        this.timeoutMillis = Math.toIntExact(timeout.toMillis());
    }

    @Override
    public Subscription subscribe(Consumer<Hint> listener) {
        Subscription subscription = hints.board().subscribe(listener);
        if (started.compareAndSet(false, true)) {
            thread.setDaemon(true);
            thread.start();
        }
        return subscription;
    }

    private void listen() {
        boolean broken = false;
        while (closed.getCount() > 0) {
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(true);
                // Else a try on a link that is cut without a word would wait for ever.
                connection.setNetworkTimeout(Runnable::run, timeoutMillis);
                receive(connection, broken);
            } catch (SQLException | RuntimeException e) {
                if (closed.getCount() > 0) {
                    LOG.info("No hints from other processes for now ({}); polling goes on", e.getMessage());
                }
            }
            broken = true;
            pause();
        }
        ended.countDown();
    }

    private void receive(Connection connection, boolean missed) throws SQLException {
        try (Statement listen = connection.createStatement()) {
            try {
                receive(connection.unwrap(PGConnection.class), listen, missed);
            } finally {
                leave(listen);
            }
        }
    }

    private void receive(PGConnection postgres, Statement listen, boolean missed) throws SQLException {
        listen.execute("LISTEN " + channel);
        if (missed) {
            hints.missed();
        }
        for (int silent = 0; closed.getCount() > 0; silent++) {
            PGNotification[] messages = postgres.getNotifications(WAIT_MILLIS);
            if (messages != null && messages.length > 0) {
                silent = 0;
                for (PGNotification message : messages) {
                    pass(message.getParameter());
                }
            } else if (silent >= TRIED_EVERY) {
                silent = 0;
                listen.execute("SELECT 1");
            }
        }
    }

    /**
     * Nobody who gets the connection after us shall gather messages in it. It is also how the pool learns that a link
     * is broken, since waiting for messages goes past it.
     */
    private static void leave(Statement listen) {
        try {
            listen.execute("UNLISTEN *");
        } catch (SQLException e) {
            LOG.debug("The connection for hints is broken; the pool throws it away", e);
        }
    }

    private void pass(String message) {
        try {
            hints.received(message, index);
        } catch (RuntimeException e) {
            LOG.debug("A hint was not understood: {}", message, e);
        }
    }

    private void pause() {
        try {
            if (closed.await(AGAIN_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the connection is back in the pool, which its owner may be about to close. */
    void close() {
        closed.countDown();
        try {
            if (started.get() && !ended.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.debug("The thread for hints still waits for the server");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
