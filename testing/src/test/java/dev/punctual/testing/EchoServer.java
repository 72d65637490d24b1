package dev.punctual.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends back every byte, and remembers what it got over each connection and how that ended. */
final class EchoServer implements AutoCloseable {

    private static final int WAIT_SECONDS_MAX = 20;

    private final ServerSocket listener;
    private final BlockingQueue<String> pieces = new LinkedBlockingQueue<>();
    private final BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();

    private EchoServer(ServerSocket listener) {
        this.listener = listener;
    }

    static EchoServer start() throws IOException {
        EchoServer server = new EchoServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        thread(server::acceptAll);
        return server;
    }

    private static void thread(Runnable work) {
        Thread thread = new Thread(work, "echo");
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptAll() {
        try {
            while (true) {
                Socket socket = listener.accept();
                thread(() -> echo(socket));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void echo(Socket connection) {
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        boolean inOrder = false;
        try (connection) {
            InputStream in = connection.getInputStream();
            byte[] piece = new byte[1_000];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                received.write(piece, 0, read);
                pieces.add(new String(piece, 0, read, StandardCharsets.UTF_8));
                connection.getOutputStream().write(piece, 0, read);
            }
            inOrder = true;
        } catch (IOException e) {
            // A reset.
        }
        ended.add(new Ended(received.toString(StandardCharsets.UTF_8), inOrder));
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Returns the next piece that arrived over any connection. */
    String piece() throws InterruptedException {
        return orFail(pieces.poll(WAIT_SECONDS_MAX, TimeUnit.SECONDS));
    }

    boolean hasPiece() {
        return !pieces.isEmpty();
    }

    /** Returns the next connection that has ended. */
    Ended ended() throws InterruptedException {
        return orFail(ended.poll(WAIT_SECONDS_MAX, TimeUnit.SECONDS));
    }

    private static <T> T orFail(@Nullable T found) {
        if (found == null) {
            throw new AssertionError("nothing came within " + WAIT_SECONDS_MAX + " s");
        }
        return found;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    /**
     * A connection that has ended.
     *
     * @param received all that came over it
     * @param inOrder whether the other side ended it in order; else it was reset
     */
    record Ended(String received, boolean inOrder) {}
}
