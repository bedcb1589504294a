package dev.wherry.testkit.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The tests for keys of sets and maps that refer to the object that holds them. Such keys arrive, unless hashing one
 * leads back to it.
 */
public abstract class KeysContract extends CodecContract {
    private static final int CHILDREN = 1_000;

    /** For subclasses. JUnit creates one instance per test. */
    protected KeysContract() {}

    /**
     * Returns whether the codec refuses a key that calls a method of another object, if hashing all fields of that
     * object would lead back to the key. False by default.
     */
    protected boolean refusesIndirectCyclesOfKeys() {
        return false;
    }

    /**
     * Returns whether the codec hashes a key as soon as it is read, as JDK serialization does. Some keys are not
     * complete at that moment. False by default.
     */
    protected boolean hashesKeysWhenRead() {
        return false;
    }

    /** Hashing a child reads no part of its parent that refers to the child. */
    @Test
    void carriesKeysThatReferToTheirHolder() {
        HashingKeys.Parent parent = new HashingKeys.Parent();
        parent.name = "parent";
        List<Object> sets = new ArrayList<>();
        for (int i = 0; i < CHILDREN; i++) {
            HashingKeys.Child child = new HashingKeys.Child();
            child.number = i;
            child.parent = parent;
            parent.children.add(child);
            sets.add(Set.of(new Plain.Pair<>(i, parent)));
        }
        parent.rest = sets;
        HashingKeys.Parent arrived = arrived(parent);
        assertThat(arrived.children).isEqualTo(parent.children);
        assertThat(arrived.children)
                .allSatisfy(
                        child -> assertThat(((HashingKeys.Child) child).parent).isSameAs(arrived));
        assertThat(arrived.rest)
                .asInstanceOf(LIST)
                .hasSize(CHILDREN)
                .allSatisfy(set -> assertThat((Set<?>) set)
                        .singleElement()
                        .isInstanceOfSatisfying(
                                Plain.Pair.class,
                                pair -> assertThat(pair.second()).isSameAs(arrived)));
    }

    @Test
    void carriesKeysWithSharedParts() {
        Object key = "end";
        for (int i = 0; i < 8; i++) {
            HashingKeys.HashesInherited next = new HashingKeys.HashesInherited();
            next.first = key;
            next.second = key;
            key = next;
        }
        assertThat(arrived(new HashSet<>(Set.of(key)))).isEqualTo(Set.of(key));
    }

    /**
     * A codec need not hash what a comparator does not read. That may lead back to the key, or share parts without
     * limit.
     */
    @TestFactory
    Stream<DynamicTest> carriesSortedKeysThatCannotBeHashed() {
        return SortedKeys.all().entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(),
                        () -> assertThat(arrived(each.getValue())).hasSameClassAs(each.getValue())));
    }

    @Test
    void refusesAKeyWhoseHashCodeDependsOnItself() {
        HashingKeys.HashesTwo key = new HashingKeys.HashesTwo();
        Set<Object> set = new HashSet<>(Set.of(key));
        key.first = new ArrayList<>(List.of(new Plain.Pair<>(1, key)));
        assertThatThrownBy(() -> arrived(new ArrayList<>(List.of(new AtomicReference<>(key), set))))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("depends on itself");
    }

    /** A member's hash code reads the number of its team, but not the team's members. */
    @Test
    void carriesKeysThatHashANumberOfTheirHolder() {
        HashingKeys.Team team = team();
        if (refuses(team)) {
            return;
        }
        HashingKeys.Team arrived = arrived(team);
        assertThat(arrived).isEqualTo(team);
        assertThat(arrived.members).allSatisfy(member -> assertThat(member.team).isSameAs(arrived));
        Set<Object> teams = new HashSet<>(Set.of(team));
        assertThat(arrived(teams)).isEqualTo(teams);
    }

    @Test
    void carriesARingOfKeysThatHashTheNumberOfTheNext() {
        List<HashingKeys.Neighbour> ring =
                List.of(new HashingKeys.Neighbour(1), new HashingKeys.Neighbour(2), new HashingKeys.Neighbour(3));
        for (int i = 0; i < ring.size(); i++) {
            ring.get(i).next = ring.get((i + 1) % ring.size());
        }
        Set<HashingKeys.Neighbour> set = new HashSet<>(ring);
        assertThat(arrived(set))
                .isEqualTo(set)
                .allSatisfy(each -> assertThat(Objects.requireNonNull(each.next).next)
                        .isNotNull()
                        .extracting(other -> other.next)
                        .isSameAs(each));
    }

    /** Each key hashes a field of the next one, which may hold any object. */
    @Test
    void carriesARingOfKeysThatHashAFieldOfTheNext() {
        List<HashingKeys.HashesNext> ring =
                Stream.generate(HashingKeys.HashesNext::new).limit(CHILDREN).toList();
        for (int i = 0; i < CHILDREN; i++) {
            ring.get(i).first = ring.get((i + 1) % CHILDREN);
            ring.get(i).second = i;
        }
        Set<HashingKeys.HashesNext> set = new HashSet<>(ring);
        assertThat(arrived(set)).isEqualTo(set);
    }

    /** Sets within a key are filled before the key is hashed. */
    @Test
    void carriesKeysThatHoldSetsOfKeysThatReferToTheirHolder() {
        HashingKeys.Team team = team();
        Set<Object> within = new HashSet<>(team.members);
        List<Object> value = new ArrayList<>(List.of(new HashSet<>(Set.of(new Plain.Pair<>(1, within))), team));
        assertThat(refuses(value) ? value : arrived(value)).isEqualTo(value);
    }

    /** Codecs that use a serialization library delegate these containers to codec {@code compact}. */
    @Test
    void carriesKeysThatHoldOtherContainersOfKeysThatReferToTheirHolder() {
        HashingKeys.Team team = team();
        TreeSet<HashingKeys.Member> sorted = new TreeSet<>(new HashingKeys.ByName());
        sorted.addAll(team.members);
        for (Object key : List.of(Optional.of(team), sorted, Collections.unmodifiableSet(sorted))) {
            List<Object> value = new ArrayList<>(List.of(new HashSet<>(Set.of(key)), team));
            assertThat(refuses(value) ? value : arrived(value)).isEqualTo(value);
        }
    }

    /** The set of books is read first and filled last. */
    @Test
    void carriesKeysThatHashFieldsReadAfterThem() {
        HashingKeys.Shelf shelf = new HashingKeys.Shelf();
        shelf.tags.add(new Plain.Pair<>("history", new HashSet<>(Set.of("old"))));
        shelf.books.add(new Plain.Pair<>("book", shelf));
        if (hashesKeysWhenRead()) {
            assertThatThrownBy(() -> arrived(shelf)).isInstanceOf(CodecException.class);
            return;
        }
        HashingKeys.Shelf arrived = arrived(shelf);
        assertThat(arrived.tags).isEqualTo(shelf.tags);
        assertThat(arrived.books).isEqualTo(shelf.books);
    }

    @Test
    void carriesImmutableSetsOfIncompleteElements() {
        List<Object> value = new ArrayList<>();
        value.add(value);
        value.add(Set.of(new HashSet<>(Set.of("a"))));
        value.add(Map.of(new HashSet<>(Set.of("b")), "b"));
        List<?> arrived = arrived(value);
        assertThat(arrived.get(1)).isEqualTo(value.get(1));
        assertThat(arrived.get(2)).isEqualTo(value.get(2));
    }

    private boolean refuses(Object value) {
        if (refusesIndirectCyclesOfKeys()) {
            assertThatThrownBy(() -> arrived(value))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("depends on itself");
        }
        return refusesIndirectCyclesOfKeys();
    }

    private static HashingKeys.Team team() {
        HashingKeys.Team team = new HashingKeys.Team();
        team.number = 7;
        team.members.add(new HashingKeys.Member("Ada", team));
        team.members.add(new HashingKeys.Member("Emma", team));
        return team;
    }
}
