package dev.punctual.server.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.server.crash.Receiver.Delivery;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Field case A02 (and A01) on the real thing: the server as a process of its own, 5,000 tasks over HTTP, ten times
 * {@code kill -9} while they fire. Every acknowledged task runs, none early, and only what ran at a kill runs twice.
 */
final class A02_KillNineTest {

    private static final int TASKS = 5_000;
    private static final int BATCH = 250;
    private static final int KILLS = 10;
    /** As many deliveries as the server makes at once; what runs twice at a kill is at most these. */
    private static final int SLOTS = 64;

    private static final Duration HANG = Duration.ofMinutes(2);

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final List<Long> kills = new ArrayList<>();
    private final Set<String> acknowledged = new HashSet<>();

    @TempDir
    private Path directory;

    @Test
    void A02_killedTenTimesWhileTasksFire_runsEveryAcknowledgedTask() throws Exception {
        try (Receiver receiver = new Receiver();
                ServerProcess server = new ServerProcess(directory)) {
            server.start();
            for (int round = 0; round <= KILLS; round++) {
                schedule(server, receiver, round);
                if (round < KILLS) {
                    killWhileTasksFire(server, receiver);
                }
            }
            assertThat(acknowledged).hasSize(TASKS);
            Awaitility.await()
                    .atMost(HANG)
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> receiver.deliveries().size() >= TASKS && allSucceeded(server));
            check(receiver);
        }
    }

    /** Schedules a share of the tasks, due within the next seconds; what gets no answer is sent again under its id. */
    private void schedule(ServerProcess server, Receiver receiver, int round) throws IOException {
        int from = TASKS / (KILLS + 1) * round;
        int to = round == KILLS ? TASKS : TASKS / (KILLS + 1) * (round + 1);
        for (int first = from; first < to; first += BATCH) {
            StringBuilder tasks = new StringBuilder("{\"tasks\":[");
            for (int i = first; i < Math.min(to, first + BATCH); i++) {
                tasks.append(i == first ? "" : ",").append(task(i, receiver.url()));
            }
            HttpResponse<String> answer =
                    server.post("/v1/tasks/batch", tasks.append("]}").toString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).doesNotContain("\"error\"");
            for (int i = first; i < Math.min(to, first + BATCH); i++) {
                acknowledged.add("order-" + i);
            }
        }
    }

    private String task(int number, String url) {
        int delay = random.nextInt(6_000);
        return "{\"id\":\"order-" + number + "\",\"type\":\"order.cancel\",\"delay\":\"" + delay
                + "ms\",\"payload\":{\"order\":"
                + number
                + "},\"retry\":{\"maxLosses\":20,\"firstDelay\":\"100ms\"},\"deliverTo\":{\"webhook\":{\"url\":\""
                + url + "\"}}}";
    }

    /** Waits until deliveries are coming in, then kills in the midst of them. */
    private void killWhileTasksFire(ServerProcess server, Receiver receiver) throws Exception {
        int more = 1 + random.nextInt(200);
        int before = receiver.deliveries().size();
        Awaitility.await()
                .atMost(HANG)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> receiver.deliveries().size() >= Math.min(acknowledged.size() - 1, before + more));
        server.kill();
        kills.add(System.nanoTime());
        server.start();
    }

    private static boolean allSucceeded(ServerProcess server) throws IOException {
        String queues = server.get("/v1/queues").body().replace(" ", "");
        return queues.contains("\"SUCCEEDED\":" + TASKS);
    }

    private void check(Receiver receiver) {
        assertThat(receiver.deliveries().keySet())
                .as("seed %d", seed)
                .containsExactlyInAnyOrderElementsOf(acknowledged);
        int repeats = 0;
        for (List<Delivery> runs : receiver.deliveries().values()) {
            for (int i = 0; i < runs.size(); i++) {
                assertThat(runs.get(i).earlyMillis()).as("early, in ms").isLessThanOrEqualTo(0);
                if (i > 0) {
                    repeats++;
                    Delivery earlier = runs.get(i - 1);
                    Delivery later = runs.get(i);
                    assertThat(later.token())
                            .as("a later run has a larger token")
                            .isGreaterThan(earlier.token());
                    assertThat(kills)
                            .as("a kill lies between two runs of one task, seed %d", seed)
                            .anyMatch(kill -> kill - earlier.atNanos() > 0 && later.atNanos() - kill > 0);
                }
            }
        }
        assertThat(repeats).as("runs repeated after a kill").isLessThanOrEqualTo(KILLS * SLOTS * 2);
    }
}
