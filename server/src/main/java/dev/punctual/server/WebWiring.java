package dev.punctual.server;

import dev.punctual.httpapi.ApiJson;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** How the server listens, and how answers are written: always JSON, through the mapper that callers use as well. */
@Configuration(proxyBeanMethods = false)
@EnableWebMvc
@Import({
    TasksController.class,
    BatchController.class,
    TaskListController.class,
    QueuesController.class,
    HealthController.class,
    ProblemAdvice.class,
    RequestGuard.class
})
class WebWiring implements WebMvcConfigurer {

    /**
     * How much of a body that is too large is read before the connection is cut, so that the caller sees the answer.
     */
    private static final int SWALLOWED_BYTES_MAX = 64 << 20;

    @Override
    public void configureMessageConverters(HttpMessageConverters.ServerBuilder builder) {
        builder.disableDefaults().addCustomConverter(new JacksonJsonHttpMessageConverter(ApiJson.mapper()));
    }

    @Override
    public void configureContentNegotiation(ContentNegotiationConfigurer configurer) {
        configurer.ignoreAcceptHeader(true).defaultContentType(MediaType.APPLICATION_JSON);
    }

    @Bean(destroyMethod = "close")
    TomcatFiles tomcatFiles() {
        return new TomcatFiles();
    }

    /** Goes last, so that what Spring reads from the environment of other applications does not count. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> listenAsSet(ServerSettings settings, TomcatFiles files) {
        return factory -> {
            factory.setPort(settings.port());
            factory.setAddress(settings.bind());
            factory.setContextPath("");
            factory.setBaseDirectory(files.base());
            factory.setDocumentRoot(files.documentRoot());
            factory.addConnectorCustomizers(connector -> {
                // Ids are taken from the path as it was sent, whatever they hold.
                connector.setEncodedSolidusHandling("passthrough");
                connector.setEncodedReverseSolidusHandling("passthrough");
                connector.setProperty("maxSwallowSize", Integer.toString(SWALLOWED_BYTES_MAX));
            });
            factory.addContextCustomizers(context -> {
                if (context.getParent() instanceof StandardHost host) {
                    host.setErrorReportValveClass(ProblemReportValve.class.getName());
                    host.getPipeline().addValve(new ProblemReportValve());
                }
            });
        };
    }
}
