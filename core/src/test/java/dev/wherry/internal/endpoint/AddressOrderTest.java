package dev.wherry.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.internal.objects.Address;
import dev.wherry.spi.Resolver;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** At which addresses a peer is looked for, and in which order. */
class AddressOrderTest {
    private static final URI A = URI.create("tcp://a:1");
    private static final URI B = URI.create("tcp://b:2");
    private static final URI C = URI.create("tcp://c:3");
    private static final List<URI> NAME = List.of(URI.create("stars://sirius"));
    private static final long LONG = TimeUnit.MINUTES.toNanos(1);

    private static volatile Resolver current = new Stars();

    /** Installed as a service; does what the test says. */
    public static class Stars implements Resolver {
        @Override
        public String scheme() {
            return "stars";
        }

        @Override
        public List<URI> resolve(URI name) throws IOException {
            return current.resolve(name);
        }
    }

    private interface Answer {
        List<URI> get() throws IOException;
    }

    private static void answer(Answer answer) {
        current = new Stars() {
            @Override
            public List<URI> resolve(URI name) throws IOException {
                return answer.get();
            }
        };
    }

    @TempDir
    Path folder;

    private Addresses addresses = new Addresses(new Providers(EndpointOptions.defaults()));
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @BeforeEach
    void installResolver() throws IOException {
        Path service = Files.writeString(folder.resolve("service"), Stars.class.getName());
        Thread.currentThread().setContextClassLoader(new ClassLoader(AddressOrderTest.class.getClassLoader()) {
            @Override
            public Enumeration<URL> getResources(String name) throws IOException {
                return name.endsWith(Resolver.class.getName())
                        ? Collections.enumeration(List.of(service.toUri().toURL()))
                        : super.getResources(name);
            }
        });
        addresses = new Addresses(new Providers(EndpointOptions.defaults()));
    }

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    private List<URI> order(List<URI> written, long now) {
        return addresses.inOrder(written, List.of(), LONG, now);
    }

    @Test
    void isThatOfTheList() {
        assertThat(order(List.of(B, A, C), 0)).containsExactly(B, A, C);
    }

    @Test
    void hasThoseAtTheEndThatHaveFailedLately() {
        addresses.failed(B, 5);
        addresses.failed(A, 9);
        assertThat(order(List.of(A, B, C), 10)).containsExactly(C, B, A);
        assertThat(order(List.of(A, B, C), 5 + Addresses.AVOIDED)).containsExactly(B, C, A);
        assertThat(order(List.of(A, B, C), 9 + Addresses.AVOIDED)).containsExactly(A, B, C);
        addresses.failed(A, 9);
        addresses.answered(A);
        assertThat(order(List.of(A, B, C), 10)).containsExactly(A, C, B);
    }

    @Test
    void leavesOutWhatIsNotWanted() {
        assertThat(addresses.inOrder(List.of(A, B), List.of(A), LONG, 0)).containsExactly(B);
        assertThatThrownBy(() -> addresses.inOrder(List.of(A), List.of(A), LONG, 0))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.UNAVAILABLE));
    }

    @Test
    void isTheResolversWhereThereIsOne() {
        assertThat(addresses.areSeveral(NAME)).isTrue();
        answer(() -> List.of(B, A, URI.create("tcp://B:2")));
        assertThat(order(NAME, 0)).containsExactly(B, A);
        answer(() -> List.of(C));
        assertThat(order(NAME, 0)).containsExactly(C);
        addresses.failed(B, 0);
        answer(() -> List.of(B, A));
        assertThat(order(NAME, 1)).containsExactly(A, B);
        answer(() -> Collections.nCopies(1_000, A));
        assertThat(order(NAME, 1)).containsExactly(A);
    }

    @Test
    void isWrittenForTheResolverAsTheUserHasWrittenIt() {
        assertThat(addresses.checked(Address.parse("stars://a:1,b:2/bank")))
                .containsExactly(URI.create("stars://a:1,b:2"));
    }

    @Test
    void isNotKnownIfTheResolverFails() {
        answer(List::of);
        assertUnresolved("has no address");
        answer(() -> {
            throw new IOException("no such star");
        });
        assertUnresolved("no such star");
        answer(() -> {
            throw new IllegalStateException("a broken resolver");
        });
        assertUnresolved("a broken resolver");
        answer(() -> List.of(NAME.getFirst()));
        assertUnresolved("to which no session can be opened");
        answer(() -> List.of(URI.create("nothing://x")));
        assertUnresolved("No transport");
        answer(() -> Collections.singletonList(null));
        assertUnresolved("NullPointerException");
    }

    private void assertUnresolved(String why) {
        assertThatThrownBy(() -> order(NAME, 0))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.UNAVAILABLE))
                .hasMessageContaining("stars://sirius")
                .hasMessageContaining(why);
    }

    @Test
    void isNotWaitedForLongerThanTheCallMayTake() {
        CountDownLatch released = new CountDownLatch(1);
        answer(() -> {
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return List.of(A);
        });
        try {
            assertThatThrownBy(() -> addresses.inOrder(NAME, List.of(), 1, 0))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining("has not answered in time");
        } finally {
            released.countDown();
        }
    }
}
