package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What receivers may do to the sender: lead it elsewhere, keep it waiting, or never end. */
class WebhookSenderTest {

    private static final byte[] BODY = "x".getBytes(StandardCharsets.UTF_8);
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n";

    private final ScheduledThreadPoolExecutor watch = new ScheduledThreadPoolExecutor(1);
    private final ExecutorService receivers = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        watch.shutdownNow();
        receivers.shutdownNow();
    }

    private WebhookSender sender(boolean allowPrivate, Duration limit) {
        return new WebhookSender(new WebhookTargets(allowPrivate), 1, watch, limit);
    }

    /** What was checked when the task was scheduled may lead elsewhere by now: the sender looks again. */
    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:", "http://localhost:", "http://[::1]:"})
    void refusedAddresses_areNotConnectedTo(String prefix) {
        try (Receiver receiver = new Receiver();
                WebhookSender sender = sender(false, WebhookSender.TIMEOUT)) {
            HttpPost request = new HttpPost(prefix + receiver.url("").replaceAll(".*:", "") + "/");
            request.setHeader("punctual-id", "x");
            assertThatThrownBy(() -> sender.post(request, BODY))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("private network");
            assertThat(receiver.calls("x")).isEmpty();
        }
    }

    /** Single bytes keep every time-out between two reads from ever being reached. */
    @Test
    void anAnswerThatTrickles_isCutOffAtTheLimit() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                WebhookSender sender = sender(true, Duration.ofMillis(500))) {
            receivers.execute(() -> answer(socket, 1, 20));
            HttpPost request = new HttpPost("http://127.0.0.1:" + socket.getLocalPort() + "/");
            assertThatThrownBy(() -> sender.post(request, BODY))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("500 ms");
        }
    }

    @Test
    void anAnswerWithoutEnd_countsByItsStatus() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                WebhookSender sender = sender(true, Duration.ofSeconds(30))) {
            receivers.execute(() -> answer(socket, 8_192, 0));
            HttpPost request = new HttpPost("http://127.0.0.1:" + socket.getLocalPort() + "/");
            WebhookSender.Answer answer = sender.post(request, BODY);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.excerpt()).hasSize(1_024);
        }
    }

    /** The receiver has closed before the sender gets to know: what comes next must not be sent into the void. */
    @Test
    void aConnectionClosedAfterItsAnswer_isNotUsedAgain() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
                WebhookSender sender = sender(true, Duration.ofSeconds(30))) {
            for (int i = 0; i < 10; i++) {
                Future<?> closed = receivers.submit(() -> answerAndClose(socket));
                HttpPost request = new HttpPost("http://127.0.0.1:" + socket.getLocalPort() + "/");
                assertThat(sender.post(request, BODY).status()).isEqualTo(204);
                closed.get(30, TimeUnit.SECONDS);
            }
        }
    }

    /** Answers one request as if the connection stayed open, reads it to its end, and closes. */
    private static Void answerAndClose(ServerSocket socket) throws IOException {
        try (Socket connection = socket.accept()) {
            InputStream in = connection.getInputStream();
            while (in.read() != BODY[0] || in.available() > 0) {
                // The body is one byte, and the last one sent.
            }
            connection.getOutputStream().write("HTTP/1.1 204 X\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        return null;
    }

    /** Answers one request with a body that goes on until the sender has had enough. */
    private static void answer(ServerSocket socket, int bytes, int pauseMillis) {
        try (Socket connection = socket.accept()) {
            // The end of the connection, noticed while waiting to read, also ends the pause.
            connection.setSoTimeout(Math.max(1, pauseMillis));
            OutputStream out = connection.getOutputStream();
            out.write(HEAD.getBytes(StandardCharsets.US_ASCII));
            while (true) {
                out.write("a".repeat(bytes).getBytes(StandardCharsets.US_ASCII));
                out.flush();
                pause(connection);
            }
        } catch (IOException e) {
            // The sender has gone: that is what the test waits for.
        }
    }

    private static void pause(Socket connection) throws IOException {
        try {
            connection.getInputStream().read();
        } catch (SocketTimeoutException e) {
            // Time to send on.
        }
    }
}
