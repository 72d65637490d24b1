package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSecretTest {

    private static final String TEXT = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

    @Test
    void sign_isTheSignatureOfStandardWebhooks() {
        // Computed with: printf 'id.1614265330.{}' | openssl dgst -sha256 -hmac 0123456789abcdef0123456789abcdef
        // -binary
        assertThat(WebhookSecret.of(TEXT).sign("id", 1_614_265_330L, "{}".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("v1,qB8x4rnQBZojTfqmHU7Egd0byh/UDMOEz/A/R7ySH+g=");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "whsec_",
                "secret",
                "whsec_c2hvcnQ=",
                "whsec_!!!!",
                "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
            })
    void whatIsNoSecret_isRefused_andNotRepeated(String text) {
        assertThatThrownBy(() -> WebhookSecret.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("whsec_")
                .hasMessageContaining("24 to 64 bytes")
                .message()
                .matches(message -> text.length() < 10 || !message.contains(text));
    }

    @Test
    void toString_showsNothing() {
        assertThat(WebhookSecret.of(TEXT)).hasToString("whsec_...");
        assertThat(WebhookSecret.of(TEXT).text()).isEqualTo(TEXT);
    }

    @Test
    void theFile_isMadeOnce_readableByItsOwnerOnly(@TempDir Path directory) throws IOException {
        Path data = directory.resolve("new").resolve("data");
        WebhookSecretFile file = new WebhookSecretFile(data);
        assertThat(file.makeIfMissing()).isTrue();
        WebhookSecret secret = file.read();
        assertThat(new WebhookSecretFile(data).makeIfMissing()).isFalse();
        assertThat(new WebhookSecretFile(data).read()).isEqualTo(secret);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
                .isEqualTo("rw-------");
        try (var files = Files.list(data)) {
            assertThat(files).containsExactly(file.path());
        }
        assertThat(secret).isNotEqualTo(WebhookSecret.random());
    }

    @Test
    void aFileThatHoldsSomethingElse_isRefused(@TempDir Path directory) throws IOException {
        WebhookSecretFile file = new WebhookSecretFile(directory);
        Files.writeString(file.path(), "nonsense");
        assertThat(file.makeIfMissing()).isFalse();
        assertThatThrownBy(file::read).isInstanceOf(IllegalArgumentException.class);
    }
}
