package dev.punctual.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The demo itself, with the real server and the real store, killed for real. */
class DemoTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Shell shell = new Shell(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new ByteArrayInputStream(new byte[0]),
            name -> null,
            InstantSource.system(),
            ZoneId.of("UTC"),
            false);

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void demo_survivesItsKillAndLeavesNothingBehind() throws Exception {
        int exitCode = new Demo(shell, RealServer.launch()).run(true);

        assertThat(exitCode).as(text()).isZero();
        assertThat(text())
                .contains("kill -9", "the server is back", "All is well.")
                .doesNotContain("WRONG");
        assertThat(directory()).doesNotExist();
    }

    @Test
    void serverThatDoesNotStart_isShownWithItsLastWords() throws IOException, InterruptedException {
        List<String> launch = List.of(RealServer.launch().get(0), "-cp", "/nowhere", "no.such.Server");

        int exitCode = new Demo(shell, launch).run(true);

        assertThat(exitCode).isEqualTo(1);
        assertThat(text())
                .contains("The demo failed: the server ended while it started (exit code 1)", "no.such.Server");
    }

    private Path directory() {
        Matcher named = Pattern.compile("rocksdb in (\\S+)").matcher(text());
        assertThat(named.find()).isTrue();
        Path directory = Path.of(named.group(1));
        assertThat(Files.exists(directory.getParent())).isTrue();
        return directory;
    }
}
