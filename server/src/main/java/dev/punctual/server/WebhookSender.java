package dev.punctual.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Sends one POST and returns what the receiver answered: no redirects, no retries, no cookies, no proxies,
 * {@value #TIMEOUT_SECONDS} s in all. The address that was checked is the one that is connected to. Thread-safe.
 */
final class WebhookSender implements AutoCloseable {

    /** How long one delivery may take, to the end of the answer; a name that is slow to be looked up comes on top. */
    static final Duration TIMEOUT = Duration.ofSeconds(15);

    private static final int CONNECT_SECONDS = 5;
    private static final int EXCERPT_BYTES_MAX = 1024;
    private static final int DRAINED_BYTES_MAX = 64 << 10;

    /** Many receivers close after each answer without saying so; what is then sent would be a failure of the task. */
    private static final TimeValue ALWAYS = TimeValue.ZERO_MILLISECONDS;

    private final CloseableHttpClient client;
    private final ScheduledExecutorService watch;
    private final Duration limit;

    /**
     * Makes the sender.
     *
     * @param connectionsMax how many deliveries may be under way at once
     * @param watch ends a delivery that takes too long
     * @param limit how long one may take; {@link #TIMEOUT} but in tests
     */
    WebhookSender(WebhookTargets targets, int connectionsMax, ScheduledExecutorService watch, Duration limit) {
        this.watch = watch;
        this.limit = limit;
        Timeout timeout = Timeout.of(limit);
        client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setDnsResolver(new CheckedResolver(targets))
                        .setMaxConnTotal(connectionsMax)
                        .setMaxConnPerRoute(connectionsMax)
                        .setDefaultSocketConfig(
                                SocketConfig.custom().setSoTimeout(timeout).build())
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(Timeout.ofSeconds(CONNECT_SECONDS))
                                .setSocketTimeout(timeout)
                                .setValidateAfterInactivity(ALWAYS)
                                .setTimeToLive(TimeValue.ofMinutes(1))
                                .build())
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(timeout)
                        .setResponseTimeout(timeout)
                        .build())
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .setUserAgent("Punctual-Webhook/1")
                .build();
    }

    /**
     * What a receiver answered.
     *
     * @param status the status
     * @param retryAfter the header {@code Retry-After}, or null
     * @param excerpt the beginning of the body
     */
    record Answer(int status, @Nullable String retryAfter, String excerpt) {}

    /**
     * Sends a request.
     *
     * @throws IOException if no whole answer came in time
     */
    Answer post(HttpPost request, byte[] body) throws IOException {
        request.setEntity(new ByteArrayEntity(body, null));
        ScheduledFuture<?> deadline = watch.schedule(request::abort, limit.toMillis(), TimeUnit.MILLISECONDS);
        // Closing a response that was not read to its end drops the connection instead of reading on.
        try (ClassicHttpResponse response = client.executeOpen(RoutingSupport.determineHost(request), request, null)) {
            return answer(response);
        } catch (HttpException e) {
            throw new IOException(e.getMessage(), e);
        } catch (IOException e) {
            if (request.isAborted()) {
                throw new IOException("no whole answer within " + limit.toMillis() + " ms", e);
            }
            throw e;
        } finally {
            deadline.cancel(false);
        }
    }

    private static Answer answer(ClassicHttpResponse response) throws IOException {
        Header retryAfter = response.getFirstHeader("Retry-After");
        HttpEntity entity = response.getEntity();
        byte[] excerpt = new byte[0];
        if (entity != null) {
            InputStream content = entity.getContent();
            excerpt = content.readNBytes(EXCERPT_BYTES_MAX);
            // Reading to the end, where it is near, lets the connection be used again.
            content.readNBytes(DRAINED_BYTES_MAX);
        }
        return new Answer(
                response.getCode(),
                retryAfter == null ? null : retryAfter.getValue(),
                new String(excerpt, StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        client.close(CloseMode.IMMEDIATE);
    }

    /** Resolves a host to the addresses that may be connected to; the client connects to nothing else. */
    private static final class CheckedResolver implements DnsResolver {
        private final WebhookTargets targets;

        CheckedResolver(WebhookTargets targets) {
            this.targets = targets;
        }

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            List<InetAddress> allowed = new ArrayList<>();
            for (InetAddress address : SystemDefaultDnsResolver.INSTANCE.resolve(host)) {
                if (targets.allows(address)) {
                    allowed.add(address);
                }
            }
            if (allowed.isEmpty()) {
                throw new UnknownHostException("a webhook " + WebhookTargets.refusal(host));
            }
            return allowed.toArray(new InetAddress[0]);
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }
}
