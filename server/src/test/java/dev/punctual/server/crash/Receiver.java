package dev.punctual.server.crash;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A ledger outside the server: notes every delivery, with what was said and when. Thread-safe. */
final class Receiver implements AutoCloseable {

    /**
     * A delivery.
     *
     * @param token the fencing token
     * @param earlyMillis by how much it came before its due time; negative or 0 if it did not
     * @param atNanos when it came, by the monotonic clock
     */
    record Delivery(long token, long earlyMillis, long atNanos) {}

    private final Map<String, List<Delivery>> deliveries = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(16);
    private final HttpServer server;

    Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        server.setExecutor(threads);
        server.createContext("/", this::receive);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/orders";
    }

    private void receive(HttpExchange exchange) throws IOException {
        long millis = System.currentTimeMillis();
        long nanos = System.nanoTime();
        String id = exchange.getRequestHeaders().getFirst("punctual-id");
        long token = Long.parseLong(exchange.getRequestHeaders().getFirst("punctual-token"));
        Instant due = Instant.parse(exchange.getRequestHeaders().getFirst("punctual-due-at"));
        deliveries
                .computeIfAbsent(id, name -> new CopyOnWriteArrayList<>())
                .add(new Delivery(token, due.toEpochMilli() - millis, nanos));
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }

    Map<String, List<Delivery>> deliveries() {
        return deliveries;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
