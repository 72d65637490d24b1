package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A body that does not come must not hold a thread of the server for long. */
class SlowBodyTest {

    @Test
    @Timeout(60)
    void bodyThatDoesNotCome_isGivenUp() throws IOException {
        try (PunctualServer server = PunctualServer.start("--store", "memory:", "--port", "0");
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), server.url().getPort())) {
            socket.setSoTimeout((int) Duration.ofSeconds(30).toMillis());
            String head = "POST /v1/tasks HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 100\r\n\r\n{";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            // Ends with the connection; a server that waits on would run into the time-out of the read.
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).doesNotStartWith("HTTP/1.1 2").doesNotContain("Exception", "at dev.punctual");
        }
    }
}
