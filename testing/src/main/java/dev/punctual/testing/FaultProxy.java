package dev.punctual.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy on 127.0.0.1 in front of a server, which does to connections what bad networks do: refuse, reset, hang,
 * lose the answer, break off in the middle of a message, be slow.
 *
 * <p>Faults are switched at any time and add up; {@link #restore} ends all of them. They hold for the connections of
 * all clients of this proxy: give a client a proxy of its own to break its connections alone.
 *
 * <p>Where a connection is <em>reset</em>, the client meets a TCP reset, not an orderly end.
 *
 * <p><b>Caveats.</b> What one side has sent already may sit in buffers of the system on its way to this proxy: a stall
 * holds it back, a reset loses it.
 *
 * <p>Thread-safe. Its threads are daemons and end with {@link #close}.
 */
public final class FaultProxy implements AutoCloseable {

    /** Below the ports from which connections start, so that nobody takes this one while it is cut. */
    private static final int PORT_MIN = 20_000;

    private static final int PORT_MAX = 32_000;
    private static final int WAITING_MAX = 128;

    private final InetSocketAddress target;
    private final int port;
    private final Faults faults = new Faults();
    private final Set<ProxiedConnection> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong connections = new AtomicLong();
    private @Nullable Listening listening;
    private boolean closed;

    private FaultProxy(InetSocketAddress target, ServerSocket listener) {
        this.target = target;
        this.port = listener.getLocalPort();
    }

    /**
     * Starts a proxy in front of a server, on a free port of 127.0.0.1. The server need not run yet: while it does not,
     * connections are taken and then reset.
     *
     * @param host the server's name or address
     * @param port the server's port
     * @throws UncheckedIOException if no port is free
     */
    public static FaultProxy start(String host, int port) {
        ServerSocket listener = listenAnywhere();
        FaultProxy proxy = new FaultProxy(new InetSocketAddress(host, port), listener);
        proxy.accept(listener);
        return proxy;
    }

    private static ServerSocket listenAnywhere() {
        for (int round = 0; ; round++) {
            try {
                return listen(ThreadLocalRandom.current().nextInt(PORT_MIN, PORT_MAX));
            } catch (IOException e) {
                if (round == WAITING_MAX) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket listener = new ServerSocket();
        try {
            listener.setReuseAddress(true);
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), WAITING_MAX);
            return listener;
        } catch (IOException e) {
            listener.close();
            throw e;
        }
    }

    private synchronized void accept(ServerSocket listener) {
        listening = new Listening(listener, thread(() -> acceptAll(listener)));
    }

    private Thread thread(Runnable work) {
        Thread thread = new Thread(work, "fault-proxy-" + port);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void acceptAll(ServerSocket listener) {
        try {
            while (true) {
                take(new ProxiedConnection(listener.accept(), faults));
            }
        } catch (IOException e) {
            // The listener is closed: by a cut, or for good.
        }
    }

    private void take(ProxiedConnection connection) {
        connections.incrementAndGet();
        open.add(connection);
        thread(() -> serve(connection));
    }

    private void serve(ProxiedConnection connection) {
        try {
            if (connection.connect(target)) {
                thread(() -> connection.pump(Direction.TO_CLIENT));
                connection.pump(Direction.TO_SERVER);
                connection.awaitEnd();
            }
        } finally {
            open.remove(connection);
        }
    }

    /** The port of 127.0.0.1 that clients connect to; it stays the same over cuts. */
    public int port() {
        return port;
    }

    /** Resets all connections and refuses new ones, until {@link #restore}: the server is gone. */
    public void cut() {
        stopListening();
        resetAll();
    }

    private void stopListening() {
        Listening last;
        synchronized (this) {
            last = listening;
            listening = null;
        }
        if (last != null) {
            ProxiedConnection.closeQuietly(last.socket());
            last.awaitEnd();
        }
    }

    /**
     * Ends all faults: connections are taken again, and bytes pass at once.
     *
     * @throws IllegalStateException if this proxy is closed
     * @throws UncheckedIOException if another process has taken the port meanwhile
     */
    public synchronized void restore() {
        if (closed) {
            throw new IllegalStateException("the proxy is closed");
        }
        faults.clear();
        if (listening == null) {
            try {
                accept(listen(port));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Resets the connections that are open now, on both sides; new ones work. */
    public void resetAll() {
        open.forEach(ProxiedConnection::reset);
        faults.wake();
    }

    /**
     * Forwards nothing from now on, until {@link #resume}, and keeps connections open: a half-open link. New
     * connections are taken and hang as well.
     */
    public void stall() {
        faults.stall(true);
    }

    /** Ends a stall: what was held back goes on its way. */
    public void resume() {
        faults.stall(false);
    }

    /**
     * Loses answers, until {@link #restore}: requests reach the server whole, and the first answer that comes back over
     * a connection is thrown away and the connection is reset. The client cannot know what the server did.
     *
     * <p>A server may begin to answer before it has done all of a request; it still gets the whole request and an
     * orderly end of the connection.
     */
    public void dropAnswers() {
        faults.dropAnswers(Integer.MAX_VALUE);
    }

    /** Loses the next answer that comes back over any connection, as {@link #dropAnswers} does; later ones pass. */
    public void dropNextAnswer() {
        faults.dropAnswers(1);
    }

    /**
     * Holds back everything in one direction for a while. Pieces of up to 64 KiB of one connection wait one after the
     * other, so this limits the throughput as well.
     *
     * @param delay zero or more; {@link Duration#ZERO} ends the delay
     * @throws IllegalArgumentException if the delay is negative
     */
    public void delay(Direction direction, Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative, was " + delay);
        }
        faults.delay(direction, delay);
    }

    /**
     * Resets one connection at an exact byte: the one that carries the byte with which this proxy has forwarded so many
     * bytes in one direction, counted from now over all connections. It happens once. The bytes before arrive; the
     * server then meets an orderly end, the client a reset.
     *
     * @param bytes 0 or more; with 0, the next connection that carries a byte is reset before it
     * @throws IllegalArgumentException if the number is negative
     */
    public void resetAfterBytes(Direction direction, long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must not be negative, was " + bytes);
        }
        faults.resetAfter(direction, bytes);
    }

    /**
     * Resets every connection that is opened from now on at a byte of its own, as {@link #resetAfterBytes} does, until
     * {@link #restore}.
     *
     * @param bytes asked once for every new connection; answers how many bytes pass in that direction
     */
    public void resetEachConnectionAfterBytes(Direction direction, LongSupplier bytes) {
        faults.resetEachAfter(direction, bytes);
    }

    /** How many connections have been taken so far. */
    public long connections() {
        return connections.get();
    }

    /** How many connections are open now. */
    public int openConnections() {
        return open.size();
    }

    /** How many bytes have been forwarded in one direction so far. */
    public long bytes(Direction direction) {
        return faults.forwarded(direction);
    }

    /** Resets all connections and refuses new ones, for good. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        cut();
    }

    /** A socket, and the thread that takes connections from it. */
    private record Listening(ServerSocket socket, Thread thread) {

        /** The system goes on taking connections until the thread is back from its last wait for one. */
        void awaitEnd() {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Which way bytes go. */
    public enum Direction {
        /** Requests. */
        TO_SERVER,
        /** Answers. */
        TO_CLIENT
    }
}
