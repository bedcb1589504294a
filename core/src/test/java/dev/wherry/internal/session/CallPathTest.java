package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.testsupport.Checkout;
import java.io.IOException;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Counts the source files that one synchronous call over TCP passes from its stub to its target. A value notes the stack where
 * it is encoded and where it is decoded, at both sides, and the target notes its own. Steps that have returned by then are
 * named by docs/architecture.md. Files of codecs and transports are not counted: a reader can stop at these two seams.
 */
final class CallPathTest {
    /** It is lowered when a step is merged, and never raised. */
    private static final int MOST = 13;

    /** The rows of the page's second table: files that a reader may open, and that are on none of the noted stacks. */
    private static final int MOST_MET = 10;

    private static final Pattern FILE = Pattern.compile("`(\\w+)\\.java`");
    private static final StackWalker WALKER =
            StackWalker.getInstance(Set.of(Option.RETAIN_CLASS_REFERENCE, Option.SHOW_HIDDEN_FRAMES));

    private static final Set<String> MET = new TreeSet<>();
    private static boolean byLane;

    /** Notes the stack in its accessor, when it is encoded, and in its constructor, when it is decoded. */
    public record Probe(int number) {
        public Probe {
            note();
        }

        @Override
        public int number() {
            note();
            return number;
        }
    }

    /** The service that is called. */
    public interface Service {
        Probe call(Probe probe);
    }

    private static synchronized void note() {
        boolean serving = isServing();
        byLane |= serving;
        MET.addAll(WALKER.walk(frames -> frames.map(StackFrame::getDeclaringClass)
                .takeWhile(each -> !isBelow(each))
                .filter(each -> each.getPackageName().startsWith("dev.wherry.internal"))
                .filter(each -> each.getNestHost() != CallPathTest.class && each.getNestHost() != Pair.class)
                .map(each -> each.isHidden() ? (serving ? "DispatcherGenerator" : "StubGenerator") : fileOf(each))
                .collect(Collectors.toSet())));
    }

    private static boolean isServing() {
        return Thread.currentThread().getName().equals("wherry-lane");
    }

    /** Whether a class has started the thread of a lane, before its calls. */
    private static boolean isBelow(Class<?> type) {
        return type.getPackageName().equals("dev.wherry.internal.endpoint");
    }

    private static String fileOf(Class<?> type) {
        String name = type.getName();
        int nested = name.indexOf('$');
        return (nested < 0 ? name : name.substring(0, nested))
                .substring(type.getPackageName().length() + 1);
    }

    /** The files of the numbered steps of the page. */
    private static Set<String> described() throws IOException {
        return files("\\| \\d+ \\|.*", 2);
    }

    /** The files of the page's table of what is met on the way. */
    private static Set<String> met() throws IOException {
        return files("\\| `.*", 1);
    }

    /** The files in one column of the rows that match. */
    private static Set<String> files(String row, int column) throws IOException {
        String page = Files.readString(Checkout.root().resolve("docs").resolve("architecture.md"));
        int from = page.indexOf("## A synchronous call");
        Set<String> files = new TreeSet<>();
        for (String line : page.substring(from, page.indexOf("\n## ", from + 1)).split("\n")) {
            Matcher file = FILE.matcher(line.matches(row) ? line.split("\\|")[column] : "");
            while (file.find()) {
                files.add(file.group(1));
            }
        }
        return files;
    }

    @Test
    void passesNoMoreFilesThanThePageDescribes() throws IOException {
        EndpointEngine server = new EndpointEngine(EndpointOptions.defaults());
        EndpointEngine client = new EndpointEngine(EndpointOptions.defaults());
        try {
            String address = server.listeners().open("tcp://127.0.0.1:0").toString();
            server.bind("service", Service.class, (Service) probe -> {
                note();
                return probe;
            });
            Service service = client.connections().lookup(address + "/service", Service.class);
            Probe probe = new Probe(1);
            Pair.until("a lane carries a call", () -> {
                synchronized (CallPathTest.class) {
                    MET.clear();
                    byLane = false;
                }
                service.call(probe);
                return byLane;
            });
        } finally {
            client.close(Duration.ofSeconds(5));
            server.close(Duration.ofSeconds(5));
        }
        Set<String> described = described();
        assertThat(described).hasSizeLessThanOrEqualTo(MOST);
        assertThat(described).containsAll(MET);
        assertThat(met()).contains("Lanes").hasSizeLessThanOrEqualTo(MOST_MET).doesNotContainAnyElementsOf(described);
    }
}
