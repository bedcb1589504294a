package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.endpoint.StarvedServer.Scarce;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process without free memory or file descriptors for a time: it serves again as soon as some are free. */
@Tag("long")
class StarvedServerTest {
    private static final int MILLIS = 4_000;
    private static final CallOptions PATIENT = CallOptions.ofTimeout(Duration.ofSeconds(60));

    @TempDir
    private Path folder;

    private ChildJvm start(List<String> before, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("-cp", jars(Endpoint.class, StarvedServer.class), StarvedServer.class.getName()));
        return new ChildJvm(before, arguments);
    }

    /**
     * Returns the class path of a server with JAR files. With directories each class is a file of its own: a class that
     * is first used while no descriptor is free cannot be loaded, and the JVM never tries again.
     */
    private String jars(Class<?>... classes) {
        List<String> all = new ArrayList<>();
        for (String path : ChildJvm.path(classes).split(File.pathSeparator)) {
            String jar = Files.isDirectory(Path.of(path))
                    ? folder.resolve(all.size() + ".jar").toString()
                    : path;
            if (!jar.equals(path)) {
                int status = ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(System.out, System.err, "--create", "--file", jar, "-C", path, ".");
                assertThat(status).isZero();
            }
            all.add(jar);
        }
        return String.join(File.pathSeparator, all);
    }

    private static String address(ChildJvm server) throws Exception {
        return server.awaitLine("serving ").substring("serving ".length()) + "/scarce";
    }

    /** Returns whether a new client is served. Failures of earlier clients do not matter. */
    private static boolean isServed(String address) {
        EndpointOptions options =
                EndpointOptions.builder().timeout(Duration.ofSeconds(10)).build();
        try (Endpoint client = Endpoint.create(options)) {
            Scarce scarce = client.lookup(address, Scarce.class);
            assertThat(Calls.async(scarce, each -> each.echo("by main")).join()).isEqualTo("by main");
            for (int i = 0; i < 200; i++) {
                assertThat(scarce.echo("call " + i)).isEqualTo("call " + i);
            }
            return true;
        } catch (CallException | CompletionException e) {
            return false;
        }
    }

    private static void callMeanwhile(String address, CompletableFuture<?> until) {
        while (!until.isDone()) {
            try (Endpoint client = Endpoint.create(
                    EndpointOptions.builder().timeout(Duration.ofSeconds(2)).build())) {
                Scarce scarce = client.lookup(address, Scarce.class);
                for (int i = 0; i < 100; i++) {
                    scarce.echo("meanwhile");
                }
            } catch (CallException e) {
                // The outcome does not matter; only later calls count.
            }
        }
    }

    @Test
    void servesAgainAfterItsMemoryWasFull() throws Exception {
        try (ChildJvm server = start(List.of(), "-Xmx64m");
                Endpoint client = Endpoint.create()) {
            String address = address(server);
            Scarce scarce = Calls.with(client.lookup(address, Scarce.class), PATIENT);
            CompletableFuture<?> hogs = CompletableFuture.allOf(
                    Calls.asyncRun(scarce, each -> each.takeMemory(MILLIS)),
                    Calls.asyncRun(scarce, each -> each.takeMemory(MILLIS)));
            callMeanwhile(address, hogs);
            Await.until("a new client to be served", () -> isServed(address));
            assertThat(server.threads()).contains("wherry-watcher", "wherry-loop", "wherry-accept");
        }
    }

    @Test
    void servesAgainAfterAllDescriptorsWereUsed() throws Exception {
        try (ChildJvm server = start(ChildJvm.withDescriptors(100));
                Endpoint client = Endpoint.create()) {
            String address = address(server);
            Scarce scarce = Calls.with(client.lookup(address, Scarce.class), PATIENT);
            CompletableFuture<Integer> taken = Calls.async(scarce, each -> each.takeDescriptors(MILLIS));
            callMeanwhile(address, taken);
            assertThat(taken.join()).isPositive();
            Await.until("a new client to be served", () -> isServed(address));
        }
    }
}
