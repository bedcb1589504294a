package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.INVALID_CALL;
import static dev.wherry.CallException.Code.NOT_FOUND;
import static dev.wherry.CallException.Code.UNAVAILABLE;
import static dev.wherry.CallException.Code.UNKNOWN_OUTCOME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.Uninterruptible;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Bell;
import dev.wherry.testkit.sample.Echo;
import dev.wherry.testkit.sample.Person;
import dev.wherry.testkit.sample.Watcher;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls within a JVM that pass objects by reference, and others that copy them. */
class InProcessTest extends LocalContract {
    private static final AtomicInteger NAMES = new AtomicInteger();

    private Endpoint server;
    private Endpoint client;

    @Override
    protected String listenAt() {
        return "inprocess://test" + NAMES.incrementAndGet();
    }

    @BeforeEach
    void start() {
        server = Endpoint.listen(listenAt());
        client = Endpoint.create();
        server.bind("echo", Echo.class, new Echoing() {
            @Override
            public String text(@Nullable String text) {
                throw new UnsupportedOperationException(text);
            }
        });
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private Echo echo(String how) {
        return client.lookup(server.address() + "/echo" + how, Echo.class);
    }

    @Test
    void passesTheSameObjectByReference() {
        Echo stub = echo("");
        Object anything = new Object();
        assertThat(stub.any(anything)).isSameAs(anything);
        byte[] bytes = {1};
        assertThat(stub.bytes(bytes)).isSameAs(bytes);
    }

    @Test
    void passesAnEqualObjectByCopy() {
        Echo stub = echo("?copy");
        Person person = Person.named("Ann");
        assertThat(stub.person(person)).isEqualTo(person).isNotSameAs(person);
        List<Object> list = new ArrayList<>(List.of(1, "a"));
        assertThat(stub.any(list)).isEqualTo(list).isNotSameAs(list);
        byte[] bytes = {1};
        assertThat(stub.bytes(bytes)).isEqualTo(bytes).isNotSameAs(bytes);
        assertThatThrownBy(() -> stub.any(new Thread()))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.CODEC));
    }

    @Test
    void throwsWhatTheMethodThrew() {
        assertThatThrownBy(() -> echo("").text("why"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("why");
        assertThatThrownBy(() -> echo("?copy").text("why"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("why");
    }

    @Test
    void passesReferencesWithoutStubsByCopyToo() {
        Watcher watcher = number -> number;
        server.bind("watchers", Watchers.class, given -> given);
        for (String how : List.of("", "?copy")) {
            assertThat(client.lookup(server.address() + "/watchers" + how, Watchers.class)
                            .same(watcher))
                    .isSameAs(watcher);
        }
    }

    /** A service that returns its argument, which is a reference. */
    public interface Watchers {
        Watcher same(Watcher watcher);
    }

    @Test
    void refusesCallsAfterUnbind() {
        Echo reference = echo("");
        Echo copy = echo("?copy");
        server.unbind("echo");
        for (Echo stub : List.of(reference, copy)) {
            assertThatThrownBy(() -> stub.any(1))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(NOT_FOUND));
        }
        assertThatThrownBy(() -> echo("")).isInstanceOf(CallException.class).hasMessageContaining("echo");
    }

    @Test
    void namesTheListeningAddressesIfAnotherIsUsed() {
        assertThatThrownBy(() -> client.lookup("inprocess://nobody/echo", Echo.class))
                .isInstanceOfSatisfying(CallException.class, e -> {
                    assertThat(e.code()).isEqualTo(CallException.Code.UNAVAILABLE);
                    assertThat(e)
                            .hasMessageContaining(server.address().toString().substring("inprocess://".length()));
                });
    }

    @Test
    void refusesAnUnknownOption() {
        assertThatThrownBy(() -> echo("?cpoy"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("?cpoy")
                .hasMessageContaining("?copy");
        assertThatThrownBy(() -> Endpoint.listen("inprocess://test?fast"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("?fast");
    }

    @Test
    void connectsTheSameInterfaceOfTwoClassLoadersByCopyOnly() throws Exception {
        Class<?> again = new Again().define(Doubler.class);
        bindAs(
                again,
                Proxy.newProxyInstance(
                        again.getClassLoader(),
                        new Class<?>[] {again},
                        (self, method, given) -> 2 * (int) Objects.requireNonNull(given)[0]));
        String address = server.address() + "/doubler";
        assertThat(client.lookup(address + "?copy", Doubler.class).twice(21)).isEqualTo(42);
        assertThat(Failing.withCode(INVALID_CALL, () -> client.lookup(address, Doubler.class)))
                .hasMessageContaining("class loader")
                .hasMessageContaining("?copy");
    }

    private <T> void bindAs(Class<T> type, Object object) {
        server.bind("doubler", type, type.cast(object));
    }

    /** A service that doubles a number. */
    public interface Doubler {
        int twice(int number);
    }

    private static final class Again extends ClassLoader {
        Again() {
            super(InProcessTest.class.getClassLoader());
        }

        Class<?> define(Class<?> known) throws IOException {
            String file = known.getName().replace('.', '/') + ".class";
            try (InputStream in = Objects.requireNonNull(getResourceAsStream(file))) {
                byte[] bytes = in.readAllBytes();
                return defineClass(known.getName(), bytes, 0, bytes.length);
            }
        }
    }

    @Test
    void carriesContext() {
        ContextKey<String> key = ContextKey.text("tenant");
        List<String> seen = new ArrayList<>();
        server.bind("watcher", Watcher.class, number -> {
            seen.add(Calls.context(key).orElse("none"));
            return number;
        });
        for (String how : List.of("", "?copy")) {
            Watcher stub = client.lookup(server.address() + "/watcher" + how, Watcher.class);
            Calls.with(stub, CallOptions.builder().context(key, "acme" + how).build())
                    .seen(1);
            stub.seen(1);
        }
        assertThat(seen).containsExactly("acme", "none", "acme?copy", "none");
    }

    /** A service that returns the name of its context class loader. */
    public interface Place {
        ClassLoader context();

        default String name() {
            return context().getName();
        }
    }

    @Test
    void runsMethodsWithTheContextClassLoaderOfTheBinder() {
        Thread thread = Thread.currentThread();
        ClassLoader own = thread.getContextClassLoader();
        ClassLoader binder = new URLClassLoader("binder", new URL[0], own);
        thread.setContextClassLoader(binder);
        server.bind("place", Place.class, () -> Thread.currentThread().getContextClassLoader());
        Place stub = client.lookup(server.address() + "/place", Place.class);
        assertThat(stub.context()).isSameAs(binder);
        thread.setContextClassLoader(own);
        assertThat(stub.context()).isSameAs(binder);
        assertThat(Calls.async(stub, Place::context).join()).isSameAs(binder);
        assertThat(client.lookup(server.address() + "/place?copy", Place.class).name())
                .isEqualTo("binder");
        assertThat(thread.getContextClassLoader()).isSameAs(own);
    }

    @Test
    void isPartOfTheCallInWhichItIsMade() {
        ContextKey<String> key = ContextKey.text("tenant");
        List<String> seen = new ArrayList<>();
        server.bind("inner", Watcher.class, number -> {
            seen.add(Calls.context(key).orElse("none") + (Calls.caller().isPresent() ? " by a peer" : ""));
            return number;
        });
        Watcher inner = client.lookup(server.address() + "/inner", Watcher.class);
        server.bind("outer", Watcher.class, number -> {
            inner.seen(number);
            Calls.with(inner, CallOptions.builder().context(key, "inner").build())
                    .seen(number);
            return inner.seen(number);
        });
        for (String how : List.of("", "?copy")) {
            Watcher outer = client.lookup(server.address() + "/outer" + how, Watcher.class);
            Calls.with(outer, CallOptions.builder().context(key, "outer" + how).build())
                    .seen(1);
        }
        inner.seen(1);
        assertThat(seen)
                .containsExactly(
                        "outer",
                        "inner",
                        "outer",
                        "outer?copy by a peer",
                        "inner by a peer",
                        "outer?copy by a peer",
                        "none");
    }

    @Test
    void refusesCallsOnceEitherEndpointIsClosed() {
        Endpoint other = Endpoint.create();
        Echo others = other.lookup(server.address() + "/echo", Echo.class);
        other.close();
        assertThat(Failing.withCode(UNAVAILABLE, () -> others.any(1))).hasMessageContaining("This endpoint");
        for (String how : List.of("/echo", "/echo?copy")) {
            Failing.withCode(UNAVAILABLE, () -> other.lookup(server.address() + how, Echo.class));
        }
        Echo stub = echo("");
        String address = server.address() + "/echo";
        assertThat(stub.any(1)).as("a call to the open endpoint").isEqualTo(1);
        server.close();
        assertThat(Failing.withCode(UNAVAILABLE, () -> stub.any(1))).hasMessageContaining(address);
    }

    @Test
    void refusesCallsFromTheMomentOfItsClose() throws Exception {
        Watcher real = number -> number;
        for (int i = 0; i < 20; i++) {
            server.bind("watcher", Watcher.class, real);
            Watcher stub = client.lookup(server.address() + "/watcher", Watcher.class);
            CountDownLatch called = new CountDownLatch(1);
            Running<Throwable> calling = Running.start(() -> Failing.thrownBy(() -> {
                while (true) {
                    stub.seen(1);
                    called.countDown();
                }
            }));
            Await.latch(called);
            server.unbind("watcher");
            assertThat(calling.get()).isInstanceOf(CallException.class);
            Failing.withCode(NOT_FOUND, () -> stub.seen(1));
        }
    }

    @Test
    void countsOneWayCallsAndWaitsForThemWhenItCloses() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        OneWayPart.Ringing ringing = new OneWayPart.Ringing(sound -> {
            entered.countDown();
            Blocking.until(leave, 0);
        });
        server.bind("bell", Bell.class, ringing);
        Bell stub = client.lookup(server.address() + "/bell", Bell.class);
        stub.ring("long");
        Await.latch(entered);
        assertThat(server.statistics().callsIn()).isEqualTo(1);
        Running<Void> closing = Running.start(() -> {
            server.close(Running.LONG);
            return null;
        });
        Await.until("a refusal of new calls", () -> Failing.thrownBy(stub::count) instanceof CallException);
        assertThat(closing.isDone()).isFalse();
        leave.countDown();
        closing.get();
        assertThat(ringing.done()).hasValue(1);
        assertThat(server.statistics().callsIn()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failsTheFutureOfACallThatRunsLongerThanTheDrain(boolean serverCloses) throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        server.bind("watcher", Watcher.class, number -> {
            entered.countDown();
            try {
                return Blocking.until(new CountDownLatch(1), number);
            } finally {
                interrupted.countDown();
            }
        });
        Watcher stub = client.lookup(server.address() + "/watcher", Watcher.class);
        CompletableFuture<Integer> call = Calls.async(stub, watcher -> watcher.seen(1));
        Await.latch(entered);
        assertThat(client.statistics().callsOut()).isEqualTo(1);
        (serverCloses ? server : client).close(Duration.ZERO);
        assertThatThrownBy(call::join)
                .cause()
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(UNKNOWN_OUTCOME));
        Await.latch(interrupted);
    }

    @Test
    void canBeClosedByADependentOfAFuture() throws Exception {
        server.bind("watcher", Watcher.class, number -> number);
        Watcher stub = client.lookup(server.address() + "/watcher", Watcher.class);
        CountDownLatch release = new CountDownLatch(1);
        server.bind("held", Watcher.class, number -> Blocking.until(release, number));
        Watcher held = client.lookup(server.address() + "/held", Watcher.class);
        CompletableFuture<Integer> closed = Calls.async(held, watcher -> watcher.seen(1))
                .thenApply(number -> {
                    assertThat(server.statistics().callsIn()).isZero();
                    server.close(Running.LONG);
                    return number;
                });
        release.countDown();
        assertThat(Running.start(closed::get).get()).isEqualTo(1);
        Failing.withCode(UNAVAILABLE, () -> stub.seen(1));
    }

    @Test
    void drainsWhileCallsMakeFurtherCalls() throws Exception {
        AtomicReference<Bell> again = new AtomicReference<>();
        CountDownLatch last = new CountDownLatch(100_000);
        server.bind("bell", Bell.class, new OneWayPart.Ringing(sound -> {
            last.countDown();
            if (last.getCount() > 0) {
                again.get().ring(sound);
            }
        }));
        again.set(client.lookup(server.address() + "/bell", Bell.class));
        again.get().ring("first");
        Await.latch(last);
    }

    /** A service whose method is not interrupted by a cancel. */
    public interface Steady {
        @Uninterruptible
        int hold(int number);
    }

    @Test
    void doesNotInterruptAnUninterruptibleMethod() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        server.bind("steady", Steady.class, number -> {
            entered.countDown();
            try {
                return Blocking.until(release, number);
            } finally {
                interrupted.complete(Thread.currentThread().isInterrupted());
            }
        });
        Steady stub = client.lookup(server.address() + "/steady", Steady.class);
        CompletableFuture<Integer> call = Calls.async(stub, steady -> steady.hold(1));
        Await.latch(entered);
        call.cancel(true);
        assertThat(server.statistics().callsIn()).isEqualTo(1);
        release.countDown();
        assertThat(Running.start(interrupted::get).get()).isFalse();
    }

    @Test
    void refusesCallsOfAReleasedStub() {
        Echo released = echo("");
        Echo other = echo("");
        Calls.release(released);
        assertThat(Failing.withCode(NOT_FOUND, () -> released.any(1))).hasMessageContaining("released");
        assertThat(other.any(1)).isEqualTo(1);
    }

    /** A service that passes a watcher on. */
    public interface Shelf {
        Watcher get();

        boolean holds(Watcher watcher);
    }

    private record Shelved(Watcher watcher) implements Shelf {
        @Override
        public Watcher get() {
            return watcher;
        }

        @Override
        public boolean holds(Watcher other) {
            return other.equals(watcher);
        }
    }

    @Test
    void passesAStubOnToAnotherJvmAsAStub() {
        List<Object> seen = new CopyOnWriteArrayList<>();
        EndpointOptions guarded = EndpointOptions.builder()
                .addServerInterceptor((call, next) -> {
                    seen.add(call.target());
                    return next.proceed(call);
                })
                .build();
        try (Endpoint owner = Endpoint.listen(listenAt(), guarded);
                Endpoint middle = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint third = Endpoint.create()) {
            URI tcp = owner.listenAt("tcp://127.0.0.1:0");
            Watcher real = number -> number + 1;
            owner.bind("watcher", Watcher.class, real);
            owner.bind("shelf", Shelf.class, new Shelved(real));
            Watcher local = middle.lookup(owner.address() + "/watcher", Watcher.class);
            middle.bind("shelf", Shelf.class, new Shelved(local));
            Shelf shelf = third.lookup(middle.address() + "/shelf", Shelf.class);
            Watcher relayed = shelf.get();
            assertThat(relayed.seen(1)).isEqualTo(2);
            assertThat(seen).as("calls that the owner's interceptor sees").containsExactly("watcher");
            assertThat(relayed).isEqualTo(third.lookup(tcp + "/watcher", Watcher.class));
            assertThat(shelf.holds(relayed))
                    .as("whether the middle knows its own stub")
                    .isTrue();
            assertThat(third.lookup(tcp + "/shelf", Shelf.class).holds(relayed))
                    .as("whether the owner knows its own object")
                    .isTrue();
            owner.unbind("watcher");
            Failing.withCode(NOT_FOUND, () -> relayed.seen(1));
            owner.close();
            Failing.withCode(UNAVAILABLE, () -> relayed.seen(1));
        }
    }

    @Test
    void blocksSendersAtTheLimitOfCallsInFlight() throws Exception {
        Limits narrow = Limits.builder().callsInFlight(2).build();
        try (Endpoint small = Endpoint.listen(
                listenAt(), EndpointOptions.builder().limits(narrow).build())) {
            CountDownLatch leave = new CountDownLatch(1);
            OneWayPart.Ringing ringing = new OneWayPart.Ringing(sound -> Blocking.until(leave, 0));
            small.bind("bell", Bell.class, ringing);
            Bell stub = client.lookup(small.address() + "/bell", Bell.class);
            stub.ring(1);
            stub.ringSoon(2);
            Running<Void> third = Running.start(() -> {
                stub.ring(3);
                return null;
            });
            Await.until("a sender that waits", () -> third.thread().getState() == Thread.State.TIMED_WAITING);
            assertThat(small.statistics().callsIn()).isEqualTo(2);
            leave.countDown();
            third.get();
            Await.until("3 calls", () -> ringing.done().get() == 3);
        }
    }

    @Test
    void failsAnAcceptedCallToAnUnboundName() {
        server.bind("bell", Bell.class, new OneWayPart.Ringing(sound -> {}));
        Bell stub = client.lookup(server.address() + "/bell", Bell.class);
        server.unbind("bell");
        Failing.withCode(NOT_FOUND, () -> stub.ringSurely("gone"));
        Failing.withCode(NOT_FOUND, () -> stub.ring("gone"));
        assertThat(Failing.thrownBy(() -> stub.ringSoon("gone"))).isNull();
    }
}
