package dev.punctual.server;

import dev.punctual.StoreCapabilities;
import dev.punctual.TaskStore;
import dev.punctual.worker.TaskWorker;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/**
 * The server as a program: {@code main} reads the flags, starts it, says in one line that it is ready, and ends with a
 * sentence and a status other than 0 if it cannot start. Ends gracefully on SIGTERM: it stops listening, answers the
 * calls under way, waits for deliveries, and closes the store last.
 *
 * <p>Thread-safe.
 */
public final class PunctualServer implements AutoCloseable {

    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;

    private final ServletWebServerApplicationContext context;

    private PunctualServer(ServletWebServerApplicationContext context) {
        this.context = context;
    }

    /** Starts the server; see {@code --help}. */
    public static void main(String[] arguments) {
        int status = run(List.of(arguments));
        if (status != 0) {
            System.exit(status);
        }
    }

    /** Does what the arguments say and returns the status to end with; 0 also means that the server goes on. */
    static int run(List<String> arguments) {
        Flags flags;
        try {
            flags = Flags.parse(arguments);
        } catch (SettingException e) {
            System.err.println("punctual: " + e.getMessage());
            return WRONG_USAGE;
        }
        switch (flags.action()) {
            case HELP -> System.out.print(Flags.USAGE);
            case VERSION -> System.out.println("punctual " + version());
            case CHECK, SERVE -> {
                return serve(flags);
            }
        }
        return 0;
    }

    private static int serve(Flags flags) {
        try {
            if (flags.action() == Flags.Action.CHECK) {
                System.out.println("Punctual can start with " + check(flags) + ".");
            } else {
                PunctualServer server = start(flags);
                System.out.println("Punctual is ready on " + server.url() + " with " + server.store() + ".");
            }
            return 0;
        } catch (RuntimeException e) {
            System.err.println("punctual: " + StartFailure.sentence(e));
            return StartFailure.ofSetting(e) ? WRONG_USAGE : FAILED;
        }
    }

    /**
     * Starts a server inside this process.
     *
     * @param arguments its flags
     * @throws RuntimeException if a flag is wrong or it cannot start
     */
    static PunctualServer start(String... arguments) {
        return start(Flags.parse(List.of(arguments)));
    }

    private static PunctualServer start(Flags flags) {
        SpringApplication application = new SpringApplication(Whole.class);
        ConfigurableApplicationContext context = application.run(flags.springArguments());
        context.getBean(TaskWorker.class).start();
        return new PunctualServer((ServletWebServerApplicationContext) context);
    }

    /** Reads the settings, opens the store and closes it again. */
    private static String check(Flags flags) {
        SpringApplication application = new SpringApplication(ServerWiring.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setLazyInitialization(true);
        try (ConfigurableApplicationContext context = application.run(flags.springArguments())) {
            return store(context);
        }
    }

    /** Returns where it listens. */
    URI url() {
        InetAddress address = context.getBean(ServerSettings.class).bind();
        String host = address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
        WebServer web = context.getWebServer();
        if (web == null) {
            throw new IllegalStateException("the server has been closed");
        }
        return URI.create("http://" + host + ":" + web.getPort());
    }

    /** Returns its parts, for tests. */
    <T> T part(Class<T> type) {
        return context.getBean(type);
    }

    private String store() {
        return store(context);
    }

    private static String store(ConfigurableApplicationContext context) {
        StoreCapabilities store = context.getBean(TaskStore.class).capabilities();
        String survives = switch (store.durability()) {
            case D0 -> "tasks are lost with this process";
            case D1 -> "tasks survive the end of this process";
            case D2 -> "tasks survive a power cut";
            case D3 -> "tasks survive the loss of a machine";
        };
        return "store " + store.store() + " (" + store.durability() + ": " + survives + "), "
                + context.getBean(ServerSettings.class).store().whereDataIs();
    }

    /** Stops it gracefully. */
    @Override
    public void close() {
        context.close();
    }

    private static String version() {
        String version = PunctualServer.class.getPackage().getImplementationVersion();
        return version == null ? "(development build)" : version;
    }

    /** All of it; only what is needed of Spring Boot is configured, so that it starts fast. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        LifecycleAutoConfiguration.class,
        TomcatServletWebServerAutoConfiguration.class,
        DispatcherServletAutoConfiguration.class
    })
    @Import({ServerWiring.class, WebWiring.class})
    static class Whole {}
}
