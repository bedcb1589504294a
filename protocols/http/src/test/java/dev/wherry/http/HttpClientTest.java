package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.statistics.EndpointStatistics;
import dev.wherry.statistics.MethodStatistics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stubs over HTTP. */
class HttpClientTest {
    /** Parts of 64 KiB: more than any test may keep. */
    private static final int MANY = 1 << 20;

    private static Served served;
    private static Endpoint client;
    private static Bank bank;

    @BeforeAll
    static void serves() {
        served = Served.usual();
        client = Endpoint.create();
        bank = client.lookup(served.http + "/bank", Bank.class);
    }

    @AfterAll
    static void closes() {
        client.close();
        served.close();
    }

    @Test
    void reportsAFailedCallWithinAFutureAsAFailureOfTheMethod() {
        CompletableFuture<String> call = bank.later("relayed");
        assertThat(catchThrowableOfType(ExecutionException.class, call::get))
                .cause()
                .isInstanceOfSatisfying(CallException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(Code.INTERNAL);
                    assertThat(failure.outcome()).isNotEqualTo(CallException.Outcome.NOT_RUN);
                });
    }

    @Test
    void countsCallsAtBothEnds() {
        EndpointStatistics before = served.endpoint.statistics();
        long sent = client.statistics().carried().getOrDefault("http", 0L);
        assertThat(bank.later("a").join()).isEqualTo("a later");
        assertThat(client.statistics().carried()).containsEntry("http", sent + 1);
        assertThat(served.endpoint.statistics().since(before).methods())
                .filteredOn(each -> each.calls() > 0)
                .extracting(MethodStatistics::method)
                .containsExactly("later(Ljava/lang/String;)Ljava/util/concurrent/CompletableFuture;");
    }

    @Test
    void callsAndReturns() {
        assertThat(bank.addOne(41)).isEqualTo(42);
        assertThat(bank.sum(1, 2) + bank.sum(1, 2, 3)).isEqualTo(9);
        bank.nothing();
        assertThat(bank.simple("a&b=c d", Bank.Color.RED, LocalDate.of(2026, 11, 29), new UUID(1, 2), Optional.empty()))
                .isEqualTo("a&b=c d|RED|2026-11-29|00000000-0000-0001-0000-000000000002|none");
    }

    @Test
    void keepsEachKindOfValue() {
        Bank.Everything all = new Bank.Everything(
                true,
                (byte) -1,
                (short) 2,
                3,
                Long.MIN_VALUE,
                Float.MIN_VALUE,
                Double.NEGATIVE_INFINITY,
                '\u0000',
                "a\u2028\ud83d\ude00",
                new BigDecimal("1.10"),
                BigInteger.TWO.pow(100),
                UUID.randomUUID(),
                LocalDate.MAX,
                Instant.EPOCH,
                Duration.ofNanos(1),
                Bank.Color.GREEN,
                new byte[] {1, -1},
                new int[] {1},
                new String[] {"x", null},
                Optional.of("y"),
                OptionalInt.empty(),
                List.of(new Bank.Point(1, 2)),
                Set.of("z"),
                Map.of("one", 1),
                Map.of(Bank.Color.RED, new Bank.Money(BigDecimal.ONE, "EUR")),
                Map.of(new Bank.Point(3, 4), "here"));
        assertThat(bank.echo(all)).usingRecursiveComparison().isEqualTo(all);
        Bank.Shape drop = new Bank.Drop("d", new Bank.Square(1, new Bank.Point(2, 3)));
        assertThat(bank.shapes(List.of(drop, Bank.Color2.BLUE))).containsExactly(drop, Bank.Color2.BLUE);
        assertThat(bank.outcome(new Bank.Ok<>(new Bank.Point(1, 2)))).isEqualTo(new Bank.Ok<>(new Bank.Point(1, 2)));
        assertThat(bank.person(new Bank.Person("Ann", 40)).describe()).isEqualTo("Ann 40 7");
        assertThat(bank.node(null)).isNull();
        String large = "n".repeat(100_000);
        assertThat(bank.node(new Bank.Node(large, List.of())).name()).isEqualTo(large);
    }

    @Test
    void throwsDeclaredExceptionsWithTheirFields() {
        Bank.NoFunds failure = catchThrowableOfType(
                Bank.NoFunds.class, () -> bank.pay(new Bank.Money(BigDecimal.valueOf(12), "EUR"), Map.of()));
        assertThat(failure).hasMessage("not enough");
        assertThat(failure.missing()).isEqualTo(BigDecimal.TWO);
        assertThat(failure.color()).isEqualTo(Bank.Color.RED);
    }

    @Test
    void throwsOtherFailuresWithoutDetails() {
        CallException failure = catchThrowableOfType(CallException.class, () -> bank.fail("runtime"));
        assertThat(failure.code()).isEqualTo(Code.INTERNAL);
        assertThat(failure.outcome()).isEqualTo(CallException.Outcome.RAN);
        assertThat(failure.id()).isNotNull();
        assertThat(failure.getMessage()).doesNotContain("secret");
    }

    @Test
    void completesFutures() throws Exception {
        assertThat(bank.later("soon").get()).isEqualTo("soon later");
        assertThat(bank.laterNothing().get()).isNull();
    }

    @Test
    void endsCallsAtTheirDeadline() {
        Bank quick = Calls.with(bank, CallOptions.ofTimeout(Duration.ofMillis(100)));
        CallException failure = catchThrowableOfType(CallException.class, () -> quick.sleep(60_000));
        assertThat(failure.code()).isEqualTo(Code.DEADLINE_EXCEEDED);
        CompletableFuture<String> never = quick.never();
        assertThat(catchThrowableOfType(ExecutionException.class, never::get).getCause())
                .isInstanceOfSatisfying(
                        CallException.class, each -> assertThat(each.code()).isEqualTo(Code.DEADLINE_EXCEEDED));
    }

    @Test
    void passesTheTraceOn() {
        String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        Bank traced = Calls.with(
                bank,
                CallOptions.builder().context(ContextKey.TRACEPARENT, trace).build());
        assertThat(traced.context()).isEqualTo(trace);
    }

    @Test
    void reportsWhatIsNotThere() throws IOException {
        Bank nobody = client.lookup(served.http + "/nobody", Bank.class);
        assertThat(catchThrowableOfType(CallException.class, () -> nobody.addOne(1))
                        .code())
                .isEqualTo(Code.NOT_FOUND);
        int port;
        try (ServerSocket unused = new ServerSocket(0)) {
            port = unused.getLocalPort();
        }
        Bank nowhere = client.lookup("http://127.0.0.1:" + port + "/bank", Bank.class);
        CallException failure = catchThrowableOfType(CallException.class, () -> nowhere.addOne(1));
        assertThat(failure.code()).isEqualTo(Code.UNAVAILABLE);
        assertThat(failure.getMessage()).doesNotContain("null");
    }

    private static String answer(String headers) {
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + headers + "\r\n";
    }

    private static byte[] packed(int length) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream to = new GZIPOutputStream(packed)) {
            to.write(new byte[length]);
        }
        return packed.toByteArray();
    }

    /** Answers one request with a head and with the same bytes again and again, until the client has gone. */
    private static void answerWithoutEnd(ServerSocket server, String head, byte[] part, int times) {
        Thread.ofVirtual().start(() -> {
            try (Socket peer = server.accept()) {
                assertThat(peer.getInputStream().read(new byte[8_192])).isPositive();
                peer.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                for (int i = 0; i < times; i++) {
                    peer.getOutputStream().write(part);
                }
                peer.getInputStream().readAllBytes();
            } catch (IOException e) {
                // the client has given up
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"length", "chunks", "end", "gzip"})
    void givesUpAnswersThatAreTooLong(String kind) throws IOException {
        EndpointOptions options = EndpointOptions.builder()
                .limits(Limits.builder().messageBytes(64 << 10).build())
                .build();
        byte[] chunk = ("10000\r\n" + " ".repeat(64 << 10) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] packed = packed(100_000);
        try (ServerSocket server = new ServerSocket(0);
                Endpoint small = Endpoint.create(options)) {
            switch (kind) {
                case "length" -> answerWithoutEnd(server, answer("Content-Length: 99999999999\r\n"), chunk, MANY);
                case "chunks" -> answerWithoutEnd(server, answer("Transfer-Encoding: chunked\r\n"), chunk, MANY);
                case "end" -> answerWithoutEnd(server, answer("Connection: close\r\n"), chunk, MANY);
                default ->
                    answerWithoutEnd(
                            server,
                            answer("Content-Encoding: gzip\r\nContent-Length: " + packed.length + "\r\n"),
                            packed,
                            1);
            }
            Bank bank = small.lookup("http://127.0.0.1:" + server.getLocalPort() + "/bank", Bank.class);
            CallException failure = catchThrowableOfType(CallException.class, () -> bank.addOne(1));
            assertThat(failure).hasMessageContaining("limit 'messageBytes'");
            assertThat(failure.code()).isEqualTo(Code.CODEC);
            assertThat(failure.outcome()).isEqualTo(CallException.Outcome.RAN);
        }
    }

    @Test
    void refusesMethodsThatHttpDoesNotHave() {
        CallException failure = catchThrowableOfType(CallException.class, () -> bank.anything("x"));
        assertThat(failure.code()).isEqualTo(Code.INVALID_CALL);
        assertThat(failure).hasMessageContaining("java.lang.Object is open to every class");
    }

    @ParameterizedTest
    @EnumSource(
            value = Code.class,
            names = {"UNKNOWN_OUTCOME"},
            mode = EnumSource.Mode.EXCLUDE)
    void keepsTheCodeOfARefusal(Code code) {
        try (Served refusing = new Served(EndpointOptions.builder()
                .addServerInterceptor((call, chain) -> {
                    throw new CallException(code, "no").withRetryAfter(Duration.ofMillis(1));
                })
                .build())) {
            Bank refused = Calls.with(
                    client.lookup(refusing.http + "/bank", Bank.class),
                    CallOptions.builder().attempts(1).build());
            CallException failure = catchThrowableOfType(CallException.class, () -> refused.addOne(1));
            assertThat(failure.code()).isEqualTo(code);
        }
    }
}
