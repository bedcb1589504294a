package dev.wherry.testrun;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs test classes in a JVM without a build tool: {@code RunTests CLASS[#METHOD]...}. Exit status 1: a test failed.
 */
public final class RunTests {
    private RunTests() {}

    public static void main(String[] names) throws ClassNotFoundException {
        List<DiscoverySelector> selectors = new ArrayList<>();
        for (String name : names) {
            selectors.add(name.contains("#") ? selectMethod(name) : selectClass(Class.forName(name)));
        }
        TestExecutionSummary summary = run(selectors);
        PrintWriter out = new PrintWriter(System.out, true);
        summary.printFailuresTo(out, 40);
        out.println(summary.getTestsSucceededCount() + " passed, " + summary.getTotalFailureCount() + " failed");
        System.exit(summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() > 0 ? 0 : 1);
    }

    /** Runs the selected tests except the long tier. */
    public static TestExecutionSummary run(List<? extends DiscoverySelector> selectors) {
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request(selectors), summary);
        return summary.getSummary();
    }

    /** Returns how many tests {@link #run} would run. */
    public static long count(List<? extends DiscoverySelector> selectors) {
        return LauncherFactory.create().discover(request(selectors)).countTestIdentifiers(TestIdentifier::isTest);
    }

    private static LauncherDiscoveryRequest request(List<? extends DiscoverySelector> selectors) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                .filters(TagFilter.excludeTags("long"))
                .build();
    }
}
