package dev.wherry.dds.fast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.Replication;
import dev.wherry.dds.fast.Bank.Ledger;
import dev.wherry.testsupport.Polling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls between the two engines. */
class TwoEnginesTest {
    private static final int LARGE = 64 << 10;

    private final int domain = Bank.domain();
    private final String name = Bank.name();
    private final Ledger ledger = new Ledger();

    /** Runs with a server and a stub of it. */
    private void call(String server, String client, Consumer test) throws Exception {
        try (Endpoint serving = Bank.endpoint(Bank.dds(server));
                Endpoint calling = Bank.endpoint(Bank.dds(client))) {
            serving.bind(name, Bank.class, ledger);
            serving.listenAt("dds://" + domain);
            test.accept(calling.lookup("dds://" + domain + "/" + name, Bank.class));
        }
    }

    private interface Consumer {
        void accept(Bank bank) throws Exception;
    }

    @ParameterizedTest
    @CsvSource({"fast-dds, cyclone", "cyclone, fast-dds", "fast-dds, fast-dds", "cyclone, cyclone"})
    void passValuesExceptionsAndOneWayCalls(String server, String client) throws Exception {
        call(server, client, bank -> {
            Bank.Order order = new Bank.Order(
                    "Grüße", Long.MIN_VALUE, 0.5, List.of("a", "", "c"), Bank.Kind.LARGE, Map.of("one", 1));
            assertThat(bank.echo(order)).isEqualTo(order);
            assertThat(bank.shape(new Bank.Line(3, -1))).isEqualTo(new Bank.Line(3, -1));
            assertThat(bank.shape(new Bank.Circle(7))).isEqualTo(new Bank.Circle(7));
            assertThat(bank.orNull(null)).isNull();
            assertThat(bank.orNull("there")).isEqualTo("there");
            assertThat(bank.later("a").join()).isEqualTo("a!");
            bank.withdraw(10);
            assertThatThrownBy(() -> bank.withdraw(12))
                    .isInstanceOfSatisfying(
                            Bank.Overdrawn.class, e -> assertThat(e.missing).isEqualTo(2));
            assertThatThrownBy(() -> bank.fail("secret"))
                    .isInstanceOf(CallException.class)
                    .hasMessageNotContaining("secret");
            bank.note("once");
            Polling.until("the note arrives", () -> !ledger.notes.isEmpty());
            assertThat(ledger.notes).containsExactly("once");
        });
    }

    @ParameterizedTest
    @CsvSource({"fast-dds, cyclone", "cyclone, fast-dds", "fast-dds, fast-dds"})
    void passValuesOfAllLengths(String server, String client) throws Exception {
        call(server, client, bank -> {
            Random random = new Random(1);
            for (int length : new int[] {0, 1, 2, 3, 4, 1_000, 1_400, 20_000, LARGE, 1_000_000}) {
                byte[] bytes = new byte[length];
                random.nextBytes(bytes);
                assertThat(bank.bytes(bytes)).as("%d bytes", length).isEqualTo(bytes);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"fast-dds, cyclone", "cyclone, fast-dds", "fast-dds, fast-dds"})
    void makeCallsAtTheSameTime(String server, String client) throws Exception {
        call(server, client, bank -> {
            List<CompletableFuture<byte[]>> all = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                byte[] bytes = {(byte) i, (byte) (i >> 8), 1};
                all.add(Calls.async(bank, each -> each.bytes(bytes)));
            }
            for (int i = 0; i < all.size(); i++) {
                assertThat(all.get(i).join()).containsExactly((byte) i, (byte) (i >> 8), (byte) 1);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"fast-dds, cyclone", "cyclone, fast-dds", "fast-dds, fast-dds"})
    void findEachOtherInAPartition(String server, String client) throws Exception {
        try (Endpoint serving = Bank.endpoint(Bank.dds(server));
                Endpoint calling = Bank.endpoint(Bank.dds(client))) {
            serving.bind(name, Bank.class, ledger);
            serving.listenAt("dds://" + domain + "/floor");
            Bank bank = calling.lookup("dds://" + domain + "/" + name + "?partition=floor", Bank.class);
            assertThat(bank.later("a").join()).isEqualTo("a!");
        }
    }

    @ParameterizedTest
    @CsvSource({"fast-dds, cyclone", "cyclone, fast-dds", "fast-dds, fast-dds"})
    void noticeThatAServerHasLeft(String server, String client) throws Exception {
        try (Endpoint calling = Bank.endpoint(Bank.dds(client))) {
            Endpoint serving = Bank.endpoint(Bank.dds(server));
            serving.bind(name, Bank.class, ledger);
            serving.listenAt("dds://" + domain);
            Bank bank = Calls.with(
                    calling.lookup("dds://" + domain + "/" + name, Bank.class),
                    // Requests that are sent while the server leaves have no answer.
                    CallOptions.ofTimeout(Duration.ofSeconds(2)));
            serving.close();
            Polling.until("the server has left", () -> {
                try {
                    bank.withdraw(1);
                    return false;
                } catch (CallException e) {
                    return e.code() == CallException.Code.UNAVAILABLE;
                } catch (Bank.Overdrawn e) {
                    throw new AssertionError(e);
                }
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"fast-dds, cyclone", "cyclone, fast-dds", "fast-dds, fast-dds"})
    void serveOneNameTogether(String server, String client) throws Exception {
        Replication first = Replication.first();
        try (Endpoint one = Bank.endpoint(Bank.dds(server).replication(first));
                Endpoint calling = Bank.endpoint(Bank.dds(client).replication(first))) {
            Endpoint two = Bank.endpoint(Bank.dds(client).replication(first));
            Ledger other = new Ledger();
            one.bind(name, Bank.class, ledger);
            one.listenAt("dds://" + domain);
            two.bind(name, Bank.class, other);
            two.listenAt("dds://" + domain);
            Bank bank = calling.lookup("dds://" + domain + "/" + name, Bank.class);
            Polling.until("both have run a call", () -> {
                bank.note("both");
                return !ledger.notes.isEmpty() && !other.notes.isEmpty();
            });
            two.close();
            assertThat(bank.later("a").join()).isEqualTo("a!");
        }
    }

    /** Returns a lease that does not run out when a machine is busy: servers are closed here. */
    private static Replication exclusive(int strength) {
        return Replication.exclusive(strength).withLease(Duration.ofSeconds(30));
    }

    @Test
    void replyAsTheStrongestServer() throws Exception {
        try (Endpoint weak = Bank.endpoint(Bank.dds(DdsOptions.CYCLONE).replication(exclusive(1)));
                Endpoint calling = Bank.endpoint(Bank.dds(DdsOptions.CYCLONE).replication(exclusive(0)))) {
            Endpoint strong = Bank.endpoint(Bank.dds(Bank.FAST).replication(exclusive(2)));
            strong.bind(name, Bank.class, ledger);
            strong.listenAt("dds://" + domain);
            weak.bind(name, Bank.class, new Ledger() {
                @Override
                public @Nullable String orNull(@Nullable String text) {
                    return text + ", says the weak one";
                }
            });
            weak.listenAt("dds://" + domain);
            Bank bank = calling.lookup("dds://" + domain + "/" + name, Bank.class);
            Polling.until("the strong one replies", () -> "a".equals(bank.orNull("a")));
            for (int i = 0; i < 20; i++) {
                assertThat(bank.orNull("b")).isEqualTo("b");
            }
            strong.close();
            assertThat(bank.orNull("c")).isEqualTo("c, says the weak one");
        }
    }

    @Test
    void doNotFindAServerWithTheOtherEncoding() throws Exception {
        DdsOptions.Builder newer = DdsOptions.builder().loopback();
        DdsOptions.Builder fast = Bank.dds(Bank.FAST).findTimeout(Duration.ofMillis(1500));
        try (Endpoint serving = Bank.endpoint(newer);
                Endpoint calling = Bank.endpoint(fast)) {
            serving.bind(name, Bank.class, ledger);
            serving.listenAt("dds://" + domain);
            assertThatThrownBy(() -> calling.lookup("dds://" + domain + "/" + name, Bank.class))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.NOT_FOUND));
        }
    }

    @Test
    void leaveNothingBehind() throws Exception {
        call("fast-dds", "fast-dds", bank -> assertThat(bank.later("a").join()).isEqualTo("a!"));
        Polling.until(
                "the threads end",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(each -> each.getName().startsWith("wherry-dds")));
    }
}
