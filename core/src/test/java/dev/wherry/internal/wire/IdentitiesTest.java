package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the owner of objects is notified that nobody refers to one any more. */
final class IdentitiesTest {
    private final AtomicLong made = new AtomicLong();
    private final Map<Object, Integer> notices = Collections.synchronizedMap(new IdentityHashMap<>());
    private int failures;
    private final Identities identities = new Identities(new Identities.Owner() {
        @Override
        public Id128 newIdentity() {
            return new Id128(0, made.incrementAndGet());
        }

        @Override
        public void unreferenced(Object object) {
            if (failures > 0) {
                failures--;
                throw new OutOfMemoryError("made by a test");
            }
            notices.merge(object, 1, Integer::sum);
        }
    });

    private final Object target = new Object();

    @Test
    void notifiesOnceForEachTimeThatTheLastHolderGoes() {
        identities.acquire(target, null);
        identities.acquire(target, null);
        identities.release(target);
        assertThat(notices).isEmpty();
        identities.release(target);
        assertThat(notices.get(target)).isEqualTo(1);
        identities.release(target);
        assertThat(notices.get(target)).as("nobody held it").isEqualTo(1);
        identities.acquire(target, null);
        identities.release(target);
        assertThat(notices.get(target)).isEqualTo(2);
        identities.acquire(target, null);
        identities.drop(target);
        assertThat(notices.get(target)).as("dropped in silence").isEqualTo(2);
        assertThat(identities.knows(target)).isFalse();
    }

    @Test
    void keepsTheIdentityOfAnExportedObjectWithoutHolders() {
        identities.export(target);
        Id128 identity = identities.acquire(target, null);
        identities.release(target);
        assertThat(notices.get(target)).isEqualTo(1);
        assertThat(identities.find(identity)).isSameAs(target);
        assertThat(identities.acquire(target, null)).isEqualTo(identity);
        identities.unexport(target);
        assertThat(identities.find(identity)).as("of which a holder is left").isSameAs(target);
        identities.release(target);
        assertThat(identities.find(identity)).isNull();
        assertThat(notices.get(target)).isEqualTo(2);
        identities.export(target);
        identities.unexport(target);
        assertThat(identities.knows(target)).isFalse();
        assertThat(notices.get(target)).as("nobody held it").isEqualTo(2);
    }

    /** Each identity exists from the first holder to the last, so there is a notice for each. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void notifiesOnceWhoeverElseAddsAndRemovesHolders(long seed) throws Exception {
        List<Object> targets = List.of(new Object(), new Object(), new Object());
        Random seeds = new Random(seed);
        List<Future<?>> threads = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 4; i++) {
                Random random = new Random(seeds.nextLong());
                threads.add(executor.submit(() -> hold(targets, random)));
            }
            for (Future<?> each : threads) {
                each.get(60, TimeUnit.SECONDS);
            }
        }
        assertThat(notices.values().stream().mapToLong(Integer::longValue).sum())
                .isEqualTo(made.get())
                .isPositive();
        assertThat(targets).noneMatch(identities::knows);
    }

    private void hold(List<Object> targets, Random random) {
        ExportTable exports = new ExportTable(identities, 1_000, () -> 0);
        List<Exported> held = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (held.isEmpty() || random.nextBoolean() && held.size() < 3) {
                held.add(exports.add(targets.get(random.nextInt(targets.size())), null, 0));
            } else {
                exports.release(held.remove(random.nextInt(held.size())).id(), 1);
            }
        }
        exports.close();
    }

    @Test
    void notifiesOnceThoughMemoryIsMissingAtFirst() {
        ExportTable exports = new ExportTable(identities, 1_000, () -> 0);
        List<Object> targets = List.of(new Object(), new Object(), new Object());
        targets.forEach(each -> exports.add(each, null, 0));
        failures = 2;
        assertThatThrownBy(exports::close).isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(exports::close).isInstanceOf(OutOfMemoryError.class);
        exports.close();
        exports.close();
        assertThat(notices)
                .hasSize(3)
                .allSatisfy((each, times) -> assertThat(times).isEqualTo(1));
        assertThat(exports.size()).isZero();
        assertThat(targets).noneMatch(identities::knows);
    }

    @Test
    void listsTheOldestObjectsOfASession() {
        AtomicLong clock = new AtomicLong();
        ExportTable exports = new ExportTable(identities, 1_000, clock::incrementAndGet);
        for (int i = 0; i < 10; i++) {
            exports.add(new Object(), null, 0);
        }
        Exported first = exports.add(target, null, 0);
        exports.add(target, null, 0);
        exports.release(1, 1);
        assertThat(exports.oldest(3)).extracting(ExportTable.Row::since).containsExactly(2L, 3L, 4L);
        assertThat(exports.oldest(100))
                .hasSize(10)
                .last()
                .isEqualTo(new ExportTable.Row(first.id(), "no interface", 2, 11));
        assertThat(exports.oldest(0)).isEmpty();
    }
}
