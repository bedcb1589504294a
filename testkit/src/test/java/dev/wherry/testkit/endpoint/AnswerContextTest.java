package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.OneWay;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Context entries that ride back with answers. */
class AnswerContextTest {
    private static final ContextKey<Long> COST = ContextKey.number("cost");
    private static final ContextKey<String> NOTE = ContextKey.text("note");

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    @TempDir
    Path folder;

    private final Endpoint client = endpoints.watch(Endpoint.create());

    public interface Desk {
        int add(int a, int b);

        int refuse(String why);

        void fill(int entries);

        @OneWay
        void note();

        int silent();

        /** Adds at another desk. */
        int forward(int a, int b);
    }

    private static class Costly implements Desk {
        private Desk next;

        @Override
        public int add(int a, int b) {
            Calls.answerContext(COST, 1L);
            Calls.answerContext(COST, (long) (a + b));
            return a + b;
        }

        @Override
        public int refuse(String why) {
            Calls.answerContext(COST, 3L);
            throw new IllegalArgumentException(why);
        }

        @Override
        public void fill(int entries) {
            for (int i = 0; i < entries; i++) {
                Calls.answerContext(ContextKey.number("n" + i), (long) i);
            }
        }

        @Override
        public void note() {
            add(1, 1);
        }

        @Override
        public int silent() {
            return 4;
        }

        @Override
        public int forward(int a, int b) {
            return next.add(a, b);
        }
    }

    private final Costly served = new Costly();

    private Desk desk(String how) {
        String address = switch (how) {
            case "tcp" -> "tcp://127.0.0.1:0";
            case "unix" -> "unix:" + folder.resolve("desk");
            default -> "inprocess://answers";
        };
        Endpoint server = endpoints.watch(Endpoint.listen(address));
        server.bind("desk", Desk.class, served);
        return client.lookup(uri(server, how), Desk.class);
    }

    private static String uri(Endpoint server, String how) {
        return switch (how) {
            case "tcp" -> server.address() + "/desk";
            case "unix" -> server.address() + "#desk";
            case "copy" -> "inprocess://answers/desk?copy";
            default -> "inprocess://answers/desk";
        };
    }

    private static Desk metered(Desk desk, Consumer<Long> costs) {
        return Calls.with(desk, CallOptions.builder().onAnswer(COST, costs).build());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix", "copy", "reference"})
    void isReceivedWithResultsAndFailures(String how) throws Exception {
        List<Long> costs = new CopyOnWriteArrayList<>();
        Desk desk = metered(desk(how), costs::add);
        for (int i = 0; i < 10; i++) { // over main at first, and then over a lane
            assertThat(desk.add(i, 1)).isEqualTo(i + 1);
            assertThat(costs).containsExactly(i + 1L);
            costs.clear();
        }
        assertThatThrownBy(() -> desk.refuse("no")).isInstanceOf(IllegalArgumentException.class);
        assertThat(costs).containsExactly(3L);
        costs.clear();
        assertThat(Running.startVirtual(() -> desk.add(2, 3)).get()).isEqualTo(5);
        assertThat(costs).containsExactly(5L);
        costs.clear();
        assertThat(desk.silent()).isEqualTo(4);
        desk.note();
        assertThat(costs).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "copy", "reference"})
    void isReceivedBeforeAFutureIsCompleted(String how) {
        List<Long> costs = new CopyOnWriteArrayList<>();
        Desk desk = metered(desk(how), costs::add);
        assertThat(Calls.async(desk, each -> each.add(1, 1))
                        .thenApply(sum -> List.copyOf(costs))
                        .join())
                .containsExactly(2L);
        assertThatThrownBy(() -> Calls.async(desk, each -> each.refuse("no")).join())
                .isInstanceOf(CompletionException.class);
        assertThat(costs).containsExactly(2L, 3L);
    }

    @Test
    void isIgnoredIfNobodyReceivesIt() {
        Desk desk = desk("tcp");
        assertThat(desk.add(1, 2)).isEqualTo(3);
        assertThatThrownBy(() -> desk.refuse("no")).isInstanceOf(IllegalArgumentException.class);
        Calls.answerContext(COST, 1L); // outside of a served call
    }

    @Test
    void hasAtMost64Entries() {
        List<Map<ContextKey<?>, Object>> all = new CopyOnWriteArrayList<>();
        Desk desk =
                Calls.with(desk("tcp"), CallOptions.builder().onAnswer(all::add).build());
        desk.fill(64);
        assertThat(all).hasSize(1);
        assertThat(all.getFirst()).hasSize(64).containsEntry(ContextKey.number("n63"), 63L);
        assertThatThrownBy(() -> desk.fill(65))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'n64'");
    }

    @Test
    void isSetAndReceivedByInterceptors() {
        List<String> notes = new CopyOnWriteArrayList<>();
        Endpoint server = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0",
                EndpointOptions.builder()
                        .addServerInterceptor((call, next) -> {
                            Calls.answerContext(NOTE, "intercepted");
                            return next.proceed(call);
                        })
                        .build()));
        server.bind("desk", Desk.class, served);
        Endpoint caller = endpoints.watch(Endpoint.create(EndpointOptions.builder()
                .addClientInterceptor((call, next) -> next.proceed(call.withOptions(
                        call.options().toBuilder().onAnswer(NOTE, notes::add).build())))
                .build()));
        List<Long> costs = new CopyOnWriteArrayList<>();
        Desk desk = metered(caller.lookup(server.address() + "/desk", Desk.class), costs::add);
        notes.clear(); // the look-up's
        assertThat(desk.add(1, 2)).isEqualTo(3);
        assertThat(notes).containsExactly("intercepted");
        assertThat(costs).containsExactly(3L);
    }

    @ByReference
    public interface Till {
        int take(int amount);
    }

    public interface Shop {
        Till till();
    }

    /** The shop passes on a reference of the bank, and then each call of it. */
    @Test
    void isPassedOnWithARelayedCall() {
        Endpoint bank = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        bank.bind("shop", Shop.class, () -> amount -> {
            Calls.answerContext(COST, 6L);
            return amount;
        });
        Endpoint middle = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        Shop behind = middle.lookup(bank.address() + "/shop", Shop.class);
        middle.bind("shop", Shop.class, behind::till);
        List<Long> costs = new CopyOnWriteArrayList<>();
        Till till = client.lookup(middle.address() + "/shop", Shop.class).till();
        Till metered = Calls.with(
                till, CallOptions.builder().onAnswer(COST, costs::add).build());
        assertThat(metered.take(2)).isEqualTo(2);
        assertThat(costs).containsExactly(6L);
        Calls.release(till);
    }

    /** The entries of a call within a call are not passed on, unless the method does so. */
    @Test
    void isThatOfTheCallItself() {
        Endpoint backend = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        backend.bind("desk", Desk.class, new Costly());
        served.next = client.lookup(backend.address() + "/desk", Desk.class);
        List<Long> costs = new CopyOnWriteArrayList<>();
        Desk desk = metered(desk("tcp"), costs::add);
        assertThat(desk.forward(1, 2)).isEqualTo(3);
        assertThat(costs).isEmpty();
        served.next = metered(served.next, cost -> Calls.answerContext(COST, cost));
        assertThat(desk.forward(1, 2)).isEqualTo(3);
        assertThat(costs).containsExactly(3L);
        served.next = null;
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "reference"})
    void leavesTheAnswerWholeIfItsConsumerFails(String how) {
        Desk desk = metered(desk(how), cost -> {
            throw new IllegalStateException("a fault of the test");
        });
        assertThat(desk.add(1, 2)).isEqualTo(3);
    }

    /** An answer whose context is too large for a message is a failure that says so. */
    @Test
    void failsTheCallIfItIsTooLarge() {
        Endpoint server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        server.bind(
                "large",
                Runnable.class,
                () -> Calls.answerContext(new ContextKey<>("bytes", byte[].class), new byte[2 << 20]));
        Endpoint narrow = endpoints.watch(Endpoint.create(EndpointOptions.builder()
                .limits(Limits.defaults().toBuilder().messageBytes(1 << 20).build())
                .build()));
        Runnable large = narrow.lookup(server.address() + "/large", Runnable.class);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(large::run).isInstanceOfSatisfying(CallException.class, failed -> {
                assertThat(failed.code()).isEqualTo(CallException.Code.CODEC);
                assertThat(failed.outcome()).isEqualTo(CallException.Outcome.RAN);
            });
        }
    }
}
