package dev.wherry.dds.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.dds.DataSpace;
import dev.wherry.dds.Key;
import dev.wherry.dds.SharedState;
import dev.wherry.dds.StateOptions;
import dev.wherry.dds.rpc.Services;
import dev.wherry.testsupport.LogRecorder;
import dev.wherry.testsupport.Polling;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@NullMarked
class SharedStateTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    /** A value with one key. */
    public record Account(@Key String owner, long balance) {
        Account plus(long amount) {
            return new Account(owner, balance + amount);
        }
    }

    /** A value with two keys. */
    public record Seat(@Key int row, @Key UUID hall, String guest) {}

    /** A service whose state is shared. */
    public interface Bank {
        long deposit(String owner, long amount);

        long balance(String owner);
    }

    private record SharedBank(SharedState<Account> accounts) implements Bank {
        @Override
        public long deposit(String owner, long amount) {
            return accounts.update(found -> found.orElse(new Account(owner, 0)).plus(amount), owner)
                    .balance();
        }

        @Override
        public long balance(String owner) {
            return accounts.get(owner).map(Account::balance).orElse(0L);
        }
    }

    private final int domain = Services.domain();
    private final String name = Services.name();
    private final DataSpace one = join();
    private final DataSpace other = join();

    private DataSpace join() {
        return DataSpace.join("dds://" + domain, Services.dds().build());
    }

    @AfterEach
    void leave() {
        one.close();
        other.close();
    }

    private static StateOptions keptByAll() {
        return StateOptions.builder().keptByAll().build();
    }

    @Test
    void hasWhatWasPutAtOnceHereAndSoonElsewhere() throws Exception {
        SharedState<Account> here = one.state(name, Account.class);
        SharedState<Account> there = other.state(name, Account.class);
        here.put(new Account("ann", 1));
        here.put(new Account("bob", 2));
        assertThat(here.get("ann")).contains(new Account("ann", 1));
        assertThat(there.await(LONG, "bob")).contains(new Account("bob", 2));
        assertThat(there.await(LONG, "ann")).contains(new Account("ann", 1));
        there.update(found -> found.orElseThrow().plus(10), "ann");
        assertThat(there.get("ann")).contains(new Account("ann", 11));
        Polling.until("the change arrives", () -> here.get("ann").orElseThrow().balance() == 11);
        assertThat(here.values()).containsExactly(new Account("ann", 11), new Account("bob", 2));
        assertThat(here.size()).isEqualTo(2);
        assertThat(there.remove("bob")).isTrue();
        assertThat(there.remove("bob")).isFalse();
        assertThat(there.get("bob")).isEmpty();
        Polling.until("the removal arrives", () -> here.get("bob").isEmpty());
        assertThat(here.size()).isEqualTo(1);
    }

    @Test
    void givesALateJoinerTheLastVersions() throws Exception {
        SharedState<Seat> here = one.state(name, Seat.class);
        UUID hall = UUID.randomUUID();
        for (int row = 0; row < 10; row++) {
            here.put(new Seat(row, hall, "first"));
            here.put(new Seat(row, hall, "last"));
        }
        here.remove(3, hall);
        SharedState<Seat> there = other.state(name, Seat.class);
        Polling.until("all arrive", () -> there.size() == 9);
        assertThat(there.values()).extracting(Seat::guest).containsOnly("last");
        assertThat(there.get(3, hall)).isEmpty();
        assertThat(there.get(4, hall)).isPresent();
    }

    @Test
    void logsThatAnotherProcessHasAnotherTypeOfValue() {
        try (LogRecorder log = new LogRecorder("dev.wherry.dds")) {
            one.state(name, Account.class);
            other.state(name, Seat.class);
            Polling.until(
                    "both log it",
                    () -> log.texts()
                                    .filter(each -> each.contains("A writer of the shared state '" + name + "'"))
                                    .filter(each -> each.contains("type"))
                                    .count()
                            == 2);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // the mistakes of the test
    void namesWhatMustNotBeNull() {
        SharedState<Account> state = one.state(name, Account.class);
        assertThatThrownBy(() -> state.put(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("value");
        assertThatThrownBy(() -> state.update(_ -> null, "ann"))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("'change' has returned null");
        assertThat(state.size()).isZero();
    }

    @Test
    void givesALateJoinerTenThousandKeys() {
        SharedState<Account> here = one.state(name, Account.class);
        IntStream.range(0, 10_000).forEach(i -> here.put(new Account("owner" + i, i)));
        SharedState<Account> there = other.state(name, Account.class);
        Polling.until("all arrive", () -> there.size() == 10_000);
        assertThat(there.values()).isEqualTo(here.values());
    }

    @Test
    void isTheStateOfAServiceThatSeveralProcessesServe() {
        try (Endpoint server = Services.endpoint();
                Endpoint second = Services.endpoint();
                Endpoint client = Services.endpoint()) {
            server.bind("first", Bank.class, new SharedBank(one.state(name, Account.class)));
            second.bind("second", Bank.class, new SharedBank(other.state(name, Account.class)));
            server.listenAt("dds://" + domain);
            String tcp = second.listenAt("tcp://127.0.0.1:0").toString();
            Bank first = client.lookup("dds://" + domain + "/first", Bank.class);
            Bank overTcp = client.lookup(tcp + "/second", Bank.class);
            assertThat(first.deposit("ann", 5)).isEqualTo(5);
            Polling.until("the call has changed the state elsewhere", () -> overTcp.balance("ann") == 5);
            assertThat(overTcp.deposit("ann", 2)).isEqualTo(7);
            Polling.until("and back", () -> first.balance("ann") == 7);
        }
    }

    @Test
    void keepsValuesWhoseWriterHasLeftIfAllKeepThem() {
        SharedState<Account> here = one.state(name, Account.class, keptByAll());
        SharedState<Account> there = other.state(name, Account.class, keptByAll());
        here.put(new Account("bob", 1));
        here.remove("bob");
        here.put(new Account("ann", 1));
        Polling.until("the last one arrives", () -> there.get("ann").isPresent());
        one.close();
        try (DataSpace late = join()) {
            SharedState<Account> third = late.state(name, Account.class);
            Polling.until("the value arrives", () -> third.get("ann").isPresent());
            there.put(new Account("ann", 2));
            Polling.until(
                    "a newer value arrives",
                    () -> third.get("ann").orElseThrow().balance() == 2);
            assertThat(third.get("bob")).isEmpty();
        }
    }

    @Test
    void removesValuesThatOthersOfferAgainAtThatMoment() {
        SharedState<Account> here = one.state(name, Account.class, keptByAll());
        SharedState<Account> there = other.state(name, Account.class, keptByAll());
        here.put(new Account("ann", 1));
        Polling.until("the first value arrives", () -> there.get("ann").isPresent());
        for (int i = 0; i < 1_000; i++) {
            here.put(new Account("bob" + i, 1));
            here.remove("bob" + i);
        }
        here.remove("ann");
        Polling.until("all are removed", () -> there.size() == 0);
        assertThat(here.size()).isZero();
    }

    @Test
    void offersWhatOthersHaveWrittenOfItsOwnKeys() {
        SharedState<Account> here = one.state(name, Account.class);
        SharedState<Account> there = other.state(name, Account.class);
        here.put(new Account("ann", 1));
        here.put(new Account("bob", 1));
        Polling.until("they arrive", () -> there.size() == 2);
        there.put(new Account("ann", 2));
        there.remove("bob");
        Polling.until(
                "the changes arrive",
                () -> here.get("ann").orElseThrow().balance() == 2
                        && here.get("bob").isEmpty());
        other.close();
        try (DataSpace late = join()) {
            SharedState<Account> third = late.state(name, Account.class);
            Polling.until(
                    "the newer value and the removal arrive",
                    () -> third.get("ann").map(Account::balance).equals(Optional.of(2L))
                            && third.get("bob").isEmpty());
        }
    }

    @Test
    void letsTheStrongestWriterOwnAKey() {
        SharedState<Account> strong = one.state(
                name, Account.class, StateOptions.builder().strength(2).build());
        SharedState<Account> weak = other.state(
                name, Account.class, StateOptions.builder().strength(1).build());
        strong.put(new Account("ann", 1));
        Polling.until("it arrives", () -> weak.get("ann").isPresent());
        weak.put(new Account("ann", 2));
        weak.put(new Account("bob", 2));
        Polling.until("the other key arrives", () -> strong.get("bob").isPresent());
        assertThat(strong.get("ann").orElseThrow().balance()).isEqualTo(1);
        assertThat(weak.get("ann").orElseThrow().balance()).isEqualTo(1);
        one.close();
        Polling.until("the weaker one owns it", () -> {
            weak.put(new Account("ann", 3));
            return weak.get("ann").orElseThrow().balance() == 3;
        });
    }

    @Test
    void refusesWhatItCannotShare() {
        record NoKey(String text) {}
        record Unordered(@Key List<Integer> numbers) {}
        assertThatThrownBy(() -> one.state(name, NoKey.class)).hasMessageContaining("@Key");
        assertThatThrownBy(() -> one.state(name, Unordered.class)).hasMessageContaining("has no order");
        assertThatThrownBy(() -> one.state(name, Object.class)).isInstanceOf(IllegalArgumentException.class);
        SharedState<Seat> seats = one.state(name, Seat.class);
        assertThatThrownBy(() -> seats.get(1L, UUID.randomUUID())).hasMessageContaining("Integer row, UUID hall");
        assertThatThrownBy(() -> seats.get(1)).isInstanceOf(IllegalArgumentException.class);
        UUID hall = new UUID(1, 2);
        assertThatThrownBy(() -> seats.update(_ -> new Seat(1, hall, ""), 2, hall))
                .hasMessageContaining("has the key [1,");
        assertThat(seats.size()).isZero();
    }

    @Test
    void refusesMoreKeysOrBytesThanItsOptionsAllow() {
        SharedState<Account> few = one.state(
                name,
                Account.class,
                StateOptions.builder().mostKeys(2).mostBytes(1_000).build());
        few.put(new Account("ann", 1));
        few.put(new Account("bob", 1));
        assertThatThrownBy(() -> few.put(new Account("cid", 1)))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.REFUSED));
        few.put(new Account("ann", 2));
        few.remove("bob");
        assertThatThrownBy(() -> few.put(new Account("x".repeat(2_000), 1))).isInstanceOf(CallException.class);
        few.put(new Account("cid", 1));
        assertThat(few.values()).extracting(Account::owner).containsExactly("ann", "cid");
    }

    @Test
    void cannotBeChangedOnceClosed() {
        SharedState<Account> state = one.state(name, Account.class);
        state.put(new Account("ann", 1));
        state.close();
        assertThat(state.isClosed()).isTrue();
        assertThatThrownBy(() -> state.put(new Account("ann", 2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThat(state.get("ann")).contains(new Account("ann", 1));
        one.close();
        Polling.until(
                "its threads end",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(each -> Arrays.asList("wherry-dds-state-" + name, "wherry-dds-keep-" + name)
                                .contains(each.getName())));
    }
}
