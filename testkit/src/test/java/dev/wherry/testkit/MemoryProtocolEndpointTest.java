package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Delivery;
import dev.wherry.Endpoint;
import dev.wherry.statistics.MethodStatistics;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Endpoints that send calls over a protocol that is not Wherry's. */
class MemoryProtocolEndpointTest {
    private static final int LOOKUPS = 1_000;

    public interface Notes {
        void fail();
    }

    public interface First extends Remote {
        int first() throws RemoteException;
    }

    public interface Second extends Remote {
        int second() throws RemoteException;
    }

    public interface Relayed {
        CompletableFuture<String> relayed();

        String run(String text);
    }

    /** Fails as if a call that its method makes had failed. */
    private static final class Relaying implements Relayed {
        @Override
        public CompletableFuture<String> relayed() {
            return CompletableFuture.supplyAsync(() -> {
                throw new CallException(Code.UNAVAILABLE, "no connection to the other server");
            });
        }

        @Override
        public String run(String text) {
            if (text.isEmpty()) {
                throw new IllegalArgumentException("no text");
            }
            return text;
        }
    }

    private static final class Both implements First, Second {
        @Override
        public int first() {
            return 1;
        }

        @Override
        public int second() {
            return 2;
        }
    }

    private static final class Failing implements Notes {
        @Override
        public void fail() {
            throw new IllegalStateException("no paper");
        }
    }

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final Endpoint server = endpoints.watch(Endpoint.listen("objects://endpoint"));
    private final Endpoint client = endpoints.watch(Endpoint.create());

    @Test
    void closesEachConnectionOnce() throws Exception {
        server.bind("both", First.class, new Both());
        int before = MemoryProtocol.CLOSES.get();
        for (int i = 0; i < LOOKUPS; i++) {
            First stub = client.lookup("objects://endpoint/both", First.class);
            assertThat(stub.first()).isEqualTo(1);
            Calls.release(stub);
        }
        assertThat(MemoryProtocol.CLOSES.get() - before).isEqualTo(LOOKUPS);
        client.lookup("objects://endpoint/both", First.class);
        client.close();
        assertThat(MemoryProtocol.CLOSES.get() - before)
                .as("the one that was not released, and no other again")
                .isEqualTo(LOOKUPS + 1);
    }

    @Test
    void servesEachRemoteInterfaceOfAnObject() throws Exception {
        server.bind("both", First.class, new Both());
        assertThat(client.lookup("objects://endpoint/both", First.class).first())
                .isEqualTo(1);
        assertThat(client.lookup("objects://endpoint/both", Second.class).second())
                .isEqualTo(2);
    }

    @Test
    void reportsAFailureWithinAFutureAsOneOfTheMethod() {
        server.bind("relayed", Relayed.class, new Relaying());
        Relayed stub = client.lookup("objects://endpoint/relayed", Relayed.class);
        assertThatThrownBy(() -> stub.relayed().get()).cause().isInstanceOfSatisfying(CallException.class, failure -> {
            assertThat(failure.code()).isEqualTo(Code.INTERNAL);
            assertThat(failure.outcome()).isEqualTo(CallException.Outcome.RAN);
            assertThat(failure)
                    .hasMessageContaining("failed in a call of its own")
                    .hasMessageContaining("no connection to the other server");
        });
    }

    @Test
    void countsCallsAtBothEnds() {
        server.bind("relayed", Relayed.class, new Relaying());
        Relayed stub = client.lookup("objects://endpoint/relayed", Relayed.class);
        stub.run("a");
        stub.run("b");
        assertThatThrownBy(() -> stub.run("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(stub.relayed()::join).isInstanceOf(CompletionException.class);
        assertThat(client.statistics().carried()).containsEntry("objects", 4L);
        assertThat(client.statistics().methods()).isEmpty();
        assertThat(server.statistics().methods())
                .extracting(
                        MethodStatistics::type, MethodStatistics::method, each -> each.calls(), each -> each.failures())
                .containsExactly(
                        tuple(Relayed.class.getName(), "relayed()Ljava/util/concurrent/CompletableFuture;", 1L, 1L),
                        tuple(Relayed.class.getName(), "run(Ljava/lang/String;)Ljava/lang/String;", 3L, 1L));
        Await.until(
                "no call is under way",
                () -> client.statistics().callsOut() == 0 && server.statistics().callsIn() == 0);
    }

    @Test
    void countsCallsThatRunNow() {
        CompletableFuture<String> held = new CompletableFuture<>();
        server.bind("held", Relayed.class, new Relayed() {
            @Override
            public CompletableFuture<String> relayed() {
                return held;
            }

            @Override
            public String run(String text) {
                return text;
            }
        });
        CompletableFuture<String> call =
                client.lookup("objects://endpoint/held", Relayed.class).relayed();
        assertThat(client.statistics().callsOut()).isEqualTo(1);
        assertThat(server.statistics().callsIn()).isEqualTo(1);
        assertThat(server.statistics().methods())
                .singleElement()
                .satisfies(method -> assertThat(method.running()).isEqualTo(1));
        held.complete("done");
        assertThat(call.join()).isEqualTo("done");
        assertThat(server.statistics().methods())
                .singleElement()
                .satisfies(method -> assertThat(method.running()).isZero());
    }

    @Test
    void reportsTheFailureOfAnAcceptedCallAlone() {
        server.bind("notes", Notes.class, new Failing());
        Notes notes = client.lookup("objects://endpoint/notes", Notes.class);
        assertThatThrownBy(Calls.with(notes, CallOptions.ofDelivery(Delivery.ACCEPTED))::fail)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no paper");
        Calls.with(notes, CallOptions.ofDelivery(Delivery.SENT)).fail();
        Calls.with(notes, CallOptions.ofDelivery(Delivery.QUEUED)).fail();
    }
}
