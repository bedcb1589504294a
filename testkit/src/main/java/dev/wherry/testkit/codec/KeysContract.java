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

/** Keys that refer to what is around them arrive, unless hashing them leads back to them. */
public abstract class KeysContract extends CodecContract {
    private static final int CHILDREN = 1_000;

    /** For subclasses; one instance per test. */
    protected KeysContract() {}

    /** Whether the codec refuses keys whose hash codes ask an object for a number that itself hashes what leads back to them. */
    protected boolean takesAllThatKeysAskForHashed() {
        return false;
    }

    /** Whether keys are hashed as soon as they are read, as JDK serialization does: some are not whole then. */
    protected boolean hashesKeysAtOnce() {
        return false;
    }

    /** Hashing a child visits no part of its parent that leads back. */
    @Test
    void carriesKeysThatReferToWhatIsAroundThem() {
        Hashed.Parent parent = new Hashed.Parent();
        parent.name = "parent";
        List<Object> sets = new ArrayList<>();
        for (int i = 0; i < CHILDREN; i++) {
            Hashed.Child child = new Hashed.Child();
            child.number = i;
            child.parent = parent;
            parent.children.add(child);
            sets.add(Set.of(new Plain.Pair<>(i, parent)));
        }
        parent.rest = sets;
        Hashed.Parent arrived = arrived(parent);
        assertThat(arrived.children).isEqualTo(parent.children);
        assertThat(arrived.children)
                .allSatisfy(child -> assertThat(((Hashed.Child) child).parent).isSameAs(arrived));
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
    void carriesKeysThatShareSomeOfTheirParts() {
        Object key = "end";
        for (int i = 0; i < 8; i++) {
            Hashed.Heir next = new Hashed.Heir();
            next.first = key;
            next.second = key;
            key = next;
        }
        assertThat(arrived(new HashSet<>(Set.of(key)))).isEqualTo(Set.of(key));
    }

    /** What a comparator does not ask for need not be hashed: it may lead back, or share its parts without bounds. */
    @TestFactory
    Stream<DynamicTest> carriesSortedKeysThatNobodyCouldHash() {
        return SortedKeys.all().entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(),
                        () -> assertThat(arrived(each.getValue())).hasSameClassAs(each.getValue())));
    }

    @Test
    void refusesAKeyWhoseHashCodeDependsOnItself() {
        Hashed.Both key = new Hashed.Both();
        Set<Object> set = new HashSet<>(Set.of(key));
        key.first = new ArrayList<>(List.of(new Plain.Pair<>(1, key)));
        assertThatThrownBy(() -> arrived(new ArrayList<>(List.of(new AtomicReference<>(key), set))))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("depends on itself");
    }

    /** A member's hash code asks its team for its number, but not for its members. */
    @Test
    void carriesKeysThatAskWhatIsAroundThemForANumber() {
        Hashed.Team team = team();
        if (refuses(team)) {
            return;
        }
        Hashed.Team arrived = arrived(team);
        assertThat(arrived).isEqualTo(team);
        assertThat(arrived.members).allSatisfy(member -> assertThat(member.team).isSameAs(arrived));
        Set<Object> teams = new HashSet<>(Set.of(team));
        assertThat(arrived(teams)).isEqualTo(teams);
    }

    @Test
    void carriesARingOfKeysThatAskTheNextForItsNumber() {
        List<Hashed.Neighbour> ring =
                List.of(new Hashed.Neighbour(1), new Hashed.Neighbour(2), new Hashed.Neighbour(3));
        for (int i = 0; i < ring.size(); i++) {
            ring.get(i).next = ring.get((i + 1) % ring.size());
        }
        Set<Hashed.Neighbour> set = new HashSet<>(ring);
        assertThat(arrived(set))
                .isEqualTo(set)
                .allSatisfy(each -> assertThat(Objects.requireNonNull(each.next).next)
                        .isNotNull()
                        .extracting(other -> other.next)
                        .isSameAs(each));
    }

    /** Each asks the next one for a part that may be any object. */
    @Test
    void carriesARingOfKeysThatHashAPartOfTheNext() {
        List<Hashed.Link> ring =
                Stream.generate(Hashed.Link::new).limit(CHILDREN).toList();
        for (int i = 0; i < CHILDREN; i++) {
            ring.get(i).first = ring.get((i + 1) % CHILDREN);
            ring.get(i).second = i;
        }
        Set<Hashed.Link> set = new HashSet<>(ring);
        assertThat(arrived(set)).isEqualTo(set);
    }

    /** What is within a key is filled before the key is hashed. */
    @Test
    void carriesKeysThatHoldSetsOfKeysThatReferToWhatIsAroundThem() {
        Hashed.Team team = team();
        Set<Object> within = new HashSet<>(team.members);
        List<Object> value = new ArrayList<>(List.of(new HashSet<>(Set.of(new Plain.Pair<>(1, within))), team));
        assertThat(refuses(value) ? value : arrived(value)).isEqualTo(value);
    }

    /** Codecs over libraries leave these containers to codec {@code compact}. */
    @Test
    void carriesKeysThatHoldOtherContainersOfKeysThatReferToWhatIsAroundThem() {
        Hashed.Team team = team();
        TreeSet<Hashed.Member> sorted = new TreeSet<>(new Hashed.ByName());
        sorted.addAll(team.members);
        for (Object key : List.of(Optional.of(team), sorted, Collections.unmodifiableSet(sorted))) {
            List<Object> value = new ArrayList<>(List.of(new HashSet<>(Set.of(key)), team));
            assertThat(refuses(value) ? value : arrived(value)).isEqualTo(value);
        }
    }

    /** The set of books is read first, and filled last. */
    @Test
    void carriesKeysThatHashWhatIsReadAfterThem() {
        Hashed.Shelf shelf = new Hashed.Shelf();
        shelf.tags.add(new Plain.Pair<>("history", new HashSet<>(Set.of("old"))));
        shelf.books.add(new Plain.Pair<>("book", shelf));
        if (hashesKeysAtOnce()) {
            assertThatThrownBy(() -> arrived(shelf)).isInstanceOf(CodecException.class);
            return;
        }
        Hashed.Shelf arrived = arrived(shelf);
        assertThat(arrived.tags).isEqualTo(shelf.tags);
        assertThat(arrived.books).isEqualTo(shelf.books);
    }

    @Test
    void carriesImmutableSetsOfWhatIsFilledLater() {
        List<Object> value = new ArrayList<>();
        value.add(value);
        value.add(Set.of(new HashSet<>(Set.of("a"))));
        value.add(Map.of(new HashSet<>(Set.of("b")), "b"));
        List<?> arrived = arrived(value);
        assertThat(arrived.get(1)).isEqualTo(value.get(1));
        assertThat(arrived.get(2)).isEqualTo(value.get(2));
    }

    private boolean refuses(Object value) {
        if (takesAllThatKeysAskForHashed()) {
            assertThatThrownBy(() -> arrived(value))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("depends on itself");
        }
        return takesAllThatKeysAskForHashed();
    }

    private static Hashed.Team team() {
        Hashed.Team team = new Hashed.Team();
        team.number = 7;
        team.members.add(new Hashed.Member("Ada", team));
        team.members.add(new Hashed.Member("Emma", team));
        return team;
    }
}
