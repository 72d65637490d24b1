package dev.punctual.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.benchmarks.Job.Stamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** Runs the peers on a PostgreSQL of our own, with tiny numbers. Takes half a minute: only with {@code -Ppeers}. */
@Tag("peers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PeersTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    private OwnPostgres postgres;

    @BeforeAll
    void startPostgres() {
        postgres = new OwnPostgres();
    }

    @AfterAll
    void stopPostgres() {
        postgres.close();
    }

    @Test
    void everyPeer_runsWhatIsDue_butNotWhatWasCancelled() throws Exception {
        try (PeerRow row = new PeerRow(postgres.url(), 4)) {
            for (PeerName name : PeerName.values()) {
                row.add(name);
            }
            List<Peer> peers = new ArrayList<>(row.peers());
            // As it comes, db-scheduler polls every 10 s; the tuned one goes through the same code.
            peers.removeIf(
                    peer -> peer.name().equals("db-scheduler") && peer.setting().startsWith("default"));
            List<Ledger> ledgers = new ArrayList<>();
            for (Peer peer : peers) {
                ledgers.add(startWithThreeOfFive(peer));
            }
            for (Peer peer : peers) {
                Ledger ledger = ledgers.get(peers.indexOf(peer));
                assertThat(ledger.await(LONGEST)).as(peer.name()).isTrue();
                assertThat(ledger.repeated()).as(peer.name()).isZero();
                peer.stop();
            }
        }
    }

    /** Gives the peer five tasks, cancels the last two, and starts it. */
    private static Ledger startWithThreeOfFive(Peer peer) throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        long due = System.currentTimeMillis() + 1_000;
        List<Job> jobs = new ArrayList<>();
        for (int number = 0; number < 5; number++) {
            // The ledger knows three numbers; the cancelled ones would be counted as repeated.
            jobs.add(Job.of(new Stamp(1, number % 3, due), random));
        }
        peer.schedule(jobs.get(0));
        peer.scheduleAll(jobs.subList(1, 5));
        assertThat(peer.cancel(jobs.get(3).id())).as(peer.name()).isTrue();
        assertThat(peer.cancelAll(List.of(jobs.get(4).id()))).as(peer.name()).isEqualTo(1);
        Ledger ledger = new Ledger(1, 3);
        peer.start(ledger);
        return ledger;
    }

    @Test
    void comparison_hasEveryPeerInEveryDetail() {
        String line = "peers --alone --scenario schedule,pending,cancel --warmups 0 --repetitions 1 --seconds 0.05"
                + " --callers 2 --batches 10 --pending 300 --cancels 20 --connections 4 --url " + postgres.url();
        BenchRun run = BenchRun.of(line.split(" "));

        assertThat(run.exit()).as(run.err()).isZero();
        for (String peer : List.of("db-scheduler", "jobrunr", "quartz")) {
            assertThat(run.figures(peer))
                    .as(peer)
                    .contains(
                            "schedule accepted_tasks_per_second",
                            "pending bytes_per_pending_task",
                            "cancel cancelled_tasks_per_second")
                    .anySatisfy(figure -> assertThat(figure).startsWith("pending bytes_per_pending_task of index "));
        }
        assertThat(run.lines()).allSatisfy(PeersTest::tellsOfPostgres);
    }

    private static void tellsOfPostgres(JsonNode line) {
        assertThat(line.path("median").asDouble())
                .as(line.path("figure").asString())
                .isPositive();
        JsonNode conditions = line.path("conditions");
        assertThat(conditions.path("settings").path("postgresql.fsync").asString())
                .isEqualTo("on");
        assertThat(conditions
                        .path("settings")
                        .path("postgresql.synchronous_commit")
                        .asString())
                .isEqualTo("on");
        assertThat(conditions.path("versions").path("quartz").asString()).matches("[0-9.]+");
        assertThat(conditions.path("command").asString())
                .contains("--url jdbc:postgresql://...")
                .doesNotContain("127.0.0.1");
    }

    @Test
    void postgresOfItsOwn_leavesNothing() throws IOException {
        measuresAndLeavesNothing("postgresql:");
    }

    /** MariaDB's server must be installed: both with it and without it the command leaves nothing. */
    @Test
    void mariaDbOfItsOwn_leavesNothing_andIsAskedForWhereItIsMissing() throws IOException {
        if (mariaDbIsHere()) {
            measuresAndLeavesNothing("mariadb:");
            return;
        }
        List<Path> before = folders();

        BenchRun run = BenchRun.of("--store", "mariadb:", "--scenario", "schedule");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("install MariaDB's server", "MARIADB_HOME");
        assertThat(folders()).containsExactlyElementsOf(before);
    }

    private static boolean mariaDbIsHere() {
        try {
            return Files.isExecutable(OwnMariaDb.program("mariadbd", System.getenv()));
        } catch (BenchFailure e) {
            return false;
        }
    }

    private static void measuresAndLeavesNothing(String store) throws IOException {
        List<Path> before = folders();

        BenchRun run = BenchRun.of(("--scenario schedule,pending --warmups 0 --repetitions 1 --seconds 0.05 --callers 2"
                        + " --batches 10 --pending 300 --store " + store)
                .split(" "));

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.figures("punctual"))
                .anySatisfy(figure -> assertThat(figure).startsWith("pending bytes_per_pending_task of "));
        assertThat(run.figures("raw engine")).containsExactly("schedule accepted_tasks_per_second");
        assertThat(folders()).containsExactlyElementsOf(before);
    }

    private static List<Path> folders() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(path -> path.getFileName().toString().startsWith("punctual-bench-"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void unreachablePostgres_isNamed() {
        BenchRun run = BenchRun.of("peers", "--alone", "--url", "jdbc:postgresql://127.0.0.1:1/x?user=me");

        assertThat(run.exit()).isEqualTo(ExitCode.TROUBLE);
        assertThat(run.err()).contains("PostgreSQL cannot be reached");
    }

    @Test
    void unknownPeer_isNamed() {
        BenchRun run = BenchRun.of("peers", "--peer", "cron");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("there is no peer cron; there are [db-scheduler, db-scheduler-tuned,");
    }
}
