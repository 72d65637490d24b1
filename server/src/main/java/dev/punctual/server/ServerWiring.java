package dev.punctual.server;

import dev.punctual.Limits;
import dev.punctual.StoreProvider;
import dev.punctual.StoreSettings;
import dev.punctual.TaskClient;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import dev.punctual.worker.TaskWorker;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * What the server is made of: one store, one client for what comes in, one worker that delivers webhooks. They are
 * closed in the opposite order: the worker with its grace, then the store.
 */
@Configuration(proxyBeanMethods = false)
class ServerWiring {

    private static final Logger LOG = LoggerFactory.getLogger(ServerWiring.class);

    /** How long a delivery's claim holds without being renewed. */
    private static final Duration LEASE = Duration.ofSeconds(30);
    /** How long a stop waits for deliveries under way: longer than one may take. */
    private static final Duration GRACE = WebhookSender.TIMEOUT.plusSeconds(2);

    @Bean
    ServerSettings settings(ConfigurableEnvironment environment) {
        return ServerSettings.of(environment);
    }

    @Bean
    TimeSource time() {
        return TimeSource.system();
    }

    @Bean(destroyMethod = "close")
    TaskStore store(ServerSettings settings, TimeSource time) {
        StoreSettings storeSettings = StoreSettings.DEFAULT
                .withTime(time)
                .withLimits(Limits.DEFAULT.withPayloadBytesMax(settings.payloadBytesMax()));
        try {
            return StoreProvider.openUrl(settings.store().text(), storeSettings);
        } catch (IllegalArgumentException e) {
            throw new SettingException(
                    "store", "cannot be used: " + String.valueOf(e.getMessage()).replaceFirst("^store: ", "") + ".");
        }
    }

    @Bean
    TaskClient client(TaskStore store, TimeSource time) {
        return TaskClient.builder(store).time(time).build();
    }

    @Bean
    WebhookTargets webhookTargets(ServerSettings settings) {
        return new WebhookTargets(settings.allowPrivateWebhooks());
    }

    /** The secret is made after the store was opened: by then nobody else uses the directory. */
    @Bean
    WebhookSecret webhookSecret(ServerSettings settings, TaskStore store) {
        if (settings.webhookSecret() != null) {
            return settings.webhookSecret();
        }
        if (settings.store().inMemory()) {
            WebhookSecret secret = WebhookSecret.random();
            LOG.info("Webhooks of this run are signed with a secret that is not shown; --webhook-secret sets one.");
            return secret;
        }
        return settings.store()
                .dataDirectory()
                .map(WebhookSecretFile::new)
                .map(ServerWiring::read)
                .orElseThrow(() -> new SettingException(
                        "webhook-secret",
                        "is needed with a store that several servers may share, such as "
                                + settings.store().scheme() + "."));
    }

    private static WebhookSecret read(WebhookSecretFile file) {
        try {
            boolean made = file.makeIfMissing();
            LOG.info(
                    "Webhooks are signed with the secret in {}{}",
                    file.path(),
                    made ? ", made just now and readable by its owner only." : ".");
            return file.read();
        } catch (IllegalArgumentException e) {
            throw new SettingException("The webhook secret in " + file.path() + " " + e.getMessage() + ".");
        } catch (UncheckedIOException e) {
            throw new SettingException(
                    "The webhook secret in " + file.path() + " cannot be read or written: " + e.getCause() + ".");
        }
    }

    @Bean(destroyMethod = "shutdownNow")
    ScheduledExecutorService deliveryWatch() {
        ScheduledThreadPoolExecutor watch =
                new ScheduledThreadPoolExecutor(1, work -> new Thread(work, "punctual-delivery-watch"));
        watch.setRemoveOnCancelPolicy(true);
        return watch;
    }

    @Bean(destroyMethod = "close")
    WebhookSender webhookSender(ServerSettings settings, WebhookTargets targets, ScheduledExecutorService watch) {
        return new WebhookSender(targets, settings.deliverySlots(), watch, WebhookSender.TIMEOUT);
    }

    @Bean
    WebhookSink webhookSink(WebhookTargets targets, WebhookSecret secret, WebhookSender sender, TimeSource time) {
        return new WebhookSink(targets, secret, sender, time);
    }

    /** Started by {@link PunctualServer} once the server listens. */
    @Bean(destroyMethod = "close")
    TaskWorker worker(ServerSettings settings, TaskClient client, WebhookSink sink, TimeSource time) {
        return TaskWorker.builder(client.store())
                .client(client)
                .sink(WebhookSink.KIND, sink)
                .slots(settings.deliverySlots())
                .lease(LEASE)
                .grace(GRACE)
                .time(time)
                .build();
    }

    @Bean
    TaskRequestReader taskRequestReader(TimeSource time, WebhookTargets targets) {
        return new TaskRequestReader(time, targets);
    }

    @Bean
    Bodies bodies() {
        return new Bodies(Runtime.getRuntime().maxMemory(), Bodies.WAIT);
    }
}
