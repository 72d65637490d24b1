package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlagsTest {

    private static Flags parse(String line) {
        return Flags.parse(line.isEmpty() ? List.of() : List.of(line.split(" ", -1)));
    }

    @Test
    void flags_becomeSettings() {
        Flags flags = parse("--port 0 --store=memory: --allow-private-webhooks --payload-max 1MiB");
        assertThat(flags.action()).isEqualTo(Flags.Action.SERVE);
        assertThat(flags.properties())
                .containsEntry("punctual.port", "0")
                .containsEntry("punctual.store", "memory:")
                .containsEntry("punctual.allow-private-webhooks", "true")
                .containsEntry("punctual.payload-max", "1MiB");
        assertThat(parse("").properties()).isEmpty();
        assertThat(parse("--allow-private-webhooks=false").properties())
                .containsEntry("punctual.allow-private-webhooks", "false");
    }

    @ParameterizedTest
    @CsvSource({"--check, CHECK", "--help, HELP", "-h, HELP", "--version, VERSION"})
    void actions_areKnown(String flag, Flags.Action action) {
        assertThat(parse(flag).action()).isEqualTo(action);
    }

    @ParameterizedTest
    @CsvSource({
        "--prot 7070, --prot is no flag of the server; did you mean --port?",
        "-port 7070, did you mean --port?",
        "7070, 7070 is no flag of the server. Flags: --port",
        "--server.port=1, --server.port is no flag",
        "--spring.config.location=x, is no flag",
        "--port, --port needs a value: --port PORT",
        "--store --port 1, --store needs a value",
        "--port 1 --port 2, --port must not be given twice",
        "--config nowhere.yaml, --config must name a file that can be read",
        "--config punctual.xml, .properties or .yaml"
    })
    void whatIsNoFlag_isRefusedInASentence(String line, String words) {
        assertThatThrownBy(() -> parse(line))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining(words);
    }

    @Test
    void theRefusalOfAFlag_listsThemAll() {
        assertThatThrownBy(() -> parse("--nonsense-flag"))
                .hasMessageContaining("--port")
                .hasMessageContaining("--allow-private-webhooks")
                .hasMessageContaining("--check");
    }

    @Test
    void everySetting_isInTheUsage() {
        for (String setting : Flags.settings()) {
            assertThat(Flags.USAGE).contains("--" + setting);
        }
    }

    @Test
    void onlyOurOwnFiles_areRead(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("my.properties"), "punctual.port=1");
        assertThat(parse("").springArguments()).contains("--spring.config.location=classpath:/application.properties");
        assertThat(Flags.parse(List.of("--config", file.toString())).springArguments())
                .anyMatch(argument -> argument.startsWith("--spring.config.location=classpath:")
                        && argument.endsWith("my.properties"));
    }
}
