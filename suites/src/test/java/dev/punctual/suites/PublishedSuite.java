package dev.punctual.suites;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.EngineFilter.includeEngines;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Test classes that others published, run as they are. */
final class PublishedSuite {

    private final List<String> classes;

    PublishedSuite(String... classes) {
        this.classes = List.of(classes);
    }

    /** Runs all of its tests, one after another on this thread. */
    Outcome run() {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors())
                .filters(includeEngines("junit-jupiter"))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();
        StringWriter failures = new StringWriter();
        summary.printFailuresTo(new PrintWriter(failures));
        return new Outcome(summary.getTestsSucceededCount(), summary.getTotalFailureCount(), failures.toString());
    }

    private List<ClassSelector> selectors() {
        return classes.stream().map(name -> selectClass(name)).toList();
    }

    /** How a run went; {@code failures} is for people. */
    record Outcome(long succeeded, long failed, String failures) {}
}
