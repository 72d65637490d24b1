package dev.punctual.server;

import dev.punctual.NotRetryableException;
import dev.punctual.Payload;
import dev.punctual.RetryLaterException;
import dev.punctual.RetryPolicy;
import dev.punctual.SinkHandler;
import dev.punctual.TaskContext;
import dev.punctual.TaskRecord;
import dev.punctual.TimeSource;
import dev.punctual.httpapi.ApiJson;
import dev.punctual.httpapi.PathId;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.regex.Pattern;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.jspecify.annotations.Nullable;

/**
 * Delivers due tasks as webhooks (Standard Webhooks): a signed POST of the payload. 2xx completes the task, 410 buries
 * it, 429 and 503 with {@code Retry-After} ask for a later try; everything else is a failure and retried by the task's
 * policy. Thread-safe.
 */
final class WebhookSink implements SinkHandler {

    static final String KIND = "webhook";

    private static final int GONE = 410;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;
    private static final int EXCERPT_CHARS_MAX = 200;
    /** More digits of seconds than this are beyond the longest wait anyway. */
    private static final int SECONDS_DIGITS_MAX = 9;
    /**
     * What a header carries unchanged: printable ASCII without spaces at its ends; and not what the encoded form looks
     * like.
     */
    private static final Pattern PLAIN_HEADER = Pattern.compile("(?!~)[!-~]([ -~]*[!-~])?");

    private final WebhookTargets targets;
    private final WebhookSecret secret;
    private final WebhookSender sender;
    private final TimeSource time;

    WebhookSink(WebhookTargets targets, WebhookSecret secret, WebhookSender sender, TimeSource time) {
        this.targets = targets;
        this.secret = secret;
        this.sender = sender;
        this.time = time;
    }

    @Override
    public void deliver(TaskRecord task, TaskContext context) {
        String url = task.spec().sink().address();
        String problem = targets.problem(url);
        if (problem != null) {
            throw new DeliveryException("webhook URL " + problem);
        }
        WebhookSender.Answer answer = post(request(URI.create(url), task, context), task);
        int status = answer.status();
        if (status >= 200 && status < 300) {
            return;
        }
        String error = "receiver answered " + status + excerpt(answer) + hint(status);
        if (status == GONE) {
            throw withoutTrace(new NotRetryableException(error, null));
        }
        Duration wait = status == TOO_MANY_REQUESTS || status == UNAVAILABLE ? retryAfter(answer.retryAfter()) : null;
        throw wait != null ? withoutTrace(new RetryLaterException(error, wait)) : new DeliveryException(error);
    }

    private WebhookSender.Answer post(HttpPost request, TaskRecord task) {
        try {
            return sender.post(request, payload(task).bytes());
        } catch (IOException e) {
            throw new DeliveryException(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    /** What a receiver does is no fault of ours: where in our code it was noticed tells nobody anything. */
    private static <E extends Exception> E withoutTrace(E failure) {
        failure.setStackTrace(new StackTraceElement[0]);
        return failure;
    }

    /** A delivery failed and is retried by the task's policy. */
    private static final class DeliveryException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        DeliveryException(String message) {
            super(message, null, false, false);
        }
    }

    private HttpPost request(URI url, TaskRecord task, TaskContext context) {
        String webhookId = webhookId(task);
        long timestamp = time.now().getEpochSecond();
        HttpPost request = new HttpPost(url);
        request.setHeader("content-type", PayloadForm.contentTypeHeader(payload(task)));
        request.setHeader("webhook-id", webhookId);
        request.setHeader("webhook-timestamp", Long.toString(timestamp));
        request.setHeader(
                "webhook-signature",
                secret.sign(webhookId, timestamp, payload(task).bytes()));
        request.setHeader("punctual-id", idHeader(task.id().value()));
        request.setHeader("punctual-attempt", Integer.toString(context.attempt()));
        request.setHeader("punctual-token", Long.toString(context.token()));
        request.setHeader("punctual-due-at", ApiJson.write(context.dueAt()));
        return request;
    }

    private static Payload payload(TaskRecord task) {
        return task.spec().payload();
    }

    /**
     * The same for every try of one use of an id, so that a receiver can drop repeats: SHA-256 over id and incarnation.
     */
    static String webhookId(TaskRecord task) {
        MessageDigest sha256 = Hashes.sha256();
        sha256.update(task.id().utf8());
        sha256.update((byte) 0);
        sha256.update(
                ByteBuffer.allocate(Long.BYTES).putLong(task.incarnation()).array());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sha256.digest());
    }

    static String idHeader(String id) {
        return PLAIN_HEADER.matcher(id).matches() ? id : PathId.mark(id);
    }

    /**
     * Returns the wait that a receiver asks for, in seconds or as a date; null if it asks for none that can be read.
     */
    private @Nullable Duration retryAfter(@Nullable String header) {
        if (header == null) {
            return null;
        }
        Duration wait;
        try {
            wait = header.matches("[0-9]+")
                    ? Duration.ofSeconds(
                            header.length() > SECONDS_DIGITS_MAX ? Integer.MAX_VALUE : Long.parseLong(header))
                    : Duration.between(
                            time.now(),
                            ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME)
                                    .toInstant());
        } catch (DateTimeException e) {
            return null;
        }
        Duration atLeastZero = wait.isNegative() ? Duration.ZERO : wait;
        return atLeastZero.compareTo(RetryPolicy.DELAY_MAX) > 0 ? RetryPolicy.DELAY_MAX : atLeastZero;
    }

    private static String excerpt(WebhookSender.Answer answer) {
        String text = answer.excerpt().strip();
        return text.isEmpty() ? "" : ": " + Words.clean(text, EXCERPT_CHARS_MAX);
    }

    private static String hint(int status) {
        return status >= 300 && status < 400 ? " (redirects are not followed)" : "";
    }
}
