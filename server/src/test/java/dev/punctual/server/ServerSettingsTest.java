package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class ServerSettingsTest {

    private static ServerSettings settings(Map<String, Object> properties) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .forEach(source -> environment.getPropertySources().remove(source.getName()));
        environment.getPropertySources().addLast(new MapPropertySource("flags", properties));
        return ServerSettings.of(environment);
    }

    @Test
    void failureToStart_isTheFaultOfASettingOrNot() {
        assertThat(StartFailure.ofSetting(new IllegalStateException(new SettingException("--port must be ..."))))
                .isTrue();
        assertThat(StartFailure.ofSetting(new IllegalStateException("the disk is full")))
                .isFalse();
    }

    @Test
    void defaults_areThoseOfTheUsage() {
        ServerSettings settings = settings(Map.of());
        assertThat(settings.port()).isEqualTo(7070);
        assertThat(settings.bind().getHostAddress()).isEqualTo("127.0.0.1");
        assertThat(settings.store().text()).isEqualTo("rocksdb:./punctual-data");
        assertThat(settings.store().dataDirectory())
                .hasValueSatisfying(path -> assertThat(path).isAbsolute().endsWithRaw(Path.of("punctual-data")));
        assertThat(settings.allowPrivateWebhooks()).isFalse();
        assertThat(settings.webhookSecret()).isNull();
        assertThat(settings.payloadBytesMax()).isEqualTo(65_536);
        assertThat(settings.deliverySlots()).isEqualTo(64);
    }

    @Test
    void environmentVariables_areRead() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .forEach(source -> environment.getPropertySources().remove(source.getName()));
        environment
                .getPropertySources()
                .addLast(new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        Map.of(
                                "PUNCTUAL_PORT",
                                "8080",
                                "PUNCTUAL_ALLOW_PRIVATE_WEBHOOKS",
                                "true",
                                "PUNCTUAL_PAYLOAD_MAX",
                                "256KiB",
                                "PUNCTUAL_HOME",
                                "of another program")));
        ConfigurationPropertySources.attach(environment);
        ServerSettings settings = ServerSettings.of(environment);
        assertThat(settings.port()).isEqualTo(8080);
        assertThat(settings.allowPrivateWebhooks()).isTrue();
        assertThat(settings.payloadBytesMax()).isEqualTo(262_144);
    }

    @ParameterizedTest
    @CsvSource({"1048576, 1048576", "1MiB, 1048576", "1KiB, 1024", "0, 0"})
    void payloadMax_mayHaveAUnit(String text, int bytes) {
        assertThat(settings(Map.of("punctual.payload-max", text)).payloadBytesMax())
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1", "::1", "[::1]", "localhost", "127.0.0.2"})
    void loopbackAddresses_areTaken(String bind) {
        assertThat(settings(Map.of("punctual.bind", bind)).bind().isLoopbackAddress())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "port, 65536, 0 to 65535",
        "port, -1, 0 to 65535",
        "port, abc, 0 to 65535",
        "port, '', must not be empty",
        "bind, 0.0.0.0, access tokens",
        "bind, ::, access tokens",
        "bind, 192.168.1.1, access tokens",
        "bind, example.com, loopback",
        "payload-max, 2MiB, 1048576",
        "payload-max, 1MB, 256KiB",
        "payload-max, 9999999999, 1048576",
        "delivery-slots, 0, 1 to 1000",
        "allow-private-webhooks, yes, true or false",
        "webhook-secret, secret, whsec_",
        "store, '', must not be empty"
    })
    void wrongSettings_areRefusedInASentence(String name, String value, String words) {
        assertThatThrownBy(() -> settings(Map.of("punctual." + name, value)))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("--" + name + " ")
                .hasMessageContaining(words)
                .hasMessageEndingWith(".");
    }
}
