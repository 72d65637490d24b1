package dev.punctual.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Runs whole command lines with tiny numbers. */
class BenchCommandTest {

    private static final List<String> TINY = List.of(
            "--warmups", "0",
            "--repetitions", "1",
            "--seconds", "0.05",
            "--callers", "1,4",
            "--batches", "10",
            "--n", "200",
            "--pending", "300",
            "--cancels", "100",
            "--rate", "100",
            "--span", "0.2",
            "--patience", "30",
            "--delays", "0.1,0.4",
            "--lead", "0.3");

    private static final String[] OF_PUNCTUAL = {
        "schedule accepted_tasks_per_second",
        "drain run_tasks_per_second",
        "drain early_tasks",
        "drain missing_tasks",
        "drain repeated_tasks",
        "lateness lateness_min_ms",
        "lateness lateness_p50_ms",
        "lateness lateness_p99_ms",
        "lateness lateness_max_ms",
        "lateness accepted_tasks_per_second",
        "lateness early_tasks",
        "lateness missing_tasks",
        "lateness repeated_tasks",
        "pending bytes_per_pending_task",
        "pending claim_p50_ms",
        "pending claim_p99_ms",
        "pending empty_claim_p50_ms",
        "pending empty_claim_p99_ms",
        "cancel cancelled_tasks_per_second"
    };

    @TempDir
    private Path folder;

    @Test
    void memory_measuresEveryScenario() {
        BenchRun run = tiny("--store", "memory:");

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.figures("punctual")).containsExactly(OF_PUNCTUAL);
        assertThat(run.lines()).allSatisfy(BenchCommandTest::isWhole);
    }

    @Test
    void rocksDb_isMeasuredBesideItsEngine_andLeavesNothing() {
        Path data = folder.resolve("data");

        BenchRun run = tiny("--store", "rocksdb:" + data);

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.figures("punctual")).containsExactly(OF_PUNCTUAL);
        assertThat(run.figures("raw engine")).containsExactly("schedule accepted_tasks_per_second");
        assertThat(run.lines()).allSatisfy(BenchCommandTest::isWhole);
        assertThat(run.lines())
                .filteredOn(line -> line.path("scenario").asString().equals("schedule")
                        && line.path("peer").asString().equals("punctual"))
                .isNotEmpty()
                .allSatisfy(
                        line -> assertThat(line.path("share_of_raw").asDouble()).isPositive());
        assertThat(data).doesNotExist();
    }

    @Test
    void h2InAFile_isMeasuredBesideItself_andLeavesNothing() {
        Path data = folder.resolve("new").resolve("data");

        BenchRun run = tiny("--store", "jdbc:h2:" + data, "--lead", "3");

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.figures("punctual")).containsExactly(OF_PUNCTUAL);
        assertThat(run.figures("raw engine")).containsExactly("schedule accepted_tasks_per_second");
        assertThat(run.lines()).allSatisfy(BenchCommandTest::isWhole);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void h2OverTheNetwork_isRefused() {
        BenchRun run = BenchRun.of("--store", "jdbc:h2:tcp://127.0.0.1/x");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("in memory and in a file").doesNotContain("127.0.0.1");
    }

    @Test
    void fillingThatTakesTooLong_isEnded_andTheLinesSaySo() {
        BenchRun run = tiny("--store", "memory:", "--scenario", "drain,pending,cancel", "--longest", "0.000000001");

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.err()).contains("took 1 of 300 tasks in");
        assertThat(run.lines())
                .filteredOn(line -> !line.path("figure").asString().contains("claim"))
                .isNotEmpty()
                .allSatisfy(line ->
                        assertThat(line.path("sizes").path("pending").asInt()).isOne());
        assertThat(run.lines())
                .filteredOn(line -> line.path("scenario").asString().equals("drain"))
                .isNotEmpty()
                .allSatisfy(line ->
                        assertThat(line.path("sizes").path("due").asInt()).isOne());
    }

    @Test
    void loadThatCannotBeAccepted_isGivenUp() {
        BenchRun run = tiny(
                "--store",
                "memory:",
                "--scenario",
                "lateness",
                "--rate",
                "10000000",
                "--span",
                "0.02",
                "--patience",
                "0.04");

        assertThat(run.exit()).isEqualTo(ExitCode.TROUBLE);
        assertThat(run.lines())
                .singleElement()
                .satisfies(
                        line -> assertThat(line.path("failure").asString()).contains("tasks were accepted in 0.06 s"));
    }

    @Test
    void mariaDbWithoutItsProgram_isNamed(@TempDir Path empty) throws IOException {
        assertThatThrownBy(() -> OwnMariaDb.program("mariadbd", Map.of("MARIADB_HOME", empty.toString())))
                .isInstanceOf(BenchFailure.class)
                .hasMessageContaining("mariadbd")
                .hasMessageContaining("in MARIADB_HOME")
                .hasMessageContaining("apt install mariadb-server");
        Path program = Files.createDirectory(empty.resolve("bin")).resolve("mariadbd");
        assertThat(Files.createFile(program).toFile().setExecutable(true)).isTrue();
        assertThat(OwnMariaDb.program("mariadbd", Map.of("MARIADB_HOME", empty.toString())))
                .isEqualTo(program);
    }

    @Test
    void storeThatFiresEarly_fails() {
        BenchRun run = tiny("--store", "early:", "--scenario", "lateness");

        assertThat(run.exit()).isEqualTo(ExitCode.BROKEN);
        assertThat(run.err()).contains("promise broken").contains("tasks ran early");
        assertThat(run.lines())
                .filteredOn(line -> line.path("figure").asString().equals("early_tasks"))
                .singleElement()
                .satisfies(line -> assertThat(line.path("median").asDouble()).isPositive());
    }

    @Test
    void storeThatDrainsEarly_fails() {
        assertThat(tiny("--store", "early:", "--scenario", "drain").exit()).isEqualTo(ExitCode.BROKEN);
    }

    @Test
    void missingStore_isNamed() {
        BenchRun run = BenchRun.of();

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith("punctual: --store is missing").contains("--store memory:");
    }

    @Test
    void unknownStore_isNamed() {
        BenchRun run = BenchRun.of("--store", "floppy:a");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("floppy:").contains("rocksdb:");
    }

    @Test
    void unknownScenario_isNamed() {
        BenchRun run = BenchRun.of("--store", "memory:", "--scenario", "nap");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--scenario").contains("nap").contains("lateness");
    }

    @Test
    void numberOutOfBounds_isNamed() {
        BenchRun run = BenchRun.of("--store", "memory:", "--callers", "0");

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--callers: [0] is out of bounds");
    }

    @Test
    void directoryInUse_isLeftAlone() throws IOException {
        Path file = Files.writeString(folder.resolve("precious"), "x");

        BenchRun run = BenchRun.of("--store", "rocksdb:" + folder);

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("is not empty");
        assertThat(file).exists();
    }

    @Test
    void help_showsScenariosAndExitCodes() {
        BenchRun run = BenchRun.of("--help");

        assertThat(run.exit()).isZero();
        assertThat(run.out()).contains("--store", "schedule", "lateness", "a task ran early");
    }

    private static BenchRun tiny(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        for (int at = 0; at < TINY.size(); at += 2) {
            // What a test asks for itself comes first.
            if (!all.contains(TINY.get(at))) {
                all.addAll(TINY.subList(at, at + 2));
            }
        }
        return BenchRun.of(all.toArray(String[]::new));
    }

    private static void isWhole(JsonNode line) {
        for (String field : List.of("scenario", "detail", "store", "peer", "setting", "figure")) {
            assertThat(line.path(field).asString()).as(field).isNotEmpty();
        }
        for (String field : List.of("median", "min", "max", "n", "warmups", "repetitions", "cpu_us_per_task")) {
            assertThat(line.path(field).isNumber()).as(field + " in " + line).isTrue();
        }
        assertThat(line.path("runs").size())
                .isEqualTo(line.path("repetitions").asInt())
                .isPositive();
        JsonNode conditions = line.path("conditions");
        for (String field : List.of("cores", "cpu", "kernel", "memory_mib", "load_average")) {
            assertThat(conditions.path("machine").has(field)).as(field).isTrue();
        }
        assertThat(conditions.path("versions").path("rocksdbjni").asString()).matches("[0-9.]+");
        assertThat(conditions.path("settings").has("slots")).isTrue();
        assertThat(conditions.path("command").asString()).startsWith("./punctual bench --store");
        assertThat(conditions.path("jdk").asString()).isNotEmpty();
        assertThat(conditions.path("date").asString()).endsWith("Z");
    }
}
