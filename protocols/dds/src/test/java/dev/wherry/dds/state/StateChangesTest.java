package dev.wherry.dds.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.dds.DataSpace;
import dev.wherry.dds.SharedState;
import dev.wherry.dds.StateChange;
import dev.wherry.dds.rpc.Services;
import dev.wherry.dds.state.SharedStateTest.Account;
import dev.wherry.testsupport.Polling;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@NullMarked
class StateChangesTest {
    private final DataSpace space = DataSpace.join(
            "dds://" + Services.domain() + "/floor", Services.dds().build());
    private final SharedState<Account> state = space.state(Services.name(), Account.class);

    /** Notes what it is notified of. */
    private static final class Notes implements Flow.Subscriber<StateChange<Account>> {
        final List<String> all = new CopyOnWriteArrayList<>();
        volatile Flow.@Nullable Subscription subscription;
        volatile boolean failed;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
        }

        void request(long count) {
            Flow.Subscription given = subscription;
            assertThat(given).isNotNull();
            given.request(count);
        }

        @Override
        public void onNext(StateChange<Account> change) {
            if (change.value().balance() < 0) {
                failed = true;
                throw new IllegalStateException("a failing subscriber");
            }
            all.add((change.isRemoval() ? "-" : "+")
                    + change.value().owner()
                    + change.value().balance());
        }

        @Override
        public void onError(Throwable failure) {
            all.add(String.valueOf(failure.getMessage()));
        }

        @Override
        public void onComplete() {
            all.add("completed");
        }

        void await(String... expected) {
            Polling.until("it is notified of " + List.of(expected), () -> all.equals(List.of(expected)));
        }
    }

    @AfterEach
    void close() {
        space.close();
    }

    @Test
    void beginWithTheValuesAndEndWithTheState() {
        state.put(new Account("ann", 1));
        Notes notes = new Notes();
        state.changes().subscribe(notes);
        notes.request(Long.MAX_VALUE);
        notes.await("+ann1");
        state.put(new Account("bob", 2));
        notes.await("+ann1", "+bob2");
        state.remove("ann");
        notes.await("+ann1", "+bob2", "-ann1");
        state.close();
        notes.await("+ann1", "+bob2", "-ann1", "completed");
    }

    @Test
    void areTheLastOfEachKeyForASlowSubscriber() {
        Notes notes = new Notes();
        state.changes().subscribe(notes);
        for (int i = 0; i < 1_000; i++) {
            state.put(new Account("ann", i));
            state.put(new Account("bob", i));
        }
        notes.request(1);
        notes.await("+ann999");
        state.remove("bob");
        notes.request(1);
        notes.await("+ann999", "-bob999");
        state.close();
        notes.await("+ann999", "-bob999", "completed");
    }

    @Test
    void endWhenTheSubscriberCancelsOrFails() {
        List<Notes> all = List.of(new Notes(), new Notes(), new Notes(), new Notes());
        all.forEach(state.changes()::subscribe);
        Notes cancelled = all.get(0);
        Flow.Subscription given = cancelled.subscription;
        assertThat(given).isNotNull();
        given.cancel();
        cancelled.request(9);
        Notes greedy = all.get(1);
        greedy.request(0);
        greedy.await("A subscriber has requested 0 changes");
        Notes failing = all.get(2);
        failing.request(1);
        state.put(new Account("ann", -1));
        Polling.until("it fails", () -> failing.failed);
        state.put(new Account("ann", 1));
        all.get(3).request(9);
        all.get(3).await("+ann1");
        failing.request(9);
        state.close();
        all.get(3).await("+ann1", "completed");
        assertThat(cancelled.all).isEmpty();
        assertThat(failing.all).doesNotContain("completed");
    }

    @Test
    void areCompletedAtOnceOfAClosedState() {
        state.close();
        Notes notes = new Notes();
        state.changes().subscribe(notes);
        notes.await("completed");
    }
}
