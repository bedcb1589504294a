package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A change that one call makes to its thread is not visible to the next call, on any thread. */
final class ThreadStateTest {
    /** More calls than a method needs to show that it is quick. */
    private static final int PROVEN = 400;

    public interface Spoiler {
        /** The thread's state without its name, as it is before it is spoiled. */
        String state(boolean spoil);
    }

    private static String spoil(boolean spoil) {
        Thread thread = Thread.currentThread();
        String before = "named mine: " + thread.getName().equals("mine")
                + ", priority " + thread.getPriority()
                + ", context " + thread.getContextClassLoader()
                + ", interrupted " + thread.isInterrupted()
                + ", handler " + (thread.getUncaughtExceptionHandler() instanceof ThreadGroup);
        if (spoil) {
            thread.setName("mine");
            thread.setPriority(Thread.MIN_PRIORITY);
            thread.setContextClassLoader(null);
            thread.setUncaughtExceptionHandler((which, failure) -> {});
            thread.interrupt();
        }
        return before;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void isNotSeenByAnotherClientsCall(int lanes) {
        EndpointOptions options = EndpointOptions.builder().lanes(lanes).build();
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint ann = Endpoint.create(options);
                Endpoint bob = Endpoint.create(options)) {
            server.bind("spoiler", Spoiler.class, ThreadStateTest::spoil);
            Spoiler asAnn = ann.lookup(server.address() + "/spoiler", Spoiler.class);
            Spoiler asBob = bob.lookup(server.address() + "/spoiler", Spoiler.class);
            String clean = asBob.state(false);
            for (int i = 0; i < PROVEN; i++) {
                assertThat(asAnn.state(true))
                        .as("call %s of the same client", i)
                        .isEqualTo(clean);
                assertThat(asBob.state(false)).as("call %s of the other", i).isEqualTo(clean);
            }
            assertThat(Calls.async(asAnn, each -> each.state(true)).join()).isEqualTo(clean);
            assertThat(Calls.async(asBob, each -> each.state(false)).join()).isEqualTo(clean);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void hasTheContextClassLoaderOfTheBindingThread(int lanes) throws Exception {
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        EndpointOptions options = EndpointOptions.builder().lanes(lanes).build();
        try (URLClassLoader first = new URLClassLoader("first", new URL[0], before);
                URLClassLoader second = new URLClassLoader("second", new URL[0], before);
                Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create(options)) {
            for (ClassLoader each : Arrays.asList(first, second)) {
                current.setContextClassLoader(each);
                server.bind(each.getName(), Spoiler.class, ThreadStateTest::spoil);
            }
            current.setContextClassLoader(before);
            Spoiler one = client.lookup(server.address() + "/first", Spoiler.class);
            Spoiler two = client.lookup(server.address() + "/second", Spoiler.class);
            for (int i = 0; i < PROVEN; i++) {
                assertThat(one.state(true)).contains(first.toString());
                assertThat(two.state(false)).contains(second.toString());
            }
        } finally {
            current.setContextClassLoader(before);
        }
    }
}
