package dev.wherry.internal.invoke;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.Delivery;
import dev.wherry.EndpointOptions;
import dev.wherry.OneWay;
import dev.wherry.Timeout;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class StubsTest {
    interface Greeter {
        String greet(String name) throws IOException;

        int count();

        void reset();

        CompletableFuture<String> greetLater(String name);

        @OneWay
        void shout(String name);

        @Timeout(millis = 1234)
        default String twice(String name) throws IOException {
            return greet(name) + greet(name);
        }
    }

    interface Named {
        String name();
    }

    interface CountsOtherwise {
        int count() throws IOException;
    }

    static final class Host implements Greeter, Named {
        final List<String> heard = new ArrayList<>();

        @Override
        public String greet(String name) throws IOException {
            if (name.isEmpty()) {
                throw new IOException("nobody");
            }
            return "Hello " + name;
        }

        @Override
        public int count() {
            return 42;
        }

        @Override
        public void reset() {
            heard.add("reset");
        }

        @Override
        public CompletableFuture<String> greetLater(String name) {
            return CompletableFuture.supplyAsync(() -> {
                if (name.isEmpty()) {
                    throw new IllegalArgumentException("nobody");
                }
                return "Later " + name;
            });
        }

        @Override
        public void shout(String name) {
            heard.add(name);
        }

        @Override
        public String name() {
            return "host";
        }
    }

    private final Host host = new Host();
    private final Loop loop = new Loop(host);
    private final Greeter stub = Loop.stub(Greeter.class, loop, EndpointOptions.defaults());

    @Test
    void callsTheMethod() throws Exception {
        assertThat(stub.greet("Ann")).isEqualTo("Hello Ann");
        assertThat(stub.count()).isEqualTo(42);
        stub.reset();
        assertThat(host.heard).containsExactly("reset");
        assertThat(loop.asked).containsExactly("call greet", "call count", "call reset");
    }

    @Test
    void callsADefaultMethodAtTheTarget() throws Exception {
        assertThat(stub.twice("Ann")).isEqualTo("Hello AnnHello Ann");
        assertThat(loop.asked).containsExactly("call twice");
    }

    @Test
    void throwsWhatTheMethodThrew() {
        assertThatThrownBy(() -> stub.greet(""))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("nobody");
    }

    @Test
    void completesFutures() throws Exception {
        assertThat(stub.greetLater("Ann").get()).isEqualTo("Later Ann");
        assertThatThrownBy(() -> stub.greetLater("").get())
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("nobody");
        assertThat(loop.asked).containsExactly("start greetLater", "start greetLater");
    }

    @Test
    void sendsOneWayCallsAsTheyAskOrAsTheOptionsSay() {
        stub.shout("a");
        Calls.with(stub, CallOptions.ofDelivery(Delivery.ACCEPTED)).shout("b");
        Calls.with(stub, CallOptions.ofDelivery(Delivery.QUEUED)).reset();
        assertThat(host.heard).containsExactly("a", "b", "reset");
        assertThat(loop.asked).containsExactly("send SENT shout", "send ACCEPTED shout", "send QUEUED reset");
    }

    @Test
    void refusesToLoseAResultThroughAOneWayVariant() {
        Greeter oneWay = Calls.with(stub, CallOptions.ofDelivery(Delivery.SENT));
        assertThatThrownBy(oneWay::count)
                .isInstanceOf(CallException.class)
                .hasMessageContaining("Greeter.count returns something")
                .extracting(e -> ((CallException) e).code())
                .isEqualTo(CallException.Code.INVALID_CALL);
        assertThatThrownBy(() -> oneWay.greetLater("Ann")).hasMessageContaining("greetLater returns something");
        assertThat(loop.asked).isEmpty();
    }

    @Test
    void putsTheVariantsOptionsBeforeTheMethodsOwn() throws Exception {
        ContextKey<String> tenant = ContextKey.text("tenant");
        Greeter variant =
                Calls.with(stub, CallOptions.builder().context(tenant, "acme").build());
        variant.count();
        variant.twice("Ann");
        Calls.with(variant, CallOptions.ofTimeout(Duration.ofSeconds(3))).twice("Ann");
        stub.count();
        assertThat(loop.options)
                .extracting(CallOptions::timeout)
                .containsExactly(
                        Duration.ofSeconds(30), Duration.ofMillis(1234), Duration.ofSeconds(3), Duration.ofSeconds(30));
        assertThat(loop.options)
                .extracting(options -> options.context().get(tenant))
                .containsExactly("acme", "acme", "acme", null);
    }

    @Test
    void isEqualToStubsOfTheSameTargetOnly() {
        Greeter variant = Calls.with(stub, CallOptions.ofTimeout(Duration.ofSeconds(1)));
        Greeter other = Loop.stub(Greeter.class, new Host());
        assertThat(variant).isEqualTo(stub).hasSameHashCodeAs(stub).isNotSameAs(stub);
        assertThat(stub).isNotEqualTo(other).isNotEqualTo(null).isNotEqualTo("stub");
        assertThat(stub).hasToString(Greeter.class.getName() + " at loop://here/object");
        assertThat(loop.asked).isEmpty();
    }

    @Test
    void isKnownAsAStub() {
        assertThat(Calls.isStub(stub)).isTrue();
        assertThat(Calls.isStub(host)).isFalse();
        assertThat(Calls.isStub(null)).isFalse();
        assertThat(Calls.peer(stub)).isEmpty();
        assertThatThrownBy(() -> Calls.with("text", CallOptions.none()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Not a stub: an object of java.lang.String");
    }

    @Test
    void saysOfAnObjectThatWrapsAStubThatTheStubIsNeeded() {
        Greeter wrapper = (Greeter) Proxy.newProxyInstance(
                Greeter.class.getClassLoader(),
                new Class<?>[] {Greeter.class},
                (self, method, arguments) -> method.invoke(stub, arguments));
        Object generated = new Stub.Base(null, null) {};
        for (Object each : new Object[] {wrapper, generated}) {
            assertThat(Calls.isStub(each)).isFalse();
            assertThatThrownBy(() -> Calls.peer(each))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("It may wrap a stub, as frameworks do; the stub in it is needed");
        }
    }

    @Test
    void releasesItsTarget() {
        Calls.release(stub);
        assertThat(loop.released).isTrue();
    }

    /** A peer chooses the order in which it names interfaces. */
    @Test
    void areOfOneClassInWhateverOrderTheirInterfacesAre() {
        Object one =
                Stubs.create(loop, Loop.parsed(Greeter.class), List.of(Loop.parsed(Named.class)), CallOptions.none());
        Object other =
                Stubs.create(loop, Loop.parsed(Named.class), List.of(Loop.parsed(Greeter.class)), CallOptions.none());
        assertThat(other).hasSameClassAs(one);
    }

    @Test
    void implementsFurtherInterfacesThatAgree() {
        Object both = Stubs.create(
                loop,
                Loop.parsed(Greeter.class),
                List.of(Loop.parsed(Named.class), Loop.parsed(CountsOtherwise.class), Loop.parsed(Greeter.class)),
                CallOptions.none());
        assertThat(both).isInstanceOf(Greeter.class).isInstanceOf(Named.class).isNotInstanceOf(CountsOtherwise.class);
        assertThat(((Named) both).name()).isEqualTo("host");
    }

    @Test
    void makesAnyCallWithoutWaiting() throws Exception {
        CompletableFuture<String> greeting = Calls.async(stub, greeter -> {
            try {
                return greeter.greet("Ann");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        CompletableFuture<Integer> count = Calls.async(stub, Greeter::count);
        assertThat(greeting.get()).isEqualTo("Hello Ann");
        assertThat(count.get()).isEqualTo(42);
        assertThat(Calls.asyncRun(stub, Greeter::reset).get()).isNull();
        assertThat(loop.asked).containsExactly("start greet", "start count", "start reset");
    }

    @Test
    void failsTheFutureWithWhatTheMethodThrew() {
        CompletableFuture<String> greeting = Calls.async(stub, greeter -> {
            try {
                return greeter.greet("");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        assertThatThrownBy(greeting::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isExactlyInstanceOf(IOException.class);
    }

    @Test
    void refusesAsyncFunctionsThatDoNotMakeExactlyOneCall() {
        assertThatThrownBy(() -> Calls.async(stub, greeter -> "none"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("made none");
        assertThatThrownBy(() -> Calls.async(stub, greeter -> greeter.count() + greeter.count()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("second one");
        assertThatThrownBy(() -> Calls.async(stub, greeter -> greeter.count() + 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("worked on the result of")
                .hasMessageContaining("count");
        assertThatThrownBy(() ->
                        Calls.async(stub, greeter -> greeter.greetLater("Ann").thenApply(String::length)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("greetLater returns a future");
        assertThatThrownBy(() -> Calls.asyncRun(stub, greeter -> greeter.shout("a")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("shout is one-way");
        assertThatThrownBy(() -> Calls.asyncRun(stub, Greeter::count))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Use Calls.async");
        assertThat(loop.asked).isEmpty();
    }

    @Test
    void refusesCallsOnTheAsyncFunctionsStubLater() {
        List<Greeter> kept = new ArrayList<>();
        Calls.async(stub, greeter -> {
                    kept.add(greeter);
                    return greeter.count();
                })
                .join();
        assertThatThrownBy(() -> kept.getFirst().count())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("after the function had returned");
    }

    @Test
    void refusesToUseAResultThatIsNotThereYet() {
        interface Lists {
            List<String> all();
        }
        Lists lists = Loop.stub(Lists.class, List::of);
        assertThatThrownBy(() -> Calls.async(lists, all -> all.all().size()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("thenApply")
                .hasCauseInstanceOf(NullPointerException.class);
    }

    /** Loads the fixtures anew, as a container does with an application's classes. */
    private static final class ChildLoader extends URLClassLoader {
        ChildLoader() {
            super(
                    new URL[] {
                        StubsTest.class.getProtectionDomain().getCodeSource().getLocation()
                    },
                    StubsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!name.startsWith(StubsTest.class.getName() + "$")) {
                    return super.loadClass(name, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
        }
    }

    @Test
    void worksForTypesOfAChildLoader() throws Exception {
        try (ChildLoader child = new ChildLoader()) {
            Class<?> greeter = child.loadClass(Greeter.class.getName());
            assertThat(greeter).isNotSameAs(Greeter.class);
            Class<?> type = child.loadClass(Host.class.getName());
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object object = constructor.newInstance();
            Object remote = Stubs.create(
                    new Loop(object), Loop.parsed(greeter), List.of(Loop.parsed(Named.class)), CallOptions.none());
            assertThat(remote).isInstanceOf(greeter).isNotInstanceOf(Named.class);
            assertThat(remote.getClass().getClassLoader()).isSameAs(child);
            var greet = greeter.getMethod("greet", String.class);
            greet.setAccessible(true);
            assertThat(greet.invoke(remote, "Ann")).isEqualTo("Hello Ann");
        }
    }

    /** Of a server that has an older version of the interface. */
    private record Older(boolean lacksMethod) implements CallTarget {
        @Override
        public Object call(RemoteMethod method, Object[] arguments, CallOptions options) {
            if (method.method().getName().equals("greet")) {
                return "Hello " + arguments[0];
            }
            String lacking = lacksMethod ? NoSuchMethodException.class.getName() : null;
            throw new CallException(CallException.Code.NOT_FOUND, "not here", null, lacking, null);
        }

        @Override
        public CompletableFuture<Object> start(RemoteMethod method, Object[] arguments, CallOptions options) {
            throw new AssertionError("started");
        }

        @Override
        public void send(RemoteMethod method, Object[] arguments, CallOptions options, Delivery delivery) {
            throw new AssertionError("sent");
        }

        @Override
        public Object identity() {
            return this;
        }

        @Override
        public String describe() {
            return "an older server";
        }
    }

    @Test
    void runsTheBodyOfADefaultMethodThatAnOlderServerLacks() throws Exception {
        Greeter stub = Stubs.create(new Older(true), Loop.parsed(Greeter.class), List.of(), CallOptions.none());
        assertThat(stub.twice("A")).isEqualTo("Hello AHello A");
        assertThatThrownBy(stub::count).hasMessageContaining("not here");
        Greeter gone = Stubs.create(new Older(false), Loop.parsed(Greeter.class), List.of(), CallOptions.none());
        assertThatThrownBy(() -> gone.twice("A"))
                .as("of an object that is gone")
                .hasMessageContaining("not here");
    }

    /** A program that wraps stubs by generated subclasses needs it. */
    @Test
    void leavesTheMethodsOfEveryObjectOpenToSubclasses() throws Exception {
        for (String method : List.of("toString", "hashCode")) {
            assertThat(Modifier.isFinal(Stub.Base.class.getMethod(method).getModifiers()))
                    .isFalse();
        }
        assertThat(Modifier.isFinal(
                        Stub.Base.class.getMethod("equals", Object.class).getModifiers()))
                .isFalse();
    }

    /** Public, with a result that is not. */
    public interface Shop {
        Receipt buy(String item);
    }

    record Receipt(long cents) {}

    @Test
    void refusesAPublicInterfaceWithAResultThatIsNotPublic() {
        assertThatThrownBy(() -> Loop.parsed(Shop.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Receipt", "not public", "Shop.buy");
    }
}
