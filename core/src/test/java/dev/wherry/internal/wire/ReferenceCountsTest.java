package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Export, import and identity tables against each other, with messages that overtake each other between them. */
final class ReferenceCountsTest {
    private long random = 1;
    private final Identities identities = new Identities(new Identities.Owner() {
        @Override
        public Id128 newIdentity() {
            return new Id128(0, random++);
        }

        @Override
        public void unreferenced(Object object) {}
    });

    /** A reference that an importer holds strongly as long as somebody uses it. */
    private record Reference(ImportTable.Arrivals arrivals) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void endAtZeroInWhateverOrderTheyCome(long seed) {
        Random random = new Random(seed);
        ExportTable exports = new ExportTable(identities, 1_000, () -> 0);
        ImportTable<Reference> imports = new ImportTable<>();
        List<Object> targets = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            targets.add(new Object());
        }
        List<Long> onTheWay = new ArrayList<>();
        Deque<long[]> releases = new ArrayDeque<>();
        Map<Long, Reference> held = new HashMap<>();
        for (int step = 0; step < 5_000; step++) {
            switch (random.nextInt(5)) {
                case 0, 1 ->
                    onTheWay.add(
                            exports.add(targets.get(random.nextInt(5)), null, 0).id());
                case 2 -> arrive(random, imports, onTheWay, held);
                case 3 -> release(random, imports, held, releases);
                default -> takeBack(random, exports, onTheWay, releases);
            }
        }
        while (!onTheWay.isEmpty()) {
            arrive(random, imports, onTheWay, held);
        }
        while (!held.isEmpty()) {
            release(random, imports, held, releases);
        }
        for (long[] release : releases) {
            exports.release(release[0], (int) release[1]);
        }
        assertThat(exports.size()).isZero();
        assertThat(imports.size()).isZero();
        targets.forEach(target -> assertThat(exports.find(target)).isNull());
        for (long low = 1; low < this.random; low++) {
            assertThat(identities.find(new Id128(0, low))).isNull();
        }
    }

    private static void arrive(
            Random random, ImportTable<Reference> imports, List<Long> onTheWay, Map<Long, Reference> held) {
        if (!onTheWay.isEmpty()) {
            long id = onTheWay.remove(random.nextInt(onTheWay.size()));
            Reference reference = imports.arrive(id, Reference::new);
            Reference before = held.put(id, reference);
            assertThat(before == null || before == reference).isTrue();
        }
    }

    private static void release(
            Random random, ImportTable<Reference> imports, Map<Long, Reference> held, Deque<long[]> releases) {
        if (!held.isEmpty()) {
            List<Long> ids = new ArrayList<>(held.keySet());
            Reference gone = held.remove(ids.get(random.nextInt(ids.size())));
            long object = gone.arrivals().object();
            releases.add(new long[] {object, imports.release(gone.arrivals())});
            assertThat(imports.release(gone.arrivals())).as("a second release").isZero();
        }
    }

    private static void takeBack(Random random, ExportTable exports, List<Long> onTheWay, Deque<long[]> releases) {
        if (random.nextBoolean() && !onTheWay.isEmpty()) {
            long id = onTheWay.removeLast();
            Exported unsent = exports.find(id);
            assertThat(unsent).isNotNull();
            exports.takeBack(unsent);
        } else if (!releases.isEmpty()) {
            long[] release = random.nextBoolean() ? releases.removeFirst() : releases.removeLast();
            exports.release(release[0], (int) release[1]);
        }
    }

    @Test
    void giveOneIdToOneObjectAndNeverTheSameTwice() {
        ExportTable exports = new ExportTable(identities, 1_000, () -> 0);
        Object target = new Object();
        Exported first = exports.add(target, null, 0);
        assertThat(exports.add(target, null, 0)).isSameAs(first);
        assertThat(first.id() & 1).isEqualTo(1);
        exports.release(first.id(), 2);
        Exported again = exports.add(target, null, 0);
        assertThat(again.id()).isGreaterThan(first.id());
        assertThat(again.identity()).as("nobody knew it any more").isNotEqualTo(first.identity());
    }

    @Test
    void refuseToReleaseWhatWasNotSent() {
        ExportTable exports = new ExportTable(identities, 1_000, () -> 0);
        Exported one = exports.add(new Object(), null, 0);
        assertThatThrownBy(() -> exports.release(one.id(), 2)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> exports.release(one.id(), 0)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> exports.release(one.id(), -1)).hasMessageContaining("4294967295");
        assertThatThrownBy(() -> exports.release(99, 1)).hasMessageContaining("object 99");
        exports.release(one.id(), 1);
        assertThatThrownBy(() -> exports.release(one.id(), 1)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void takeBackNothingThatThePeerOrTheEndHasTaken() {
        ExportTable exports = new ExportTable(identities, 1_000, () -> 0);
        Object target = new Object();
        Exported one = exports.add(target, null, 0);
        exports.release(one.id(), 1);
        exports.takeBack(one);
        Exported two = exports.add(target, null, 0);
        exports.close();
        exports.takeBack(two);
        assertThat(exports.size()).isZero();
        assertThat(identities.find(two.identity())).isNull();
    }

    @Test
    void keepNothingOnceTheSessionHasEnded() {
        ExportTable exports = new ExportTable(identities, 1_000, () -> 0);
        exports.add(new Object(), null, 0);
        exports.close();
        Object late = new Object();
        Exported nowhere = exports.add(late, null, 0);
        assertThat(exports.size()).isZero();
        assertThat(exports.find(nowhere.id())).isNull();
        exports.takeBack(nowhere);
        assertThat(random).as("identities made").isEqualTo(2);
    }

    @Test
    void shareAnObjectsIdentityBetweenSessions() {
        ExportTable one = new ExportTable(identities, 1_000, () -> 0);
        ExportTable two = new ExportTable(identities, 1_000, () -> 0);
        Object target = new Object();
        Id128 identity = one.add(target, null, 0).identity();
        assertThat(two.add(target, null, 0).identity()).isEqualTo(identity);
        one.close();
        assertThat(identities.find(identity)).isSameAs(target);
        two.close();
        assertThat(identities.find(identity)).isNull();
    }

    @Test
    void keepTheIdentityOfWhatIsRelayed() {
        ExportTable exports = new ExportTable(identities, 1_000, () -> 0);
        Id128 theirs = new Id128(9, 9);
        Exported relayed = exports.add(new Object(), theirs, 1);
        assertThat(relayed.identity()).isEqualTo(theirs);
        assertThat(identities.find(theirs))
                .as("it is not an object of this side")
                .isNull();
        exports.release(relayed.id(), 1);
        assertThat(exports.size()).isZero();
    }

    @Test
    void makeAnotherReferenceWhenTheFirstIsGarbage() throws InterruptedException {
        ImportTable<Reference> imports = new ImportTable<>();
        List<ImportTable.Arrivals> arrivals = new ArrayList<>();
        imports.arrive(1, each -> made(arrivals, each));
        while (imports.arrive(1, each -> made(arrivals, each)) != null && arrivals.size() < 2) {
            System.gc();
            Thread.sleep(1);
        }
        int first = imports.release(arrivals.get(0));
        assertThat(first).isPositive();
        assertThat(imports.size()).as("the second is held still").isEqualTo(1);
        assertThat(imports.release(arrivals.get(1))).isEqualTo(1);
        assertThat(imports.size()).isZero();
    }

    private static Reference made(List<ImportTable.Arrivals> all, ImportTable.Arrivals arrivals) {
        all.add(arrivals);
        return new Reference(arrivals);
    }
}
