package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import acme.Bank;
import acme.LedgerBank;
import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.statistics.EndpointStatistics;
import dev.wherry.statistics.Latencies;
import dev.wherry.statistics.Latencies.Bucket;
import dev.wherry.statistics.MethodStatistics;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class TopCommandTest {
    @Test
    void showsWhatIsCalled() throws Exception {
        try (Endpoint server = bank();
                Caller caller = new Caller(server)) {
            Ran ran = Ran.wherry("top", address(server), "--once", "--interval", "200ms");

            assertThat(ran.err()).isEmpty();
            assertThat(ran.status()).isZero();
            assertThat(ran.out()).startsWith(address(server) + ", up 0 min ").contains("METHOD", "CALLS/S", "P99");
            assertThat(ran.out())
                    .containsPattern("Bank\\.add\\(int,int\\) +[1-9]")
                    .doesNotContain("\u001b");
        }
    }

    @Test
    void printsJsonForPrograms() throws Exception {
        try (Endpoint server = bank();
                Caller caller = new Caller(server)) {
            Ran ran = Ran.wherry("top", address(server), "--once", "--interval", "200ms", "--json");

            JsonNode told = JsonMapper.shared().readTree(ran.line());
            JsonNode add = told.get("methods").get(0);
            assertThat(told.get("sessions").asInt()).isEqualTo(2);
            assertThat(told.get("seconds").asDouble()).isGreaterThanOrEqualTo(0.1);
            assertThat(add.get("interface").asString()).isEqualTo("acme.Bank");
            assertThat(add.get("method").asString()).isEqualTo("add(II)I");
            assertThat(add.get("calls").asLong()).isPositive();
            assertThat(add.get("latencyNanos").get("p50").asLong())
                    .isPositive()
                    .isLessThanOrEqualTo(add.get("latencyNanos").get("max").asLong());
            long byMode = 0;
            for (JsonNode mode : add.get("modes")) {
                byMode += mode.asLong();
            }
            assertThat(byMode).isEqualTo(add.get("calls").asLong());
        }
    }

    /** As behind a pipe whose reader has gone; only who looks can find out. */
    @Test
    void endsWhenNobodyReads() throws Exception {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException("Broken pipe");
            }
        }));
        try (Endpoint server = bank()) {
            assertThat(line.execute("top", address(server), "--interval", "10ms"))
                    .isZero();
        }
    }

    @Test
    void reportsThatTheConnectionEnded() throws Exception {
        Endpoint server = bank();
        String address = address(server);
        CountDownLatch shown = new CountDownLatch(1);
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(new StringWriter() {
            @Override
            public void flush() {
                shown.countDown();
            }
        }));
        line.setErr(new PrintWriter(err));
        CompletableFuture<Integer> watching =
                CompletableFuture.supplyAsync(() -> line.execute("top", address, "--interval", "20ms", "--json"));
        assertThat(shown.await(30, TimeUnit.SECONDS)).as("shown").isTrue();
        server.close();

        assertThat(watching.get(30, TimeUnit.SECONDS)).isEqualTo(3);
        assertThat(err.toString())
                .startsWith("wherry: The connection to " + address + " ended: ")
                .hasLineCount(1);
    }

    @Test
    void reportsThatItIsRefused() {
        EndpointOptions silent = EndpointOptions.builder()
                .addServerInterceptor((call, next) -> {
                    throw new CallException(CallException.Code.REFUSED, "statistics are not public");
                })
                .build();
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", silent)) {
            Ran ran = Ran.wherry("top", address(server), "--once");

            assertThat(ran.status()).isEqualTo(6);
            assertThat(ran.err()).contains("statistics are not public");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--interval=0s", "--sort=name", "--interval=soon", "--twice"})
    void refusesWhatIsNoOption(String option) {
        assertThat(Ran.wherry("top", "tcp://127.0.0.1:1", option).status()).isEqualTo(2);
    }

    @Test
    void reportsThatNoEndpointAnswers() {
        assertThat(Ran.wherry("top", "tcp://127.0.0.1:1", "--once").status()).isEqualTo(3);
        assertThat(Ran.wherry("top", "nowhere").status()).isEqualTo(2);
    }

    // ---- the table

    private static final Method SMALL = method("small()V", 10, 1, 5_000_000);
    private static final Method LARGE = method("large([BLacme/Bank$Money;)Ljava/lang/String;", 5, 1_000_000, 40_000);

    private static Method method(String name, long calls, long bytes, long nanos) {
        return new Method(
                "acme.Bank", name, 1, 2, calls, 0, 0, 0, bytes, 0, new Latencies(List.of(new Bucket(nanos, calls))));
    }

    private record Method(
            String type,
            String method,
            int running,
            long failures,
            long onLanes,
            long onMemory,
            long onLoops,
            long onThreads,
            long bytesIn,
            long bytesOut,
            Latencies times)
            implements MethodStatistics {
        @Override
        public MethodStatistics since(MethodStatistics earlier) {
            throw new UnsupportedOperationException();
        }
    }

    private record Counted(
            int sessions,
            int lanes,
            int memoryLanes,
            int callsOut,
            int callsIn,
            int exports,
            int imports,
            Map<String, Long> carried,
            int callsWaiting,
            Map<String, Long> refused,
            long unsentBytes,
            long classesFetched,
            long callsRepeated,
            long callsHedged,
            Duration uptime,
            List<MethodStatistics> methods)
            implements EndpointStatistics {
        @Override
        public EndpointStatistics since(EndpointStatistics earlier) {
            throw new UnsupportedOperationException();
        }
    }

    private static TopTable table(Order order, Method... methods) {
        EndpointStatistics all = new Counted(
                1,
                2,
                0,
                0,
                3,
                0,
                0,
                Map.of(),
                1,
                Map.of("callsRunning", 5L),
                0,
                0,
                4,
                1,
                Duration.ofSeconds(2),
                List.of(methods));
        return new TopTable("tcp://host:5739", all, all, order);
    }

    private static List<String> lines(TopTable table, int rows, int columns) {
        return table.lines(new Screen.Size(rows, columns), CommandLine.Help.defaultColorScheme(Ansi.OFF));
    }

    @Test
    void sortsAsAsked() {
        assertThat(table(Order.RATE, LARGE, SMALL).sorted()).containsExactly(SMALL, LARGE);
        assertThat(table(Order.P99, LARGE, SMALL).sorted()).containsExactly(SMALL, LARGE);
        assertThat(table(Order.BYTES, SMALL, LARGE).sorted()).containsExactly(LARGE, SMALL);
    }

    @Test
    void writesRatesOfTheIntervalInUnits() {
        assertThat(lines(table(Order.BYTES, SMALL, LARGE), 50, 160).get(5))
                .startsWith("Bank.large(byte[],Bank$Money) ")
                .containsSubsequence(
                        " 2.50 ", " 2 ", " 1 ", " 40.0 µs ", " 40.0 µs ", " 500k ", " lane ", " 100% ", " - ");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 40, 60, 80, 100, 120, 200})
    void fitsTheWidth(int columns) {
        assertThat(lines(table(Order.RATE, SMALL, LARGE), 50, columns))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(Math.max(columns, 1)));
    }

    @Test
    void showsRatesTimesBytesAndModesInAnUsualTerminal() {
        List<String> lines = lines(table(Order.BYTES, SMALL, LARGE), 24, 80);
        assertThat(lines.get(1)).isEqualTo("sessions 1, lanes 2 (0 over memory), exports 0");
        assertThat(lines.get(2)).startsWith("calls in 3 (1 waiting, 2.50/s refused), out 0");
        assertThat(lines.get(4).split(" +"))
                .containsExactly("METHOD", "CALLS/S", "FAILED", "P50", "P99", "IN/S", "OUT/S", "MODE");
        assertThat(lines.get(5)).startsWith("Bank.large(").endsWith("    500k       0  lane");
    }

    @Test
    void showsCallsThatAreMadeMoreThanOnce() {
        assertThat(lines(table(Order.RATE), 50, 160).get(2))
                .endsWith("out 0 (2/s made again, 0.50/s hedged), unsent 0 bytes");
    }

    @Test
    void fitsTheHeight() {
        assertThat(lines(table(Order.RATE, SMALL, LARGE), 5, 80)).hasSize(5);
        assertThat(lines(table(Order.RATE), 50, 80)).last().isEqualTo("No method has been called yet");
    }

    @Test
    void writesNamesOfAPeerWithoutWhatMovesTheCursor() {
        assertThat(TopTable.name(method("x\u001b[2J(I", 1, 1, 1))).isEqualTo("acme.Bank.x\\u001b[2J(I");
    }

    @Test
    void restoresTheTerminal() {
        StringWriter written = new StringWriter();
        try (Screen screen = new Screen(new PrintWriter(written), true)) {
            screen.show(List.of("one", "two"));
        }

        assertThat(written.toString())
                .startsWith(Screen.BEGIN)
                .containsOnlyOnce(Screen.END)
                .endsWith(Screen.END)
                .contains("one\u001b[K\ntwo");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0=0 ns",
                "850=850 ns",
                "1500=1.50 µs",
                "12345=12.3 µs",
                "123456=123 µs",
                "999700=1.00 ms",
                "1000000000=1.00 s",
                "600000000000=600 s"
            })
    void writesTimesInAFewCharacters(String pair) {
        String[] parts = pair.split("=");
        assertThat(Amounts.time(Duration.ofNanos(Long.parseLong(parts[0])))).isEqualTo(parts[1]);
        assertThat(Amounts.time(Duration.ofNanos(Long.MAX_VALUE))).isEqualTo(">18 min");
    }

    private static Endpoint bank() {
        Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
        server.bind("bank", Bank.class, new LedgerBank());
        return server;
    }

    private static String address(Endpoint server) {
        return server.address().toString();
    }

    /** Calls until it is closed. */
    private static final class Caller implements AutoCloseable {
        private final Endpoint client = Endpoint.create();
        private final Thread thread;
        private volatile boolean going = true;

        Caller(Endpoint server) {
            Bank bank = client.lookup(server.address() + "/bank", Bank.class);
            bank.add(1, 2);
            thread = Thread.ofPlatform().start(() -> {
                while (going) {
                    bank.add(1, 2);
                }
            });
        }

        @Override
        public void close() throws InterruptedException {
            going = false;
            thread.join();
            client.close();
        }
    }
}
