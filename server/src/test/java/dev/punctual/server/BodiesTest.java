package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.httpapi.ProblemType;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BodiesTest {

    @RegisterExtension
    static final TestServer SERVER = new TestServer();

    @Test
    void largeBodies_shareTheRoom_andAreToldToComeBack() {
        Bodies bodies = new Bodies(0, Duration.ofMillis(1));
        String answer = bodies.within(Bodies.BATCH_BYTES_MAX, () -> {
            assertThatThrownBy(() -> bodies.within(Bodies.SINGLE_BYTES_MAX, () -> "too many"))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            e -> assertThat(e.problem().type()).isEqualTo(ProblemType.OVERLOADED.urn()));
            return bodies.within(1_000, () -> "small ones pass");
        });
        assertThat(answer).isEqualTo("small ones pass");
        assertThat(bodies.within(Bodies.BATCH_BYTES_MAX, () -> "free again")).isEqualTo("free again");
    }

    /** Bodies announced and never sent must not keep small requests out. */
    @Test
    void largeBodiesThatNeverCome_keepNobodyOut() throws Exception {
        List<Socket> waiting = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                Socket socket = new Socket(
                        SERVER.server().url().getHost(), SERVER.server().url().getPort());
                OutputStream out = socket.getOutputStream();
                out.write(("POST /v1/tasks/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                + "Content-Length: " + Bodies.BATCH_BYTES_MAX + "\r\n\r\n{")
                        .getBytes(StandardCharsets.US_ASCII));
                out.flush();
                waiting.add(socket);
            }
            String task = "{\"type\":\"t\",\"delay\":\"1h\",\"payload\":1}";
            assertThat(SERVER.post("/v1/tasks", task).status()).isEqualTo(201);
        } finally {
            for (Socket socket : waiting) {
                socket.close();
            }
        }
    }
}
