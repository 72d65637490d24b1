package dev.punctual.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A receiver of webhooks on a free port: answers as it is told, 200 if it is told nothing. */
final class Receiver implements AutoCloseable, AfterAllCallback {

    private final HttpServer http;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final Queue<Answer> answers = new ArrayDeque<>();

    /** A request that came in; each char of the body is one of its bytes. */
    record Call(Headers headers, String body) {
        String header(String name) {
            return String.valueOf(headers.getFirst(name));
        }

        byte[] bytes() {
            return body.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    /** How to answer: status and headers. */
    record Answer(int status, Map<String, String> headers) {
        Answer(int status) {
            this(status, Map.of());
        }
    }

    Receiver() {
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.setExecutor(threads);
        http.createContext("/", this::answer);
        http.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        Answer answer;
        synchronized (answers) {
            answer = answers.isEmpty() ? new Answer(200) : answers.remove();
        }
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        byte[] text = ("answer " + answer.status()).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), text.length);
        exchange.getResponseBody().write(text);
        exchange.close();
        calls.add(new Call(exchange.getRequestHeaders(), new String(body, StandardCharsets.ISO_8859_1)));
    }

    /** Sets the next answers. */
    void answerNext(Answer... next) {
        synchronized (answers) {
            answers.addAll(List.of(next));
        }
    }

    /** Returns what came in so far with this task id. */
    List<Call> calls(String punctualId) {
        return calls.stream()
                .filter(call -> call.header("punctual-id").equals(punctualId))
                .toList();
    }

    String url(String path) {
        return "http://127.0.0.1:" + http.getAddress().getPort() + path;
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close();
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }
}
