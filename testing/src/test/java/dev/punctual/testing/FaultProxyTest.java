package dev.punctual.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.testing.FaultProxy.Direction;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every fault is seen from both ends of a connection. */
class FaultProxyTest {

    private static final int GUARD_MILLIS = 20_000;

    private EchoServer server;
    private FaultProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = EchoServer.start();
        proxy = FaultProxy.start("127.0.0.1", server.port());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    private Socket connect() throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        client.setSoTimeout(GUARD_MILLIS);
        client.setTcpNoDelay(true);
        return client;
    }

    private static void send(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String receive(Socket client, int bytes) throws IOException {
        return new String(client.getInputStream().readNBytes(bytes), StandardCharsets.UTF_8);
    }

    private static void echoes(Socket client, String text) throws IOException {
        send(client, text);
        assertThat(receive(client, text.length())).isEqualTo(text);
    }

    private static void isReset(Socket client) {
        assertThatThrownBy(() -> receive(client, 1))
                .isInstanceOf(SocketException.class)
                .isNotInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void withoutFault_bytesPassBothWaysAndAreCounted() throws Exception {
        try (Socket client = connect()) {
            echoes(client, "hello");
            echoes(client, "you");
            client.shutdownOutput();
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(server.ended()).isEqualTo(new EchoServer.Ended("helloyou", true));
        assertThat(proxy.bytes(Direction.TO_SERVER)).isEqualTo(8);
        assertThat(proxy.bytes(Direction.TO_CLIENT)).isEqualTo(8);
        assertThat(proxy.connections()).isEqualTo(1);
    }

    @Test
    void withoutFault_largeContentPassesUnchanged() throws Exception {
        String text = "0123456789".repeat(50_000);
        try (Socket client = connect()) {
            Thread sender = new Thread(() -> {
                try {
                    send(client, text);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            sender.start();
            assertThat(receive(client, text.length())).isEqualTo(text);
            sender.join();
        }
    }

    @Test
    void resetByTheClient_reachesTheServerAsAReset() throws Exception {
        try (Socket client = connect()) {
            echoes(client, "hello");
            client.setSoLinger(true, 0);
        }
        assertThat(server.ended()).isEqualTo(new EchoServer.Ended("hello", false));
    }

    @Test
    void cut_resetsConnectionsAndRefusesNewOnes_untilRestored() throws Exception {
        try (Socket client = connect()) {
            echoes(client, "hello");

            proxy.cut();

            isReset(client);
            assertThat(server.ended().inOrder()).isFalse();
            assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
        }
        proxy.restore();

        try (Socket client = connect()) {
            echoes(client, "again");
        }
    }

    @Test
    void resetAll_endsPresentConnectionsOnly() throws Exception {
        try (Socket first = connect();
                Socket second = connect()) {
            echoes(first, "hello");
            echoes(second, "hello");

            proxy.resetAll();

            isReset(first);
            isReset(second);
            assertThat(server.ended().inOrder()).isFalse();
            assertThat(server.ended().inOrder()).isFalse();
        }
        try (Socket client = connect()) {
            echoes(client, "again");
        }
        assertThat(proxy.connections()).isEqualTo(3);
    }

    @Test
    void stall_holdsBackBothWaysAndNewConnections_untilResumed() throws Exception {
        try (Socket client = connect()) {
            echoes(client, "hello");
            assertThat(server.piece()).isEqualTo("hello");

            proxy.stall();
            send(client, "later");
            try (Socket hanging = connect()) {
                send(hanging, "new");
                hanging.setSoTimeout(200);
                assertThatThrownBy(() -> receive(hanging, 1)).isInstanceOf(SocketTimeoutException.class);
                assertThat(server.hasPiece()).isFalse();

                proxy.resume();

                hanging.setSoTimeout(GUARD_MILLIS);
                assertThat(receive(hanging, 3)).isEqualTo("new");
                assertThat(receive(client, 5)).isEqualTo("later");
            }
        }
    }

    @Test
    void stall_isEndedByAResetOfTheStalledConnection() throws Exception {
        try (Socket client = connect()) {
            echoes(client, "hello");
            proxy.stall();
            send(client, "lost");

            proxy.resetAll();

            isReset(client);
            assertThat(server.ended()).isEqualTo(new EchoServer.Ended("hello", false));
        }
    }

    @Test
    void stall_keepsFromTheServerThatTheClientIsGone() throws Exception {
        try (Socket client = connect()) {
            echoes(client, "hello");
            proxy.stall();
        }
        assertThat(proxy.openConnections()).isEqualTo(1);

        proxy.resume();

        assertThat(server.ended()).isEqualTo(new EchoServer.Ended("hello", true));
    }

    @Test
    void dropAnswers_letsTheRequestArriveAndResetsTheClient() throws Exception {
        try (Socket client = connect()) {
            echoes(client, "hello");
            proxy.dropAnswers();

            send(client, "done?");

            isReset(client);
            assertThat(server.ended()).isEqualTo(new EchoServer.Ended("hellodone?", true));
        }
        try (Socket client = connect()) {
            send(client, "again?");
            isReset(client);
        }
        proxy.restore();

        try (Socket client = connect()) {
            echoes(client, "hello");
        }
    }

    @Test
    void dropNextAnswer_losesOneOnly() throws Exception {
        proxy.dropNextAnswer();
        try (Socket client = connect()) {
            send(client, "done?");
            isReset(client);
        }
        assertThat(server.ended()).isEqualTo(new EchoServer.Ended("done?", true));

        try (Socket client = connect()) {
            echoes(client, "again");
        }
    }

    @Test
    void delay_holdsBackEachDirectionAndEndsAtZero() throws Exception {
        Duration delay = Duration.ofMillis(150);
        try (Socket client = connect()) {
            for (Direction direction : Direction.values()) {
                proxy.delay(direction, delay);
                long began = System.nanoTime();
                echoes(client, "slow");
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(delay);
                proxy.delay(direction, Duration.ZERO);
            }
            echoes(client, "quick");
        }
        assertThatThrownBy(() -> proxy.delay(Direction.TO_CLIENT, delay.negated()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void resetAfterBytes_towardsTheServer_letsExactlySoManyArriveOnce() throws Exception {
        proxy.resetAfterBytes(Direction.TO_SERVER, 3);
        try (Socket client = connect()) {
            send(client, "hello");
            assertThat(server.ended()).isEqualTo(new EchoServer.Ended("hel", true));
            assertThatThrownBy(() -> receive(client, 5)).isInstanceOf(SocketException.class);
        }
        try (Socket client = connect()) {
            echoes(client, "hello");
        }
        assertThat(proxy.bytes(Direction.TO_SERVER)).isEqualTo(8);
    }

    @Test
    void resetAfterBytes_towardsTheClient_letsExactlySoManyArriveOnAnOpenConnection() throws Exception {
        try (Socket client = connect()) {
            echoes(client, "hello");
            proxy.resetAfterBytes(Direction.TO_CLIENT, 4);
            echoes(client, "abc");

            send(client, "def");

            assertThat(server.ended()).isEqualTo(new EchoServer.Ended("helloabcdef", true));
            isResetAfter(client, "d");
            assertThat(proxy.bytes(Direction.TO_CLIENT)).isEqualTo(9);
        }
    }

    /** A reset may overtake what was sent before it. */
    private static void isResetAfter(Socket client, String text) throws IOException {
        try {
            assertThat(receive(client, text.length())).isEqualTo(text);
        } catch (SocketException e) {
            return;
        }
        isReset(client);
    }

    @Test
    void resetAfterBytes_ofNone_resetsBeforeTheFirst() throws Exception {
        proxy.resetAfterBytes(Direction.TO_SERVER, 0);
        try (Socket client = connect()) {
            send(client, "hello");
            isReset(client);
        }
        assertThat(server.ended()).isEqualTo(new EchoServer.Ended("", true));
        assertThatThrownBy(() -> proxy.resetAfterBytes(Direction.TO_SERVER, -1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void resetEachConnectionAfterBytes_asksOnceAConnection_untilRestored() throws Exception {
        Iterator<Long> places = List.of(2L, 4L).iterator();
        proxy.resetEachConnectionAfterBytes(Direction.TO_SERVER, places::next);
        for (String arrived : List.of("he", "hell")) {
            try (Socket client = connect()) {
                send(client, "hello");
                assertThat(server.ended()).isEqualTo(new EchoServer.Ended(arrived, true));
            }
        }
        proxy.restore();

        try (Socket client = connect()) {
            echoes(client, "hello");
        }
    }

    @Test
    void serverThatDoesNotRun_resetsTheClient() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (FaultProxy early = FaultProxy.start("127.0.0.1", port);
                Socket client = new Socket(InetAddress.getLoopbackAddress(), early.port())) {
            client.setSoTimeout(GUARD_MILLIS);
            isReset(client);
        }
    }

    @Test
    void close_endsEverythingForGood() throws Exception {
        try (Socket client = connect()) {
            echoes(client, "hello");

            proxy.close();

            isReset(client);
        }
        assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
        assertThatThrownBy(proxy::restore).isInstanceOf(IllegalStateException.class);
    }
}
