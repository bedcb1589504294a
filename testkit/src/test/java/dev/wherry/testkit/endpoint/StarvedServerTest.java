package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.RemoteException;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.endpoint.StarvedServer.Scarce;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process that lacks memory or descriptors for a time serves on as soon as there are some again. */
@Tag("long")
class StarvedServerTest {
    private static final int MILLIS = 4_000;
    private static final CallOptions PATIENT = CallOptions.timeout(Duration.ofSeconds(60));

    private static ChildJvm start(List<String> before, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(
                List.of("-cp", ChildJvm.path(Endpoint.class, StarvedServer.class), StarvedServer.class.getName()));
        return new ChildJvm(before, arguments);
    }

    private static String address(ChildJvm server) throws Exception {
        return server.awaitLine("serving ").substring("serving ".length()) + "/scarce";
    }

    /** By a new client, whatever those before it were told. */
    private static boolean isServed(String address) {
        EndpointOptions options = EndpointOptions.defaults().withTimeout(Duration.ofSeconds(10));
        try (Endpoint client = Endpoint.create(options)) {
            Scarce scarce = client.lookup(address, Scarce.class);
            assertThat(Calls.async(scarce, each -> each.echo("by main")).join()).isEqualTo("by main");
            for (int i = 0; i < 200; i++) {
                assertThat(scarce.echo("call " + i)).isEqualTo("call " + i);
            }
            return true;
        } catch (RemoteException e) {
            return false;
        }
    }

    private static void callMeanwhile(String address, CompletableFuture<?> until) {
        while (!until.isDone()) {
            try (Endpoint client = Endpoint.create(EndpointOptions.defaults().withTimeout(Duration.ofSeconds(2)))) {
                Scarce scarce = client.lookup(address, Scarce.class);
                for (int i = 0; i < 100; i++) {
                    scarce.echo("meanwhile");
                }
            } catch (RemoteException e) {
                // Whatever it is told: only what comes afterwards counts.
            }
        }
    }

    @Test
    void servesOnAfterItsMemoryWasFull() throws Exception {
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
}
