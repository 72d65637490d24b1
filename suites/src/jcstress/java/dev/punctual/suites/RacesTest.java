package dev.punctual.suites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.worker.WorkerRaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.Main;

/** Runs all races: about a hundred short runs in virtual machines of their own, with several compilers. */
class RacesTest {

    /** Milliseconds for each of the repetitions of a race with a compiler. */
    private static final String TIME = Integer.getInteger("races.millis", 500).toString();

    private static final String REPETITIONS = "3";

    @Test
    void noRaceHasAnOutcomeThatIsForbidden(@TempDir Path report) throws Exception {
        List<String> races = Stream.of(WheelRaces.class, WorkerRaces.class)
                .flatMap(outer -> Arrays.stream(outer.getDeclaredClasses()))
                .map(Class::getName)
                .map(name -> name.replace('$', '.'))
                .toList();

        // Throws if there was a forbidden outcome or an error.
        Main.main(new String[] {
            "-t",
            "Races",
            "-sc",
            "false",
            "-f",
            "1",
            "-fsm",
            "1",
            "-iters",
            REPETITIONS,
            "-time",
            TIME,
            "-v",
            "-r",
            report.toString()
        });

        assertThat(races)
                .hasSize(7)
                .allSatisfy(race -> assertThat(report.resolve(race + ".html")).exists());
        assertThat(Files.readString(report.resolve("index.html"))).contains(races);
    }
}
