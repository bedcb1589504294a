package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Answers.Answer;
import dev.wherry.Answers.Failure;
import dev.wherry.Answers.Value;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Protocol;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallsToAllTest {
    /** The last call of {@link Farm}, whose answers are in {@link #SERVERS}. */
    private static final AtomicReference<Invocation> CALLED = new AtomicReference<>();

    private static final Map<String, CompletableFuture<Object>> SERVERS =
            Collections.synchronizedMap(new LinkedHashMap<>());

    @TempDir
    Path folder;

    private final List<Endpoint> endpoints = new ArrayList<>();

    interface Sensor {
        String read(String what) throws IOException;

        CompletableFuture<String> later(String what);

        @OneWay
        void note(String what);
    }

    private static class Plain implements Sensor {
        @Override
        public String read(String what) throws IOException {
            if (what.isEmpty()) {
                throw new IOException("nothing to read");
            }
            return what + " 7";
        }

        @Override
        public CompletableFuture<String> later(String what) {
            return CompletableFuture.completedFuture(what);
        }

        @Override
        public void note(String what) {}
    }

    /** Three servers, which answer when the test completes their futures. */
    public static final class Farm implements Protocol {
        @Override
        public Set<String> schemes() {
            return Set.of("farm");
        }

        @Override
        public Listener listen(URI at, Objects objects) {
            throw new AssertionError("nothing listens");
        }

        @Override
        public Remote connect(URI to, Class<?> type, Duration limit, Memory memory) {
            return new Remote() {
                @Override
                public CompletionStage<Object> invoke(Invocation call) {
                    throw new AssertionError("called at one server");
                }

                @Override
                public Answers<Object> invokeAll(Invocation call) {
                    CALLED.set(call);
                    for (String server : List.of("a", "b", "c")) {
                        CompletableFuture<Object> answer = new CompletableFuture<>();
                        CompletableFuture.delayedExecutor(call.timeLeft().toNanos(), TimeUnit.NANOSECONDS)
                                .execute(() -> answer.completeExceptionally(
                                        new CallException(Code.DEADLINE_EXCEEDED, "No reply of " + server)));
                        SERVERS.put(server, answer);
                    }
                    return Answers.of(SERVERS);
                }

                @Override
                public void close() {}
            };
        }
    }

    @AfterEach
    void close() {
        endpoints.forEach(Endpoint::close);
        SERVERS.clear();
    }

    private Sensor farm(EndpointOptions options) throws IOException {
        Path file = Files.write(folder.resolve("protocols"), List.of(Farm.class.getName()));
        URL services = file.toUri().toURL();
        ClassLoader installed = new ClassLoader(CallsToAllTest.class.getClassLoader()) {
            @Override
            public Enumeration<URL> getResources(String name) throws IOException {
                return name.equals("META-INF/services/" + Protocol.class.getName())
                        ? Collections.enumeration(List.of(services))
                        : super.getResources(name);
            }
        };
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        current.setContextClassLoader(installed);
        try {
            Endpoint client = Endpoint.create(options);
            endpoints.add(client);
            return client.lookup("farm://field/sensor", Sensor.class);
        } finally {
            current.setContextClassLoader(before);
        }
    }

    private Answers<String> readAtFarm() throws IOException {
        return Calls.toAll(farm(EndpointOptions.defaults()), reads("heat"));
    }

    private static Function<Sensor, String> reads(String what) {
        return sensor -> {
            try {
                return sensor.read(what);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        };
    }

    private Sensor overTcp(EndpointOptions options, Sensor served) {
        Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
        Endpoint client = Endpoint.create(options);
        endpoints.addAll(List.of(client, server));
        server.bind("sensor", Sensor.class, served);
        return client.lookup(server.address() + "/sensor", Sensor.class);
    }

    private static Throwable causeOf(Answer<?> answer) {
        return ((Failure<?>) answer).cause();
    }

    @Test
    void returnsTheAnswersInTheirOrder() throws Exception {
        Answers<String> answers = readAtFarm();
        assertThat(CALLED.get().arguments()).containsExactly("heat");
        CompletableFuture<String> first = answers.first();
        CompletableFuture<List<Answer<String>>> all = answers.all();
        assertThat(answers.received()).isEmpty();
        SERVERS.get("b").complete("8");
        assertThat(first).isCompletedWithValue("8");
        assertThat(answers.received()).containsExactly(new Value<>("b", "8"));
        assertThat(all).isNotDone();
        SERVERS.get("a").complete("7");
        SERVERS.get("c").complete(null);
        List<Answer<String>> three = List.of(new Value<>("b", "8"), new Value<>("a", "7"), new Value<>("c", null));
        assertThat(all).isCompletedWithValue(three);
        assertThat(answers.first()).isCompletedWithValue("8");
    }

    @Test
    void completesAQuorumWithTheFirstValues() throws Exception {
        Answers<String> answers = readAtFarm();
        CompletableFuture<List<String>> two = answers.quorum(2);
        SERVERS.get("a").completeExceptionally(new IllegalStateException("broken"));
        SERVERS.get("c").complete("9");
        assertThat(two).isNotDone();
        SERVERS.get("b").complete("8");
        assertThat(two).isCompletedWithValue(List.of("9", "8"));
        assertThat(answers.quorum(1)).isCompletedWithValue(List.of("9"));
        assertThatThrownBy(() -> answers.quorum(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void failsAQuorumAsSoonAsItIsOutOfReach() throws Exception {
        Answers<String> answers = readAtFarm();
        CompletableFuture<List<String>> two = answers.quorum(2);
        IllegalStateException broken = new IllegalStateException("broken");
        CallException refused = new CallException(Code.REFUSED, "busy");
        SERVERS.get("a").completeExceptionally(broken);
        assertThat(two).isNotDone();
        SERVERS.get("b").completeExceptionally(refused);
        assertThat(two.exceptionNow())
                .isInstanceOfSatisfying(CallException.class, e -> {
                    assertThat(e.code()).isEqualTo(Code.UNAVAILABLE);
                    assertThat(e.outcome()).isEqualTo(Outcome.UNKNOWN);
                })
                .hasMessageContaining("2 of the 3")
                .hasMessageContaining("busy")
                .hasSuppressedException(broken)
                .hasSuppressedException(refused);
        assertThat(answers.first()).isNotDone();
        SERVERS.get("c").complete("9");
        assertThat(answers.first()).isCompletedWithValue("9");
        assertThat(answers.quorum(4).exceptionNow()).hasMessageContaining("4 servers");
    }

    @Test
    void failsTheFirstValueIfAllFail() throws Exception {
        Answers<String> answers = readAtFarm();
        SERVERS.values().forEach(each -> each.completeExceptionally(new CallException(Code.REFUSED, "busy")));
        assertThat(answers.first().exceptionNow()).hasMessageContaining("3 of the 3");
    }

    @Test
    void hasPartialAnswersAtTheDeadline() throws Exception {
        Sensor stub = Calls.with(farm(EndpointOptions.defaults()), CallOptions.ofTimeout(Duration.ofSeconds(1)));
        Answers<String> answers = Calls.toAll(stub, reads("heat"));
        SERVERS.get("c").complete("9");
        List<Answer<String>> all = answers.all().get();
        assertThat(all).hasSize(3).startsWith(new Value<>("c", "9"));
        assertThat(all.subList(1, 3))
                .allSatisfy(each -> assertThat(causeOf(each))
                        .isInstanceOfSatisfying(
                                CallException.class, e -> assertThat(e.code()).isEqualTo(Code.DEADLINE_EXCEEDED)));
    }

    @Test
    void waitsNoLongerOnceItIsCancelled() throws Exception {
        Answers<String> answers = readAtFarm();
        SERVERS.get("a").complete("7");
        answers.cancel();
        assertThat(SERVERS.get("b")).isCancelled();
        List<Answer<String>> all = answers.all().get();
        assertThat(all).hasSize(3).startsWith(new Value<>("a", "7"));
        assertThat(causeOf(all.getLast())).isInstanceOf(CancellationException.class);
    }

    @Test
    void callsTheOneServerOfANativeStub() throws Exception {
        Sensor stub = overTcp(EndpointOptions.defaults(), new Plain());
        Answers<String> answers = Calls.toAll(stub, reads("heat"));
        assertThat(answers.first().get()).isEqualTo("heat 7");
        assertThat(answers.quorum(1).get()).containsExactly("heat 7");
        String address = endpoints.getLast().address() + "/sensor";
        assertThat(answers.all().get()).containsExactly(new Value<>(address, "heat 7"));
        assertThatThrownBy(() -> answers.quorum(2).get()).hasMessageContaining("2 servers");
        Answers<String> failed = Calls.toAll(stub, reads(""));
        assertThatThrownBy(() -> failed.first().get())
                .cause()
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("nothing to read");
        assertThat(causeOf(failed.all().get().getFirst())).isExactlyInstanceOf(IOException.class);
    }

    @Test
    void endsAtTheDeadlineOfANativeCall() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        Sensor stub = overTcp(EndpointOptions.defaults(), new Plain() {
            @Override
            public String read(String what) {
                try {
                    ended.await();
                } catch (InterruptedException e) {
                    return "interrupted";
                }
                return "late";
            }
        });
        Sensor hurried = Calls.with(stub, CallOptions.ofTimeout(Duration.ofSeconds(1)));
        try {
            Answer<String> only =
                    Calls.toAll(hurried, reads("heat")).all().get().getFirst();
            assertThat(causeOf(only))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(Code.DEADLINE_EXCEEDED));
        } finally {
            ended.countDown();
        }
    }

    @Test
    void callsAnObjectOfThisJvm() throws Exception {
        Endpoint endpoint = Endpoint.listen("inprocess://calls-to-all");
        endpoints.add(endpoint);
        endpoint.bind("sensor", Sensor.class, new Plain());
        Sensor stub = endpoint.lookup("inprocess://calls-to-all/sensor", Sensor.class);
        assertThat(Calls.toAll(stub, reads("heat")).first().get()).isEqualTo("heat 7");
    }

    @Test
    void showsOneCallToInterceptors() throws Exception {
        AtomicReference<CompletableFuture<?>> seen = new AtomicReference<>();
        EndpointOptions options = EndpointOptions.builder()
                .addClientInterceptor((call, next) -> {
                    Object outcome = next.proceed(new Invocation(
                            call.target(),
                            call.method(),
                            List.of("cold"),
                            call.options(),
                            call.timeLeft(),
                            call.peer()));
                    seen.set((CompletableFuture<?>) outcome);
                    return outcome;
                })
                .build();
        Answers<String> answers = Calls.toAll(farm(options), reads("heat"));
        assertThat(CALLED.get().arguments()).containsExactly("cold");
        SERVERS.get("b").complete("8");
        SERVERS.get("a").completeExceptionally(new IllegalStateException("broken"));
        assertThat(seen.get()).isNotDone();
        SERVERS.get("c").complete("9");
        assertThat(seen.get().get()).isEqualTo("8");
        assertThat(answers.received()).hasSize(3);
    }

    @Test
    void takesTheAnswerOfAnInterceptorThatMakesNoCall() throws Exception {
        EndpointOptions answering = EndpointOptions.builder()
                .addClientInterceptor((call, next) -> "cached")
                .build();
        assertThat(Calls.toAll(farm(answering), reads("heat")).all().get())
                .containsExactly(new Value<>("farm://field/sensor", "cached"));
        EndpointOptions refusing = EndpointOptions.builder()
                .addClientInterceptor((call, next) -> {
                    throw new CallException(Code.REFUSED, "not now");
                })
                .build();
        assertThat(Calls.toAll(farm(refusing), reads("heat")).first().exceptionNow())
                .hasMessage("not now");
    }

    @Test
    void refusesWhatIsNotOneCallThatWaits() throws Exception {
        Sensor stub = farm(EndpointOptions.defaults());
        assertThatThrownBy(() -> Calls.toAll(stub, sensor -> "none"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Calls.toAll makes one call");
        assertThatThrownBy(() -> Calls.toAll(
                        stub,
                        sensor -> reads("heat").apply(sensor) + reads("cold").apply(sensor)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("read is a second one");
        assertThatThrownBy(() -> Calls.toAll(stub, sensor -> sensor.later("heat")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not wait anyway");
        assertThatThrownBy(() -> Calls.toAll(stub, sensor -> {
                    sensor.note("heat");
                    return null;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not wait anyway");
        assertThatThrownBy(() -> Calls.toAll(new Plain(), reads("heat"))).isInstanceOf(IllegalArgumentException.class);
    }
}
