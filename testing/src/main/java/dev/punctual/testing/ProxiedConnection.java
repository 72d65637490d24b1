package dev.punctual.testing;

import dev.punctual.testing.FaultProxy.Direction;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;

/**
 * One connection through a {@link FaultProxy}: two sockets, and two pumps between them that two threads run.
 *
 * <p>An orderly end of one side is passed on to the other, and so is a reset. A client is <em>abandoned</em> when it
 * meets a reset that the server must not see: the server could lose what it has not read yet.
 */
final class ProxiedConnection {

    private static final int CONNECT_MILLIS_MAX = 10_000;
    private static final int PIECE_BYTES_MAX = 64 * 1024;

    private final Socket client;
    private final Socket server = new Socket();
    private final Faults faults;
    private final CountDownLatch pumps = new CountDownLatch(2);
    private volatile boolean over;
    private volatile boolean abandoned;

    ProxiedConnection(Socket client, Faults faults) {
        this.client = client;
        this.faults = faults;
    }

    /** Connects to the server; returns false, with the client's side reset, if that cannot be. */
    boolean connect(InetSocketAddress target) {
        if (!faults.awaitPassage(Direction.TO_SERVER, () -> over)) {
            reset();
            return false;
        }
        try {
            server.connect(target, CONNECT_MILLIS_MAX);
            server.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            return true;
        } catch (IOException e) {
            reset();
            return false;
        }
    }

    /** Carries bytes in one direction until there are no more. */
    void pump(Direction direction) {
        try {
            copy(direction);
        } catch (IOException e) {
            // A socket is gone, or was reset by its peer.
            if (!abandoned) {
                boolean unused = faults.awaitPassage(direction, () -> over);
                reset();
            }
        } finally {
            if (abandoned && direction == Direction.TO_CLIENT) {
                drain();
            }
            pumps.countDown();
        }
    }

    private void copy(Direction direction) throws IOException {
        InputStream in = from(direction).getInputStream();
        byte[] piece = new byte[PIECE_BYTES_MAX];
        long left = faults.bytesOfNewConnection(direction);
        for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
            if (!faults.awaitPassage(direction, () -> over)) {
                return;
            }
            Faults.Passage passage = faults.pass(direction, read, left);
            to(direction).getOutputStream().write(piece, 0, passage.bytes());
            left -= passage.bytes();
            if (passage.thenReset()) {
                abandonClient();
                return;
            }
        }
        if (faults.awaitPassage(direction, () -> over)) {
            to(direction).shutdownOutput();
        }
    }

    private Socket from(Direction direction) {
        return direction == Direction.TO_SERVER ? client : server;
    }

    private Socket to(Direction direction) {
        return direction == Direction.TO_SERVER ? server : client;
    }

    private void abandonClient() throws IOException {
        abandoned = true;
        resetOne(client);
        server.shutdownOutput();
    }

    /** Reads on what the server sends: an end with unread bytes would be a reset to it. */
    private void drain() {
        try {
            server.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The server has ended the connection in its own way.
        }
    }

    /** Resets both sides. */
    void reset() {
        over = true;
        resetOne(client);
        resetOne(server);
    }

    private static void resetOne(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // Closed already.
        }
        closeQuietly(socket);
    }

    /** Waits until both pumps have ended, and frees the sockets. */
    void awaitEnd() {
        try {
            pumps.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            over = true;
            closeQuietly(client);
            closeQuietly(server);
        }
    }

    static void closeQuietly(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            // There is nothing left to do about it.
        }
    }
}
