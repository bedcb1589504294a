package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.Timeout;
import dev.wherry.Uninterruptible;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Limits, deadlines and authorizers. The guide shows the regions. */
@org.junit.jupiter.api.Timeout(60)
class SafetyTest {
    public interface Echo {
        String echo(String text);
    }

    // @start region=expensive
    public interface Reports {
        byte[] yearly(int year);

        byte[] daily(String day);
    }
    // @end

    @Test
    void runsFewCallsOfAnExpensiveMethodAtOneTime() {
        // @start region=overload
        Limits limits = Limits.builder()
                .callsRunning(64)
                .callsRunning(Reports.class, "yearly", 1)
                .callsRunningPerSession(16)
                .queueTime(Duration.ofMillis(200))
                .build();
        // @end
        Limits patient = limits.toBuilder().queueTime(Duration.ofMinutes(1)).build(); // however busy the machine is
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (Endpoint server = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        EndpointOptions.builder().limits(patient).build());
                Endpoint client = Endpoint.create()) {
            server.bind("reports", Reports.class, new Reports() {
                @Override
                public byte[] yearly(int year) {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    running.decrementAndGet();
                    return new byte[1];
                }

                @Override
                public byte[] daily(String day) {
                    return new byte[2];
                }
            });
            Reports reports = client.lookup(server.address() + "/reports", Reports.class);
            List<CompletableFuture<byte[]>> calls = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                calls.add(Calls.async(reports, each -> each.yearly(2026)));
            }
            calls.forEach(call -> assertThat(call.join()).hasSize(1));
            assertThat(reports.daily("today")).hasSize(2);
            assertThat(most).hasValue(1);
            // @start region=refused
            Map<String, Long> refused = server.statistics().refused();
            // @end
            assertThat(refused).isEmpty();
        }
    }

    @Test
    void refusesAMessageOverTheLimitAndContinues() {
        // @start region=limits
        EndpointOptions options = EndpointOptions.builder()
                .limits(Limits.builder().messageBytes(64 * 1024).build())
                .build();
        // @end
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
                Endpoint client = Endpoint.create()) {
            server.bind("echo", Echo.class, text -> text);
            Echo echo = client.lookup(server.address() + "/echo", Echo.class);

            CallException refusal = catchThrowableOfType(CallException.class, () -> echo.echo("x".repeat(100_000)));
            assertThat(refusal.code()).isIn(Code.REFUSED, Code.CODEC);
            assertThat(refusal).hasMessageContaining("messageBytes");
            assertThat(echo.echo("still there")).isEqualTo("still there");
        }
    }

    @Test
    void authorizesEachCall() {
        // @start region=authorizer
        EndpointOptions options = EndpointOptions.builder()
                .addAuthorizer(call -> {
                    if (!call.peer().kind().equals("unix")) {
                        throw new CallException(Code.REFUSED, "Only over the Unix socket");
                    }
                })
                .build();
        // @end
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
                Endpoint client = Endpoint.create()) {
            server.bind("echo", Echo.class, text -> text);

            assertThatThrownBy(() -> client.lookup(server.address() + "/echo", Echo.class)) // a lookup is a call, too
                    .isInstanceOfSatisfying(
                            CallException.class,
                            refusal -> assertThat(refusal.code()).isEqualTo(Code.REFUSED))
                    .hasMessageContaining("Only over the Unix socket");
        }
    }

    @Test
    void listensAfterAllObjectsAreBound() {
        // @start region=listensLast
        Endpoint server = Endpoint.create();
        server.bind("echo", Echo.class, text -> text);
        URI address = server.listenAt("tcp://127.0.0.1:0"); // clients can connect from here on
        // @end
        try (server;
                Endpoint client = Endpoint.create()) {
            assertThat(client.lookup(address + "/echo", Echo.class).echo("here"))
                    .isEqualTo("here");
        }
    }

    // @start region=deadlines
    public interface Jobs {
        @Timeout(millis = 500)
        String quick();

        @Uninterruptible
        void mustFinish();
    }
    // @end

    @Test
    void sendsTheRemainingTimeToTheServer() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            server.bind("echo", Echo.class, text -> {
                // @start region=left
                Duration left = Calls.timeLeft().orElseThrow();
                // @end
                return left.compareTo(Duration.ofSeconds(30)) <= 0 && left.compareTo(Duration.ofSeconds(10)) > 0
                        ? "about 30 s"
                        : left.toString();
            });

            assertThat(client.lookup(server.address() + "/echo", Echo.class).echo(""))
                    .isEqualTo("about 30 s");
        }
    }

    @Test
    void completesRunningCallsBeforeItCloses() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
        try (Endpoint client = Endpoint.create()) {
            server.bind("echo", Echo.class, text -> {
                entered.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    return "interrupted";
                }
                return text;
            });
            Echo echo = client.lookup(server.address() + "/echo", Echo.class);
            CompletableFuture<String> running = Calls.async(echo, e -> e.echo("finished"));
            entered.await();

            CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> {
                // @start region=close
                server.close(Duration.ofSeconds(10)); // no more calls; those that run have 10 s to finish
                // @end
            });
            release.countDown();

            assertThat(running.get(60, TimeUnit.SECONDS)).isEqualTo("finished");
            closing.get(60, TimeUnit.SECONDS);
        } finally {
            server.close();
        }
    }
}
