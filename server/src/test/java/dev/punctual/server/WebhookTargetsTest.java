package dev.punctual.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookTargetsTest {

    private static final WebhookTargets TARGETS = new WebhookTargets(false);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.255.255.254",
                "0.0.0.0",
                "10.1.2.3",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "100.100.100.200",
                "192.0.0.192",
                "198.18.0.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:127.0.0.1",
                "::127.0.0.1",
                "fe80::1",
                "fec0::1",
                "fc00::1",
                "fd00:ec2::254",
                "ff02::1",
                "64:ff9b::7f00:1",
                "64:ff9b::a9fe:a9fe",
                "2002:7f00:1::",
                "2002:a00:1::1",
                "2001:0:53aa:64c::1"
            })
    void addressesOfThisMachineAndNetwork_areRefused(String address) throws IOException {
        assertThat(AddressRules.isPublic(InetAddress.getByName(address))).isFalse();
        String host = address.contains(":") ? "[" + address + "]" : address;
        assertThat(TARGETS.problem("https://" + host + "/hook")).isNotNull();
        assertThat(TARGETS.allows(InetAddress.getByName(address))).isFalse();
        assertThat(new WebhookTargets(true).allows(InetAddress.getByName(address)))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "93.184.216.34",
                "8.8.8.8",
                "172.32.0.1",
                "100.128.0.1",
                "223.255.255.255",
                "2606:2800:220:1::1",
                "2001:4860:4860::8888",
                "64:ff9b::808:808",
                "2002:808:808::1"
            })
    void publicAddresses_areAllowed(String address) throws IOException {
        assertThat(AddressRules.isPublic(InetAddress.getByName(address))).isTrue();
        String host = address.contains(":") ? "[" + address + "]" : address;
        assertThat(TARGETS.problem("http://" + host + ":8080/hook?a=b")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "/hook",
                "ftp://example.com/",
                "javascript:alert(1)",
                "http:///hook",
                "http://exa mple.com/",
                "http://user:pass@example.com/",
                "http://example.com/#x",
                "http://example.com/ü",
                "http://localhost/",
                "http://LOCALHOST:80/",
                "http://a.localhost/",
                "http://localhost./",
                "http://2130706433/",
                "http://0x7f000001/",
                "http://0x7f.1/",
                "http://127.1/",
                "http://0177.0.0.1/",
                "http://127.0.0.1./",
                "http://[::1%25lo]/",
                "http://example.com:99999999/"
            })
    void otherUrls_areRefused(String url) {
        assertThat(TARGETS.problem(url)).isNotNull();
    }

    @Test
    void urlsThatAreTooLong_areRefused() {
        assertThat(TARGETS.problem("https://example.com/" + "x".repeat(2048))).contains("2048");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com",
                "http://hooks.example.com:8443/a/b?c=d%20e",
                "https://cafe/",
                "https://x--y.example/"
            })
    void ordinaryUrls_areAllowed(String url) {
        assertThat(TARGETS.problem(url)).isNull();
    }
}
