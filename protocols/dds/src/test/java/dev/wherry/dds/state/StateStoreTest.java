package dev.wherry.dds.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.dds.StateChange;
import dev.wherry.dds.StateOptions;
import dev.wherry.dds.state.StateStore.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@NullMarked
class StateStoreTest {
    private final List<String> notified = new ArrayList<>();

    private StateStore<String> store(boolean latestWins) {
        return new StateStore<>(
                StateOptions.builder().mostKeys(3).mostBytes(100).build(), latestWins, new StateStore.Listener<>() {
                    @Override
                    public void changed(List<?> key, StateChange<String> change) {
                        notified.add((change.isRemoval() ? "-" : "+") + change.value());
                    }

                    @Override
                    public void forgotten(List<?> key) {
                        notified.add("?" + key.getFirst());
                    }
                });
    }

    private static Version<String> version(String key, @Nullable String value, long nanos) {
        String text = value == null ? key : value;
        return new Version<>(List.of(key), value, text.getBytes(StandardCharsets.UTF_8), nanos);
    }

    @Test
    void hasTheSameVersionInAnyOrderOfArrival() {
        Version<String> winner = version("a", "other", 3);
        List<Version<String>> all = new ArrayList<>(List.of(
                version("a", "one", 1),
                version("a", null, 2),
                version("a", "two", 2),
                version("a", "later", 3),
                version("a", "latest", 3),
                winner));
        Random random = new Random(1);
        for (int i = 0; i < 100; i++) {
            Collections.shuffle(all, random);
            StateStore<String> store = store(true);
            all.forEach(store::offer);
            assertThat(store.version(List.of("a"))).isSameAs(winner);
            assertThat(store.keys()).isEqualTo(1);
        }
    }

    @Test
    void doesNotBringBackWhatWasRemoved() {
        StateStore<String> store = store(true);
        store.offer(version("a", null, 2));
        assertThat(store.offer(version("a", "old", 1))).isEqualTo(Outcome.OLD);
        assertThat(store.offer(version("a", "same time", 2))).isEqualTo(Outcome.OLD);
        assertThat(store.offer(version("a", "new", 3))).isEqualTo(Outcome.STORED);
        assertThat(store.offer(version("a", null, 4))).isEqualTo(Outcome.STORED);
        assertThat(notified).containsExactly("+new", "-new");
        assertThat(store.keys()).isZero();
    }

    @Test
    void forgetsTheOldestRemovals() {
        StateStore<String> store = store(true);
        for (int i = 0; i < StateStore.MOST_REMOVED + 2; i++) {
            store.offer(version("key" + i, null, 1));
        }
        assertThat(store.versions()).hasSize(StateStore.MOST_REMOVED);
        assertThat(notified).containsExactly("?key0", "?key1");
    }

    @Test
    void countsKeysAndBytes() {
        StateStore<String> store = store(true);
        assertThat(store.offer(version("a", "x".repeat(60), 1))).isEqualTo(Outcome.STORED);
        assertThat(store.offer(version("b", "x".repeat(60), 1))).isEqualTo(Outcome.FULL);
        assertThat(store.offer(version("a", "x".repeat(20), 2))).isEqualTo(Outcome.STORED);
        assertThat(store.offer(version("b", "x".repeat(60), 1))).isEqualTo(Outcome.STORED);
        assertThat(store.offer(version("c", "", 1))).isEqualTo(Outcome.STORED);
        assertThat(store.offer(version("d", "", 1))).isEqualTo(Outcome.FULL);
        assertThat(store.offer(version("b", null, 2))).isEqualTo(Outcome.STORED);
        assertThat(store.offer(version("d", "x".repeat(60), 1))).isEqualTo(Outcome.STORED);
        assertThat(store.keys()).isEqualTo(3);
    }

    @Test
    void storesWhatArrivesLastOfOwners() {
        StateStore<String> store = store(false);
        store.offer(version("a", "weak", 5));
        assertThat(store.offer(version("a", "strong", 3))).isEqualTo(Outcome.STORED);
        assertThat(store.offer(version("a", "strong", 3))).isEqualTo(Outcome.OLD);
        assertThat(notified).containsExactly("+weak", "+strong");
    }
}
