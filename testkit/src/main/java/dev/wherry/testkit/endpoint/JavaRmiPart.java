package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.LegacyAccount;
import dev.wherry.testkit.sample.Overdrawn;
import dev.wherry.testkit.sample.Unregistered;
import dev.wherry.testkit.sample.Work;
import java.rmi.ConnectException;
import java.rmi.NoSuchObjectException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnmarshalException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Interfaces written for Java RMI work unchanged, and so do the catch blocks of their callers. */
interface JavaRmiPart extends Part {
    /** Withdrawing more than this fails with {@link Ruined}. */
    int RUINOUS = 1_000;

    /** A subclass that only the server knows, of an exception that callers catch. */
    final class Ruined extends Overdrawn {
        Ruined(int missing) {
            super(missing);
        }

        @Override
        public String getMessage() {
            return "ruined: " + super.getMessage();
        }
    }

    /** An error class that no caller has. */
    final class Fatal extends Error {
        Fatal(String message) {
            super(message);
        }
    }

    /** The account at the server. */
    class Account implements LegacyAccount {
        private final IntUnaryOperator deposit;
        private final @Nullable Account parent;

        Account(IntUnaryOperator deposit, @Nullable Account parent) {
            this.deposit = deposit;
            this.parent = parent;
        }

        @Override
        public int deposit(int amount) {
            return deposit.applyAsInt(amount);
        }

        @Override
        public void withdraw(int amount) throws Overdrawn {
            throw amount > RUINOUS ? new Ruined(amount) : new Overdrawn(amount);
        }

        @Override
        public LegacyAccount parent() throws java.rmi.RemoteException {
            if (parent == null) {
                throw new java.rmi.RemoteException("an orphan");
            }
            return parent;
        }

        @Override
        public boolean isParent(LegacyAccount account) {
            return account.equals(parent);
        }

        @Override
        public List<Object> history(List<Object> entries) {
            return entries;
        }
    }

    private LegacyAccount account(IntUnaryOperator deposit) {
        return fixture().serve(LegacyAccount.class, new Account(deposit, new Account(amount -> -amount, null)));
    }

    @Test
    default void servesAnInterfaceOfJavaRmiUnchanged() throws Exception {
        LegacyAccount stub = account(amount -> amount + 1);
        assertThat(stub.deposit(1)).isEqualTo(2);
        assertThatThrownBy(() -> stub.withdraw(5))
                .isInstanceOfSatisfying(
                        Overdrawn.class, e -> assertThat(e.missing()).isEqualTo(5));
    }

    @Test
    default void throwsTheDeclaredExceptionForAnUnknownSubclass() {
        LegacyAccount stub = account(amount -> amount);
        assertThatThrownBy(() -> stub.withdraw(2_000))
                .isExactlyInstanceOf(Overdrawn.class)
                .hasMessage("ruined: missing 2000")
                .isInstanceOfSatisfying(
                        Overdrawn.class, e -> assertThat(e.missing()).isEqualTo(2_000))
                .cause()
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.remoteClass()).isEqualTo(Ruined.class.getName()));
    }

    @Test
    default void passesRemoteObjectsByReference() throws Exception {
        LegacyAccount stub = account(amount -> amount);
        LegacyAccount parent = stub.parent();
        assertThat(Calls.isStub(parent)).isTrue();
        assertThat(parent.deposit(3)).isEqualTo(-3);
        assertThat(stub.isParent(parent))
                .as("the returned object is the original")
                .isTrue();
        assertThat(stub.isParent(stub)).isFalse();
        assertThat(stub.parent()).isEqualTo(parent);
    }

    @Test
    default void keepsSharingAsJavaRmiDoes() throws Exception {
        LegacyAccount stub = account(amount -> amount);
        List<Object> shared = new ArrayList<>(List.of("x"));
        List<Object> back = stub.history(new ArrayList<>(Arrays.asList(shared, shared, null)));
        assertThat(back).hasSize(3).last().isNull();
        assertThat(back.get(0)).isEqualTo(shared).isSameAs(back.get(1));
    }

    @Test
    default void waitsForTheAnswerWhenInterrupted() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        LegacyAccount stub = account(amount -> {
            entered.countDown();
            return Blocking.until(leave, amount);
        });
        AtomicReference<Thread> caller = new AtomicReference<>();
        Running<Boolean> call = fixture().start(() -> {
            caller.set(Thread.currentThread());
            return stub.deposit(7) == 7 && Thread.interrupted();
        });
        Await.latch(entered);
        caller.get().interrupt();
        leave.countDown();
        assertThat(call.get()).as("answered, and still interrupted").isTrue();
    }

    /** They share connections with calls of other interfaces, which an interrupt cancels. */
    @Test
    default void keepsInterruptsOfOtherCallsWorking() throws Exception {
        Working working = new Working();
        Work other = fixture().serve(Work.class, working);
        LegacyAccount stub = account(amount -> amount + 1);
        for (int round = 1; round <= 3; round++) {
            Running<Integer> calls = fixture().start(() -> {
                int sum = 0;
                for (int i = 0; i < 200; i++) {
                    Thread.currentThread().interrupt();
                    sum += stub.deposit(i);
                }
                assertThat(Thread.interrupted()).isTrue();
                return sum;
            });
            assertThat(calls.get()).isEqualTo(200 * 201 / 2);
            Running<Integer> blocked = fixture().start(() -> {
                other.block();
                return 0;
            });
            working.awaitEntered(round);
            blocked.interrupt();
            assertThat(blocked.failure())
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.CANCELLED));
        }
    }

    @Test
    default void waitsBeyondTheDefaultDeadlineUnlessBounded() throws Exception {
        CountDownLatch leave = new CountDownLatch(1);
        var brief = fixture()
                .create(fixture().options().toBuilder()
                        .timeout(Duration.ofMillis(500))
                        .build());
        var bounded = fixture()
                .create(fixture().options().toBuilder()
                        .timeout(Duration.ofMillis(500))
                        .boundedRemoteCalls(true)
                        .build());
        LegacyAccount account = new Account(amount -> amount > 0 ? Blocking.until(leave, amount) : amount, null);
        LegacyAccount patient = fixture().serve(fixture().server(), brief, LegacyAccount.class, account);
        LegacyAccount hasty = fixture().serve(fixture().server(), bounded, LegacyAccount.class, account);
        Running<Integer> waiting = fixture().start(() -> patient.deposit(3));
        assertThatThrownBy(() -> hasty.deposit(4)).isInstanceOf(UnmarshalException.class);
        assertThatThrownBy(() -> Calls.with(patient, CallOptions.ofTimeout(Duration.ofMillis(500)))
                        .deposit(5))
                .isInstanceOf(UnmarshalException.class);
        leave.countDown();
        assertThat(waiting.get()).isEqualTo(3);
    }

    @Test
    default void throwsTheRemoteExceptionThatTheMethodThrew() throws Exception {
        LegacyAccount stub = account(amount -> amount);
        LegacyAccount parent = stub.parent();
        assertThatThrownBy(parent::parent)
                .isInstanceOf(ServerException.class)
                .cause()
                .isInstanceOf(java.rmi.RemoteException.class)
                .hasMessageContaining("an orphan");
    }

    @Test
    default void throwsUncheckedExceptionsThroughARemoteClause() {
        LegacyAccount stub = account(amount -> {
            throw new IllegalArgumentException("not " + amount);
        });
        assertThatThrownBy(() -> stub.deposit(4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not 4");
    }

    @Test
    default void throwsAServerExceptionForAnUnregisteredException() {
        LegacyAccount stub = account(amount -> {
            throw new Unregistered("secret");
        });
        assertThatThrownBy(() -> stub.deposit(4))
                .isInstanceOf(ServerException.class)
                .cause()
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.remoteClass()).isEqualTo(Unregistered.class.getName()));
    }

    @Test
    default void throwsAServerErrorForAnError() {
        LegacyAccount stub = account(amount -> {
            throw new Fatal("broken");
        });
        assertThatThrownBy(() -> stub.deposit(4))
                .isInstanceOf(ServerError.class)
                .hasMessageContaining("broken");
    }

    @Test
    default void throwsNoSuchObjectForAnUnboundName() {
        LegacyAccount stub = account(amount -> amount);
        fixture().server().unbind("LegacyAccount1");
        assertThatThrownBy(() -> stub.deposit(4))
                .isInstanceOf(NoSuchObjectException.class)
                .cause()
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.NOT_FOUND));
    }

    @Test
    default void throwsConnectExceptionWhenThePeerHasLeft() {
        LegacyAccount stub = account(amount -> amount);
        fixture().server().close();
        Await.until(
                "the end of the session", () -> fixture().client().statistics().sessions() == 0);
        assertThatThrownBy(() -> stub.deposit(4))
                .isInstanceOf(ConnectException.class)
                .cause()
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.UNAVAILABLE));
    }

    @Test
    default void throwsARemoteExceptionAtTheDeadline() {
        LegacyAccount stub = account(amount -> Blocking.until(new CountDownLatch(1), amount));
        LegacyAccount hasty = Calls.with(stub, CallOptions.ofTimeout(Duration.ofMillis(50)));
        assertThatThrownBy(() -> hasty.deposit(4))
                .isInstanceOf(java.rmi.RemoteException.class)
                .cause()
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.DEADLINE_EXCEEDED));
    }

    /** The clause is {@code IOException}. The exception is the same as under a narrower clause. */
    @Test
    default void throwsMarshalExceptionForValuesThatCannotBeEncoded() {
        LegacyAccount stub = account(amount -> amount);
        assertThatThrownBy(() -> stub.history(List.of(new Thread())))
                .isInstanceOf(java.rmi.MarshalException.class)
                .cause()
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.CODEC));
    }
}
