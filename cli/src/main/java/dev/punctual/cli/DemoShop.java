package dev.punctual.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.punctual.httpapi.PathId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The receiver of the demo: a shop whose endpoint {@code /orders} is called when an order was not paid in time. It
 * checks the signature of every call, notes it, and answers as the script of the demo says.
 *
 * <p>Thread-safe.
 */
final class DemoShop implements AutoCloseable {

    /** What the script of the demo decides about a delivery, once it was noted. */
    interface Script extends Function<DemoDelivery, Integer> {}

    /** What a script returns instead of a status to break the connection off. */
    static final int NO_ANSWER = 0;

    private static final String PATH = "/orders";

    private final byte[] key;
    private final InstantSource time;
    private final HttpServer http;
    private final ExecutorService threads;
    private final List<DemoDelivery> deliveries = new CopyOnWriteArrayList<>();
    private final List<String> forgeries = new CopyOnWriteArrayList<>();

    /** Takes a free port; calls are answered from {@link #open} on. */
    DemoShop(byte[] key, InstantSource time) throws IOException {
        this.key = key.clone();
        this.time = time;
        this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        this.threads = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "demo-shop");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Answers calls from now on; the script gives the status of each answer and may take its time. */
    void open(Script script) {
        http.createContext(PATH, exchange -> receive(exchange, script));
        http.setExecutor(threads);
        http.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + PATH);
    }

    /** Returns every genuine delivery so far, in order of arrival. */
    List<DemoDelivery> deliveries() {
        return List.copyOf(deliveries);
    }

    /** Returns the ids of the calls whose signature was wrong. */
    List<String> forgeries() {
        return List.copyOf(forgeries);
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }

    private void receive(HttpExchange exchange, Script script) throws IOException {
        Instant arrived = time.instant();
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String id = PathId.decode(header(exchange, "punctual-id"));
            if (!isGenuine(exchange, body)) {
                forgeries.add(id);
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            DemoDelivery delivery = new DemoDelivery(
                    id,
                    header(exchange, "webhook-id"),
                    Integer.parseInt(header(exchange, "punctual-attempt")),
                    Instant.parse(header(exchange, "punctual-due-at")),
                    arrived);
            deliveries.add(delivery);
            int status = script.apply(delivery);
            if (status != NO_ANSWER) {
                delivery.answered(status, time.instant());
                exchange.sendResponseHeaders(status, -1);
            }
        }
    }

    private boolean isGenuine(HttpExchange exchange, byte[] body) {
        String signed = header(exchange, "webhook-id") + "." + header(exchange, "webhook-timestamp") + ".";
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(signed.getBytes(StandardCharsets.UTF_8));
            String right = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
            return List.of(header(exchange, "webhook-signature").split(" ")).stream()
                    .anyMatch(given -> MessageDigest.isEqual(bytes(given), bytes(right)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }
}
