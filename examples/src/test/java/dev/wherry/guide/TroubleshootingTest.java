package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.ByReference;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.Peer;
import dev.wherry.mobility.Tasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Causes each failure that the page on troubleshooting quotes, and compares the messages. */
@Timeout(60)
class TroubleshootingTest {
    private static final Path PAGE = Path.of("../docs/guide/troubleshooting.md");

    public interface Echo {
        String echo(String text);
    }

    public interface Other {
        int other();
    }

    public interface Anything {
        Object echo(Object value);
    }

    @ByReference
    public interface Token {
        String text();
    }

    public interface Mint {
        Token token();
    }

    public interface Work {
        void work() throws InterruptedException;
    }

    public interface Runner {
        void run(Runnable task);
    }

    public static final class Shop implements Other {
        @Override
        public int other() {
            throw new UnregisteredFailure();
        }
    }

    public static final class UnregisteredFailure extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    public record Parcel(String content) {}

    private interface Attempt {
        void make() throws Exception;
    }

    @Test
    void quotesActualMessages(@TempDir Path folder) throws Exception {
        List<String> quoted = quoted();
        List<String> written = written(folder);

        assertThat(quoted).hasSizeGreaterThanOrEqualTo(20);
        for (String each : quoted) {
            Pattern pattern = Pattern.compile(
                    Stream.of(each.split("\\.\\.\\.", -1)).map(Pattern::quote).collect(Collectors.joining(".+")),
                    Pattern.DOTALL);
            assertThat(written)
                    .as("messages with '%s'", each)
                    .anyMatch(message -> pattern.matcher(message).find());
        }
    }

    private static List<String> quoted() throws IOException {
        Matcher heading = Pattern.compile("^### `(.+)`$", Pattern.MULTILINE).matcher(Files.readString(PAGE));
        return heading.results().map(found -> found.group(1)).toList();
    }

    private static List<String> written(Path folder) throws Exception {
        Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
        String at = server.address().toString();
        EndpointOptions small = EndpointOptions.builder()
                .limits(Limits.builder().messageBytes(4096).build())
                .build();
        try (server;
                Endpoint client = Endpoint.create();
                Endpoint limited = Endpoint.listen("unix:" + folder.resolve("socket"), small)) {
            CountDownLatch working = new CountDownLatch(2);
            server.bind("echo", Echo.class, text -> text);
            server.bind("anything", Anything.class, value -> value);
            server.bind("failing", Other.class, new Shop());
            server.bind("work", Work.class, () -> {
                working.countDown();
                new CountDownLatch(1).await();
            });
            limited.bind("echo", Echo.class, text -> text);
            server.bind("mint", Mint.class, () -> () -> "token");
            Token token = client.lookup(at + "/mint", Mint.class).token();
            Echo echo = client.lookup(at + "/echo", Echo.class);
            Anything anything = client.lookup(at + "/anything", Anything.class);
            Work work = client.lookup(at + "/work", Work.class);
            Peer peer = client.connect(at);

            Stream<String> first = Stream.<Attempt>of(
                            () -> client.lookup("tcp://127.0.0.1:1/echo", Echo.class),
                            () -> client.lookup("tcp://host.invalid:5739/echo", Echo.class),
                            () -> client.lookup("localhost:5739/echo", Echo.class),
                            () -> client.lookup(at, Echo.class),
                            () -> client.lookup("carrier-pigeon://roof/echo", Echo.class),
                            () -> Endpoint.create(
                                    EndpointOptions.builder().codecs("morse").build()),
                            () -> lookUpWithOtherCodec(at),
                            () -> Endpoint.listen(at),
                            () -> Endpoint.listen("unix:" + folder.resolve("socket")),
                            () -> server.bind("echo", Echo.class, text -> text),
                            () -> client.lookup(at + "/nothing", Echo.class),
                            () -> client.lookup(at + "/echo", Other.class),
                            () -> client.lookup(at + "/echo", Shop.class),
                            () -> anything.echo(new Parcel("rope")),
                            () -> anything.echo((Callable<Integer>) () -> 1),
                            () -> server.bind("runner", Runner.class, Runnable::run),
                            () -> Calls.with(work, CallOptions.ofTimeout(Duration.ofSeconds(2)))
                                    .work(),
                            () -> client.lookup("unix:" + folder.resolve("socket") + "#echo", Echo.class)
                                    .echo("x".repeat(10_000)),
                            TroubleshootingTest::callABusyServer,
                            () -> client.lookup(at + "/failing", Other.class).other(),
                            () -> Tasks.at(peer).call(() -> 1),
                            TroubleshootingTest::useAClosedEndpoint)
                    .map(TroubleshootingTest::messageOf);
            List<String> messages = first.collect(Collectors.toList());

            CompletableFuture<?> out = Calls.asyncRun(work, each -> {
                try {
                    each.work();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            working.await();
            server.close(Duration.ZERO);
            messages.add(messageOf(out::get));
            messages.add(messageOf(token::text));
            return messages;
        }
    }

    private static void lookUpWithOtherCodec(String at) {
        try (Endpoint other =
                Endpoint.create(EndpointOptions.builder().codecs("java").build())) {
            other.lookup(at + "/echo", Echo.class);
        }
    }

    private static void callABusyServer() throws Exception {
        EndpointOptions one = EndpointOptions.builder()
                .limits(Limits.builder()
                        .callsRunning(1)
                        .queueTime(Duration.ofMillis(1))
                        .build())
                .build();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (Endpoint busy = Endpoint.listen("tcp://127.0.0.1:0", one);
                Endpoint client = Endpoint.create()) {
            busy.bind("echo", Echo.class, text -> {
                begun.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return text;
            });
            Echo echo = client.lookup(busy.address() + "/echo", Echo.class);
            CompletableFuture<String> first = Calls.async(echo, each -> each.echo("first"));
            begun.await();
            try {
                Calls.async(echo, each -> each.echo("second")).get();
            } finally {
                end.countDown();
                first.join();
            }
        }
    }

    private static void useAClosedEndpoint() {
        Endpoint closed = Endpoint.create();
        closed.close();
        closed.lookup("tcp://127.0.0.1:1/echo", Echo.class);
    }

    private static String messageOf(Attempt attempt) {
        try {
            attempt.make();
        } catch (ExecutionException e) {
            return String.valueOf(e.getCause().getMessage());
        } catch (Exception e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("nothing was thrown");
    }
}
