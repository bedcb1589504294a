package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.testkit.sample.Watcher;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The events that Wherry writes to the JDK's flight recorder. */
class FlightRecorderTest {
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final List<RecordedEvent> events = new CopyOnWriteArrayList<>();
    private final RecordingStream recorder = new RecordingStream();
    private Endpoint server;
    private String address;

    @BeforeEach
    void record() {
        server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        address = server.address().toString();
        server.bind("watcher", Watcher.class, number -> 100 / number);
        recorder.setReuse(false); // events are read later
        for (String name : List.of(
                "dev.wherry.Audit",
                "dev.wherry.Call",
                "dev.wherry.Connect",
                "dev.wherry.Refuse",
                "dev.wherry.RefuseCall")) {
            recorder.enable(name);
            recorder.onEvent(name, events::add);
        }
        recorder.startAsync();
    }

    @AfterEach
    void stop() {
        recorder.close();
    }

    /** Waits for a number of events of a kind. Events of calls to the registry are ignored. */
    private List<RecordedEvent> recorded(String name, int count) {
        Await.until(() -> count + " of " + name + " in " + events, () -> of(name).size() >= count);
        return of(name);
    }

    private List<RecordedEvent> of(String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("dev.wherry." + name))
                .filter(event -> !event.hasField("method")
                        || event.getString("method").startsWith(Watcher.class.getName() + "."))
                .toList();
    }

    private Watcher lookUp() {
        return endpoints.watch(Endpoint.create()).lookup(address + "/watcher", Watcher.class);
    }

    @Test
    void recordsACallAtBothSides() {
        assertThat(lookUp().seen(5)).isEqualTo(20);
        List<RecordedEvent> calls = recorded("Call", 2);
        assertThat(calls).hasSize(2).allSatisfy(call -> {
            assertThat(call.getString("method")).isEqualTo(Watcher.class.getName() + ".seen(I)I");
            assertThat(call.getString("failure")).isNull();
            assertThat(call.getDuration("time")).isPositive();
        });
        assertThat(calls.stream().filter(call -> call.getBoolean("outgoing")))
                .singleElement()
                .extracting(call -> call.getString("peer"))
                .isEqualTo(address);
        assertThat(calls.stream().filter(call -> !call.getBoolean("outgoing")))
                .singleElement()
                .extracting(call -> call.getString("peer"))
                .asString()
                .contains("127.0.0.1");
    }

    @Test
    void recordsWhyACallFailed() {
        Watcher stub = lookUp();
        assertThatThrownBy(() -> stub.seen(0)).isInstanceOf(ArithmeticException.class);
        assertThat(recorded("Call", 2))
                .hasSize(2)
                .extracting(call -> call.getString("failure"))
                .allSatisfy(failure -> assertThat(failure).contains("ArithmeticException", "by zero"));
    }

    @Test
    void recordsAConnectionAtBothSides() {
        lookUp();
        List<RecordedEvent> connections = recorded("Connect", 2);
        assertThat(connections)
                .extracting(connection -> connection.getBoolean("outgoing"))
                .containsExactlyInAnyOrder(true, false);
        assertThat(connections)
                .extracting(connection -> connection.getString("peer"))
                .contains(address);
    }

    @Test
    void recordsWhyACallWasNotRun() {
        EndpointOptions busy = EndpointOptions.builder()
                .limits(Limits.builder()
                        .callsRunning(1)
                        .queueTime(Duration.ofMillis(1))
                        .build())
                .build();
        Endpoint narrow = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0", busy));
        Semaphore end = new Semaphore(0);
        narrow.bind("watcher", Watcher.class, number -> {
            end.acquireUninterruptibly();
            return number;
        });
        Watcher stub = endpoints.watch(Endpoint.create()).lookup(narrow.address() + "/watcher", Watcher.class);
        List<CompletableFuture<Integer>> calls = new ArrayList<>();
        Await.until("a call was refused", () -> {
            calls.add(Calls.async(stub, each -> each.seen(1)));
            return !of("RefuseCall").isEmpty();
        });
        assertThat(of("RefuseCall").getFirst().getString("reason")).contains("limit 'callsRunning', 1");
        assertThat(of("RefuseCall").getFirst().getString("peer")).contains("127.0.0.1");
        end.release(calls.size());
        calls.forEach(call -> call.handle((_, _) -> 0).join());
    }

    @Test
    void recordsWhoMayNotCallWhat() {
        EndpointOptions closed = EndpointOptions.builder()
                .addAuthorizer(call -> {
                    if (call.target().equals("watcher")) {
                        throw new CallException(CallException.Code.REFUSED, "not for you");
                    }
                })
                .build();
        Endpoint strict = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0", closed));
        strict.bind("watcher", Watcher.class, number -> number);
        Watcher stub = endpoints.watch(Endpoint.create()).lookup(strict.address() + "/watcher", Watcher.class);
        assertThatThrownBy(() -> stub.seen(1)).isInstanceOf(CallException.class);
        RecordedEvent refused = recorded("Audit", 1).getFirst();
        assertThat(refused.getString("peer")).startsWith("address:127.0.0.1:");
        assertThat(refused.getString("target")).isEqualTo("watcher");
        assertThat(refused.getString("method")).isEqualTo(Watcher.class.getName() + ".seen");
        assertThat(refused.getString("failure")).isEqualTo("REFUSED");
    }

    @Test
    void recordsNoPeerThatDisconnectsBeforeTheHandshake() throws Exception {
        URI at = server.address();
        for (byte[] part : List.of(new byte[0], new byte[] {(byte) 0xA7, 'W'})) {
            try (Socket leaving = new Socket(at.getHost(), at.getPort())) {
                leaving.getOutputStream().write(part);
                leaving.shutdownOutput();
                assertThat(leaving.getInputStream().readAllBytes()).isEmpty();
            }
        }
        try (Socket stranger = new Socket(at.getHost(), at.getPort())) {
            stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(recorded("Refuse", 1))
                    .singleElement()
                    .satisfies(
                            refusal -> assertThat(refusal.getString("peer")).contains(":" + stranger.getLocalPort()));
        }
    }

    @Test
    void recordsARefusalWithItsReason() throws Exception {
        URI at = server.address();
        try (Socket stranger = new Socket(at.getHost(), at.getPort())) {
            stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(recorded("Refuse", 1)).singleElement().satisfies(refusal -> {
                assertThat(refusal.getString("peer")).contains(":" + stranger.getLocalPort());
                assertThat(refusal.getString("reason")).contains("(protocol)");
            });
        }
    }
}
