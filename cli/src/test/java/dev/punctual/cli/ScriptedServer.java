package dev.punctual.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.Problem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A server that gives the answers it was told to, in that order, and remembers what it was asked. Thread-safe. */
final class ScriptedServer implements AutoCloseable {

    /**
     * A request as it arrived.
     *
     * @param method the method
     * @param target path and query, undecoded
     * @param body the body
     */
    record Call(String method, String target, String body) {}

    private record Reply(int status, String contentType, String body) {}

    private final HttpServer http;
    private final Deque<Reply> replies = new ArrayDeque<>();
    private final List<Call> calls = new ArrayList<>();

    ScriptedServer() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::answer);
        http.start();
    }

    String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    /** Will answer with this record, or this text if it is one. */
    synchronized ScriptedServer willAnswer(int status, Object body) {
        String json = body instanceof String text ? text : ApiJson.write(body);
        String kind = body instanceof Problem ? Problem.MEDIA_TYPE : "application/json";
        replies.add(new Reply(status, kind, json));
        return this;
    }

    /** Will answer with something that is not of the API. */
    synchronized ScriptedServer willAnswerHtml(int status, String body) {
        replies.add(new Reply(status, "text/html", body));
        return this;
    }

    synchronized List<Call> calls() {
        return List.copyOf(calls);
    }

    /** Returns the only call there was. */
    synchronized Call call() {
        if (calls.size() != 1) {
            throw new AssertionError("expected one call, there were " + calls);
        }
        return calls.get(0);
    }

    @Override
    public void close() {
        http.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Reply reply = next(new Call(
                    exchange.getRequestMethod(), exchange.getRequestURI().toString(), body));
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", reply.contentType());
            exchange.sendResponseHeaders(reply.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private synchronized Reply next(Call call) {
        calls.add(call);
        Reply reply = replies.poll();
        return reply == null ? new Reply(500, "text/plain", "the test gave no answer for " + call) : reply;
    }
}
