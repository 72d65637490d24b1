package dev.punctual.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the launcher {@code ./punctual} in a source tree of its own, with stand-ins for Java and Maven. */
class LauncherTest {

    private static final String JAVA_17 = """
            #!/bin/sh
            case "$1" in
              -version) echo 'openjdk version "17.0.9" 2023-10-17' >&2 ;;
              *) echo "java $*"; exit 7 ;;
            esac
            """;

    private static final String JAVA_8 = "#!/bin/sh\necho 'java version \"1.8.0_392\"' >&2\n";

    private static final String MVN = """
            #!/bin/sh
            echo "mvn $*"
            case "$*" in
              *"-pl benchmarks -am"*)
                mkdir -p benchmarks/target
                touch benchmarks/target/punctual-benchmarks.jar ;;
              *"-pl server,cli -am"*)
                mkdir -p server/target cli/target
                touch server/target/punctual-server.jar cli/target/punctual-cli.jar ;;
            esac
            """;

    private static final String BROKEN_MVN = "#!/bin/sh\necho 'this is why'\nexit 1\n";

    /** What the launcher itself calls; nothing else is on its path. */
    private static final List<String> TOOLS = List.of(
            "bash",
            "dirname",
            "env",
            "find",
            "head",
            "ln",
            "mkdir",
            "readlink",
            "rm",
            "sed",
            "sh",
            "sleep",
            "tail",
            "touch");

    @TempDir
    private Path folder;

    private Path tree;
    private Path tools;

    @BeforeEach
    void layOut() throws IOException {
        tree = Files.createDirectories(folder.resolve("some where"));
        tools = Files.createDirectories(folder.resolve("tools"));
        Path launcher = tree.resolve("punctual");
        Files.copy(Repository.ours().root().resolve("punctual"), launcher);
        makeExecutable(launcher);
        Files.createDirectories(tree.resolve("core/src/main/java"));
        Files.writeString(tree.resolve("core/src/main/java/A.java"), "class A {}\n");
        for (String tool : TOOLS) {
            install(tool, "#!/bin/sh\nexec " + where(tool) + " \"$@\"\n");
        }
    }

    @Test
    void firstUse_buildsThenRuns() throws Exception {
        install("java", JAVA_17);
        install("javac", "#!/bin/sh\n");
        install("mvn", MVN);

        Run run = launch(tree.resolve("punctual"), "list", "--state", "a b");

        assertThat(run.exit()).isEqualTo(7);
        assertThat(run.output())
                .contains("Building Punctual (first use, about a minute) ...")
                .contains("-Dpunctual.server.jar=" + tree.toRealPath() + "/server/target/punctual-server.jar")
                .contains("cli/target/punctual-cli.jar list --state a b");
    }

    @Test
    void serve_runsTheServer() throws Exception {
        installBuilt();

        Run run = launch(tree.resolve("punctual"), "serve", "--port", "0");

        assertThat(run.exit()).isEqualTo(7);
        assertThat(run.output())
                .contains("server/target/punctual-server.jar --port 0")
                .doesNotContain("Building");
    }

    @Test
    void bench_buildsAndRunsTheBenchmarks() throws Exception {
        install("java", JAVA_17);
        install("javac", "#!/bin/sh\n");
        install("mvn", MVN);

        Run run = launch(tree.resolve("punctual"), "bench", "peers", "--n", "5");

        assertThat(run.exit()).isEqualTo(7);
        assertThat(run.output())
                .contains("Building Punctual (first use, about a minute) ...")
                .contains("benchmarks/target/punctual-benchmarks.jar peers --n 5");
        assertThat(tree.resolve("server/target")).doesNotExist();
    }

    @Test
    void otherCommands_doNotBuildTheBenchmarks() throws Exception {
        install("java", JAVA_17);
        install("javac", "#!/bin/sh\n");
        install("mvn", MVN);

        launch(tree.resolve("punctual"), "demo");

        assertThat(tree.resolve("cli/target/punctual-cli.jar")).exists();
        assertThat(tree.resolve("benchmarks/target")).doesNotExist();
    }

    @Test
    void link_findsTheTree() throws Exception {
        installBuilt();
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("some where/punctual"));
        Path linkToLink = Files.createSymbolicLink(folder.resolve("p"), link);

        Run run = launch(linkToLink, "get", "x");

        assertThat(run.output()).contains(tree.toRealPath() + "/cli/target/punctual-cli.jar get x");
    }

    @Test
    void changedSource_buildsAgain() throws Exception {
        installBuilt();
        install("javac", "#!/bin/sh\n");
        install("mvn", MVN);
        Files.setLastModifiedTime(
                tree.resolve("core/src/main/java/A.java"), FileTime.from(Instant.parse("2100-01-01T00:00:00Z")));

        assertThat(launch(tree.resolve("punctual"), "list").output()).contains("Building Punctual (sources changed)");
    }

    @Test
    void oldJava_isNamed() throws Exception {
        install("java", JAVA_8);

        Run run = launch(tree.resolve("punctual"), "list");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.output()).contains("Java 17 or newer is needed").contains("install a newer JDK");
    }

    @Test
    void missingJava_isNamed() throws Exception {
        Run run = launch(tree.resolve("punctual"), "list");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.output()).contains("Java is missing; install a JDK 17 or newer");
    }

    @Test
    void missingMaven_isNamed() throws Exception {
        install("java", JAVA_17);

        Run run = launch(tree.resolve("punctual"), "list");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.output()).contains("Maven is needed to build Punctual and is missing");
    }

    @Test
    void missingCompiler_isNamed() throws Exception {
        install("java", JAVA_17);
        install("mvn", MVN);

        Run run = launch(tree.resolve("punctual"), "list");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.output()).contains("a runtime without a compiler");
    }

    @Test
    void failedBuild_showsItsLog() throws Exception {
        install("java", JAVA_17);
        install("javac", "#!/bin/sh\n");
        install("mvn", BROKEN_MVN);

        Run run = launch(tree.resolve("punctual"), "list");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.output()).contains("this is why").contains("target/punctual-build.log");
        assertThat(tree.resolve("target/punctual-build.lock")).doesNotExist();
    }

    @Test
    void lockOfDeadProcess_isVoid() throws Exception {
        install("java", JAVA_17);
        install("javac", "#!/bin/sh\n");
        install("mvn", MVN);
        Process gone = new ProcessBuilder("true").start();
        assertThat(gone.waitFor(10, TimeUnit.SECONDS)).isTrue();
        Files.createDirectories(tree.resolve("target"));
        Files.createSymbolicLink(tree.resolve("target/punctual-build.lock"), Path.of(String.valueOf(gone.pid())));

        assertThat(launch(tree.resolve("punctual"), "list").exit()).isEqualTo(7);
    }

    @Test
    void endedLauncher_endsItsBuild() throws Exception {
        install("java", JAVA_17);
        install("javac", "#!/bin/sh\n");
        install("mvn", "#!/bin/sh\necho $$ > building\nexec sleep 60\n");
        Process launcher = start(tree.resolve("punctual"), "list");
        await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(tree.resolve("building")));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !Files.readString(tree.resolve("building")).isEmpty());

        launcher.destroy();

        assertThat(launcher.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(ProcessHandle.of(Long.parseLong(
                        Files.readString(tree.resolve("building")).strip())))
                .isEmpty();
        assertThat(tree.resolve("target/punctual-build.lock")).doesNotExist();
    }

    private void installBuilt() throws IOException {
        install("java", JAVA_17);
        Files.setLastModifiedTime(tree.resolve("core/src/main/java/A.java"), FileTime.from(Instant.EPOCH));
        for (String jar : List.of("server/target/punctual-server.jar", "cli/target/punctual-cli.jar")) {
            Files.createDirectories(tree.resolve(jar).getParent());
            Files.writeString(tree.resolve(jar), "");
        }
    }

    private void install(String tool, String script) throws IOException {
        makeExecutable(Files.writeString(tools.resolve(tool), script));
    }

    private static void makeExecutable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path where(String tool) {
        return List.of("/bin", "/usr/bin").stream()
                .map(bin -> Path.of(bin, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("not on this machine: " + tool));
    }

    private Run launch(Path command, String... arguments) throws Exception {
        Process process = start(command, arguments);
        try {
            assertThat(process.waitFor(30, TimeUnit.SECONDS))
                    .as("ended in time")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Run(process.exitValue(), Files.readString(folder.resolve("output")));
    }

    private Process start(Path command, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(command.toString()));
        line.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", tools.toString()));
        return builder.start();
    }

    private record Run(int exit, String output) {}
}
