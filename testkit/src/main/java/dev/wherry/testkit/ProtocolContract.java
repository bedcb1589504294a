package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Identity;
import dev.wherry.Invocation;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Protocol;
import dev.wherry.testkit.sample.Watcher;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The tests that each {@link Protocol} must pass: an invocation reaches the bound object, and its outcome is returned.
 */
public abstract class ProtocolContract {
    private final ServedObjects objects = new ServedObjects();
    private final List<Protocol.Remote> remotes = new ArrayList<>();
    private @Nullable Listener listener;

    /** For subclasses. JUnit creates one instance per test. */
    protected ProtocolContract() {}

    /** Returns the protocol to test. */
    protected abstract Protocol protocol();

    /** Returns an address to listen at. Each call may return another. */
    protected abstract URI anyAddress() throws IOException;

    /** Returns an address at which no server listens. */
    protected abstract URI nobody() throws IOException;

    /** Returns the URI of a name, given the address that is listened at. By default the name is the path. */
    protected URI uri(URI address, String name) {
        return URI.create(address + "/" + name);
    }

    @BeforeEach
    void listen() throws IOException {
        objects.bind("doubler", Watcher.class, number -> 2 * number);
        listener = protocol().listen(anyAddress(), objects);
    }

    @AfterEach
    void close() {
        remotes.forEach(Protocol.Remote::close);
        listener().close();
    }

    private Listener listener() {
        if (listener == null) {
            throw new IllegalStateException("Not listening");
        }
        return listener;
    }

    private Protocol.Remote connect(String name) throws IOException {
        Protocol.Remote remote =
                protocol().connect(uri(listener().address(), name), Watcher.class, Running.LONG, objects.memory());
        remotes.add(remote);
        return remote;
    }

    private static Invocation seen(String name, int number) {
        try {
            return new Invocation(
                    name,
                    Watcher.class.getMethod("seen", int.class),
                    List.of(number),
                    CallOptions.none(),
                    Running.LONG,
                    Identity.of("test", null));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Object get(CompletionStage<@Nullable Object> stage) throws Exception {
        return stage.toCompletableFuture().get(Running.LONG.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Test
    void isFoundByItsSchemes() {
        assertThat(protocol().schemes()).contains(listener().address().getScheme());
    }

    @Test
    void callsTheBoundObject() throws Exception {
        assertThat(get(connect("doubler").invoke(seen("doubler", 21)))).isEqualTo(42);
    }

    @Test
    void failsWithWhatTheMethodThrew() throws Exception {
        objects.bind("thrower", Watcher.class, number -> {
            throw new IllegalArgumentException("not " + number);
        });
        Protocol.Remote remote = connect("thrower");
        assertThatThrownBy(() -> get(remote.invoke(seen("thrower", 3))))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not 3");
    }

    @Test
    void failsForANameThatIsNotBound() {
        assertThatThrownBy(() -> get(connect("tripler").invoke(seen("tripler", 3))))
                .satisfies(thrown -> assertThat(remote(thrown).code()).isEqualTo(CallException.Code.NOT_FOUND));
    }

    private static CallException remote(Throwable thrown) {
        if (thrown instanceof CallException remote) {
            return remote;
        }
        if (thrown.getCause() instanceof CallException remote) {
            return remote;
        }
        throw new AssertionError("Not a CallException", thrown);
    }

    @Test
    void returnsFromInvokeBeforeTheCallEnds() throws Exception {
        CountDownLatch leave = new CountDownLatch(1);
        objects.bind("slow", Watcher.class, number -> {
            try {
                Await.latch(leave);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return number;
        });
        CompletableFuture<@Nullable Object> call =
                connect("slow").invoke(seen("slow", 5)).toCompletableFuture();
        assertThat(call).isNotDone();
        leave.countDown();
        assertThat(get(call)).isEqualTo(5);
    }

    @Test
    void returnsToEachOfManyCallsItsResult() throws Exception {
        Protocol.Remote remote = connect("doubler");
        List<CompletionStage<@Nullable Object>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            calls.add(remote.invoke(seen("doubler", i)));
        }
        for (int i = 0; i < 200; i++) {
            assertThat(get(calls.get(i))).isEqualTo(2 * i);
        }
    }

    @Test
    void failsWithinTheLimitIfNoServerListens() throws Exception {
        URI nobody = uri(nobody(), "doubler");
        assertThatThrownBy(() -> {
                    try (Protocol.Remote remote =
                            protocol().connect(nobody, Watcher.class, Duration.ofSeconds(2), objects.memory())) {
                        get(remote.invoke(seen("doubler", 1)));
                    }
                })
                .isInstanceOfAny(IOException.class, CallException.class, ExecutionException.class);
    }

    @Test
    void failsOnceTheListenerIsClosed() throws Exception {
        URI uri = uri(listener().address(), "doubler");
        listener().close();
        assertThatThrownBy(() -> {
                    try (Protocol.Remote remote =
                            protocol().connect(uri, Watcher.class, Duration.ofSeconds(2), objects.memory())) {
                        get(remote.invoke(seen("doubler", 1)));
                    }
                })
                .isInstanceOfAny(IOException.class, CallException.class, ExecutionException.class);
    }
}
