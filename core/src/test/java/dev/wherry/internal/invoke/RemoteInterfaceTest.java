package dev.wherry.internal.invoke;

import static dev.wherry.internal.invoke.Loop.parsed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.EndpointOptions;
import dev.wherry.Idempotent;
import dev.wherry.OneWay;
import dev.wherry.Timeout;
import dev.wherry.Uninterruptible;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RemoteInterfaceTest {
    interface Overloads {
        String say(int number);

        String say(long number);

        String say(String... words);

        String say(List<String> words);
    }

    @Test
    void distinguishesOverloadsByTheirKeys() {
        assertThat(parsed(Overloads.class).methods())
                .extracting(RemoteMethod::key)
                .containsExactly(
                        "say(I)Ljava/lang/String;",
                        "say(J)Ljava/lang/String;",
                        "say(Ljava/util/List;)Ljava/lang/String;",
                        "say([Ljava/lang/String;)Ljava/lang/String;");
    }

    interface Defaults {
        int one();

        default int two() {
            return one() + hidden();
        }

        static int three() {
            return 3;
        }

        private int hidden() {
            return 1;
        }

        @Override
        boolean equals(Object other);

        @Override
        int hashCode();

        @Override
        String toString();
    }

    @Test
    void hasDefaultMethodsButNeitherStaticNorPrivateNorThoseOfEveryObject() {
        assertThat(parsed(Defaults.class).methods())
                .extracting(RemoteMethod::key)
                .containsExactly("one()I", "two()I");
    }

    interface Store<T> {
        void put(T value);

        Collection<T> all();

        Object first();

        CompletableFuture<List<T>> later();
    }

    interface Words extends Store<String> {
        @Override
        void put(String value);

        @Override
        String first();

        void put(Integer other);
    }

    @Test
    void resolvesWhatTheHierarchyBinds() throws Exception {
        RemoteInterface words = parsed(Words.class);
        assertThat(words.method("all()Ljava/util/Collection;")
                        .signature()
                        .result()
                        .type())
                .hasToString("java.util.Collection<java.lang.String>");
        assertThat(words.method("later()Ljava/util/concurrent/CompletableFuture;")
                        .signature()
                        .result()
                        .type())
                .hasToString("java.util.List<java.lang.String>");
    }

    @Test
    void takesBridgesForTheMethodsTheyLeadTo() throws Exception {
        RemoteInterface words = parsed(Words.class);
        assertThat(words.methods())
                .extracting(RemoteMethod::key)
                .containsExactly(
                        "all()Ljava/util/Collection;",
                        "first()Ljava/lang/String;",
                        "later()Ljava/util/concurrent/CompletableFuture;",
                        "put(Ljava/lang/Integer;)V",
                        "put(Ljava/lang/String;)V");
        Method bridge = Stream.of(Words.class.getMethods())
                .filter(method -> method.isBridge() && method.getName().equals("put"))
                .findFirst()
                .orElseThrow();
        assertThat(words.method(bridge)).isSameAs(words.method("put(Ljava/lang/String;)V"));
        for (Method method : Words.class.getMethods()) {
            assertThat(words.method(method)).as(method.toString()).isNotNull();
        }
    }

    interface Left {
        Object both() throws IOException, InterruptedException;
    }

    interface Right {
        String both() throws Exception;
    }

    interface Both extends Left, Right {}

    @Test
    void takesOneMethodInheritedTwiceForWhatBothSayOfIt() {
        RemoteInterface both = parsed(Both.class);
        assertThat(both.methods()).extracting(RemoteMethod::key).containsExactly("both()Ljava/lang/String;");
        RemoteMethod method = both.methods().getFirst();
        assertThat(method.signature().exceptions())
                .containsExactlyInAnyOrder(IOException.class, InterruptedException.class);
    }

    @Timeout(millis = 500)
    @Idempotent
    interface Annotated {
        void plain();

        @Timeout(millis = 20)
        @Uninterruptible
        void quick();

        @OneWay(Delivery.ACCEPTED)
        void shout(String words);
    }

    @Test
    void readsWhatAnnotationsSay() {
        RemoteInterface annotated = parsed(Annotated.class);
        RemoteMethod plain = annotated.method("plain()V");
        RemoteMethod quick = annotated.method("quick()V");
        RemoteMethod shout = annotated.method("shout(Ljava/lang/String;)V");
        assertThat(plain.defaults().timeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(quick.defaults().timeout()).isEqualTo(Duration.ofMillis(20));
        assertThat(annotated.methods()).allMatch(method -> method.mayRunTwice(CallOptions.none()));
        assertThat(quick.uninterruptible()).isTrue();
        assertThat(plain.uninterruptible()).isFalse();
        assertThat(shout.style()).isEqualTo(Style.ONE_WAY);
        assertThat(shout.delivery()).isEqualTo(Delivery.ACCEPTED);
        assertThat(plain.delivery()).isNull();
    }

    @Test
    void fallsBackToTheEndpointsTimeout() {
        EndpointOptions options =
                EndpointOptions.builder().timeout(Duration.ofSeconds(7)).build();
        RemoteMethod method = parsed(Overloads.class, options).methods().getFirst();
        assertThat(method.defaults().timeout()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void definesInterfaceAndMethodsByTheirNames() {
        RemoteInterface type = parsed(Annotated.class);
        assertThat(type.definition().kind()).isEqualTo(Definition.Kind.INTERFACE);
        assertThat(new In(type.definition().content()).readText()).isEqualTo(Annotated.class.getName());
        Definition method = type.method("plain()V").definition();
        assertThat(method.kind()).isEqualTo(Definition.Kind.METHOD);
        In content = new In(method.content());
        assertThat(content.readText()).isEqualTo(Annotated.class.getName());
        assertThat(content.readText()).isEqualTo("plain()V");
        assertThat(content.remaining()).isZero();
    }

    interface Futures {
        CompletionStage<Void> nothing();

        CompletableFuture<?> anything();

        @SuppressWarnings("rawtypes")
        CompletableFuture raw();

        <T extends Number> CompletableFuture<T> number();
    }

    @Test
    void knowsWhatFuturesCompleteWith() {
        RemoteInterface futures = parsed(Futures.class);
        assertThat(futures.methods()).allMatch(method -> method.style() == Style.FUTURE);
        assertThat(futures.methods())
                .extracting(method -> method.signature().result() == null
                        ? "nothing"
                        : method.signature().result().type().getTypeName())
                .containsExactly("java.lang.Object", "nothing", "T", "java.lang.Object");
    }

    interface Rmi extends Remote {
        void exact() throws RemoteException;

        void wider() throws IOException;

        void widest() throws Exception;

        @OneWay
        void told() throws RemoteException;
    }

    @Test
    void knowsWhichCallersExpectTheExceptionsOfRmi() {
        RemoteInterface rmi = parsed(Rmi.class);
        assertThat(rmi.rmi()).isTrue();
        assertThat(rmi.methods()).allMatch(method -> method.signature().rmi());
        RemoteInterface plain = parsed(Left.class);
        assertThat(plain.rmi()).isFalse();
        assertThat(plain.methods()).noneMatch(method -> method.signature().rmi());
    }

    static final class NotAnInterface {}

    private interface Hidden {}

    sealed interface Closed {}

    record Only() implements Closed {}

    interface OneWayResult {
        @OneWay
        int count();
    }

    interface OneWayThrows {
        @OneWay
        void count() throws IOException;
    }

    interface RmiLacks extends Remote {
        void fine() throws RemoteException;

        void lacks();
    }

    interface RmiInherits extends Remote, Left2 {}

    interface Left2 {
        int count();
    }

    interface Never {
        void start(String name, Thread thread);
    }

    interface NeverReturned {
        CompletableFuture<Thread> thread();
    }

    interface Streams {
        InputStream read(String name);
    }

    interface Publishes {
        Flow.Publisher<String> prices();
    }

    interface Subscribes {
        void prices(int from, Flow.Subscriber<String> to);
    }

    interface OldFuture {
        FutureTask<String> later();
    }

    interface NoTime {
        @Timeout(millis = 0)
        void count();
    }

    @Timeout(millis = -1)
    interface NoTimes {
        void count();
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(NotAnInterface.class, List.of("NotAnInterface is not an interface", "declare one")),
                Arguments.of(int.class, List.of("int is not an interface")),
                Arguments.of(String[].class, List.of("java.lang.String[] is not an interface")),
                Arguments.of(OneWay.class, List.of("OneWay is not an interface")),
                Arguments.of(Hidden.class, List.of("private", "Remove 'private'", "for interface ", "Hidden")),
                Arguments.of(Closed.class, List.of("sealed", "Remove 'sealed'", "Closed")),
                Arguments.of(OneWayResult.class, List.of("@OneWay", "returns int", "OneWayResult.count()")),
                Arguments.of(OneWayThrows.class, List.of("@OneWay", "java.io.IOException", "OneWayThrows.count()")),
                Arguments.of(
                        RmiLacks.class,
                        List.of("does not declare java.rmi.RemoteException", "add 'throws", "RmiLacks.lacks()")),
                Arguments.of(
                        RmiInherits.class,
                        List.of("java.rmi.RemoteException", "RmiInherits.count(), which it has from ", "Left2")),
                Arguments.of(
                        Never.class,
                        List.of("Parameter 'thread' is a java.lang.Thread", "Never.start(String, Thread)")),
                Arguments.of(
                        NeverReturned.class, List.of("The result is a java.lang.Thread", "NeverReturned.thread()")),
                Arguments.of(Streams.class, List.of("The result is a java.io.InputStream", "Streams.read(String)")),
                Arguments.of(Publishes.class, List.of("Flow$Publisher", "Publishes.prices()")),
                Arguments.of(
                        Subscribes.class,
                        List.of("Parameter 'to'", "Flow$Subscriber", "Subscribes.prices(int, Subscriber)")),
                Arguments.of(
                        OldFuture.class, List.of("java.util.concurrent.FutureTask", "CompletableFuture", "later()")),
                Arguments.of(NoTime.class, List.of("@Timeout", "this is 0", "NoTime.count()")),
                Arguments.of(NoTimes.class, List.of("@Timeout", "this is -1", "NoTimes.count()")));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void namesEachMistakeAndItsPlace(Class<?> type, List<String> parts) {
        assertThatThrownBy(() -> parsed(type))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .contains(parts);
    }

    @Test
    void isCalledByHandlesOnObjectsOfNonPublicClasses() throws Throwable {
        RemoteMethod get = parsed(Supplier.class).methods().getFirst();
        Supplier<String> object = () -> "here";
        assertThat(get.invoke(object, new Object[0])).isEqualTo("here");
        RemoteMethod varargs = parsed(Overloads.class).method("say([Ljava/lang/String;)Ljava/lang/String;");
        Overloads overloads = new Overloads() {
            @Override
            public String say(int number) {
                return "int";
            }

            @Override
            public String say(long number) {
                return "long";
            }

            @Override
            public String say(String... words) {
                return String.join("-", words);
            }

            @Override
            public String say(List<String> words) {
                return "list";
            }
        };
        assertThat(varargs.invoke(overloads, new Object[] {new String[] {"a", "b"}}))
                .isEqualTo("a-b");
        assertThat(parsed(Overloads.class).method("say(J)Ljava/lang/String;").invoke(overloads, new Object[] {7L}))
                .isEqualTo("long");
    }

    @Test
    void throwsWhatTheMethodThrew() {
        RemoteMethod both = parsed(Left.class).methods().getFirst();
        IOException thrown = new IOException("mine");
        Left object = () -> {
            throw thrown;
        };
        assertThatThrownBy(() -> both.invoke(object, new Object[0])).isSameAs(thrown);
    }

    @Test
    void namesTheParameterThatCannotTravel() {
        interface Taker {
            void take(String name, Object thing);
        }
        RemoteMethod take = parsed(Taker.class).methods().getFirst();
        assertThatThrownBy(() -> take.encodeArguments(new Object[] {"a", new Object()}, 0, Messages.encoding()))
                .isInstanceOf(CodecException.class)
                .extracting(e -> ((CodecException) e).path())
                .isEqualTo("parameter 'thing' of " + Taker.class.getName() + ".take");
    }

    @Test
    void refusesANullFuture() {
        RemoteMethod later = parsed(Store.class).method("later()Ljava/util/concurrent/CompletableFuture;");
        Store<?> store = (Store<?>) java.lang.reflect.Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> null);
        assertThatThrownBy(() -> later.invoke(store, new Object[0]))
                .isInstanceOf(dev.wherry.CallException.class)
                .hasMessageContaining("returned null, not a future");
    }

    @Test
    void distinguishesFailuresOfNestedCallsFromFailuresOfTheMethod() {
        RemoteMethod one = parsed(Defaults.class).method("one()I");
        dev.wherry.CallException inner =
                new dev.wherry.CallException(dev.wherry.CallException.Code.UNAVAILABLE, "the other server is down");
        Defaults object = () -> {
            throw inner;
        };
        assertThatThrownBy(() -> one.invoke(object, new Object[0]))
                .hasMessageContaining("Defaults.one failed in a call of its own: UNAVAILABLE: the other server is down")
                .hasCause(inner)
                .extracting(e -> ((dev.wherry.CallException) e).code())
                .isEqualTo(dev.wherry.CallException.Code.INTERNAL);
    }
}
