package dev.punctual.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The receiver of the demo takes what is signed, and nothing else. */
class DemoShopTest {

    private static final byte[] KEY = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8);
    private static final String BODY = "{\"order\": \"订单\"}";

    private DemoShop shop;

    @BeforeEach
    void open() throws IOException {
        shop = new DemoShop(KEY, InstantSource.fixed(CliRun.NOW));
        shop.open(delivery -> 200);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void signedCall_isNotedAndAnswered() throws Exception {
        assertThat(post("id", BODY, sign("wh", BODY))).isEqualTo(200);

        DemoDelivery delivery = shop.deliveries().get(0);
        assertThat(delivery.id()).isEqualTo("id");
        assertThat(delivery.webhookId()).isEqualTo("wh");
        assertThat(delivery.attempt()).isEqualTo(2);
        assertThat(delivery.lateness()).hasMillis(1500);
        assertThat(delivery.accepted()).isTrue();
    }

    @Test
    void encodedId_isDecoded() throws Exception {
        post("~YS9i", BODY, sign("wh", BODY));

        assertThat(shop.deliveries()).extracting(DemoDelivery::id).containsExactly("a/b");
    }

    @Test
    void oneRightSignatureOfSeveral_isEnough() throws Exception {
        assertThat(post("id", BODY, "v1,AAAA " + sign("wh", BODY))).isEqualTo(200);
    }

    @Test
    void forgedCall_isRefusedAndCounted() throws Exception {
        assertThat(post("id", BODY, sign("wh", BODY + " "))).isEqualTo(401);
        assertThat(post("id", BODY, "")).isEqualTo(401);

        assertThat(shop.deliveries()).isEmpty();
        assertThat(shop.forgeries()).containsExactly("id", "id");
    }

    private int post(String id, String body, String signature) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(shop.address())
                .header("punctual-id", id)
                .header("punctual-attempt", "2")
                .header("punctual-due-at", CliRun.NOW.minusMillis(1500).toString())
                .header("webhook-id", "wh")
                .header("webhook-timestamp", "1796115600")
                .header("webhook-signature", signature)
                .POST(BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }

    private static String sign(String webhookId, String body) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        byte[] signed = (webhookId + ".1796115600." + body).getBytes(StandardCharsets.UTF_8);
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed));
    }
}
