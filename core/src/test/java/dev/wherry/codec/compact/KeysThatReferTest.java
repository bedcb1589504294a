package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keys that refer to objects which their bytes do not hold: to those around them, which are not whole when the key is read. */
class KeysThatReferTest {
    private static final int MANY = 1_000;
    private static final Allowed TYPES =
            Allowed.of(Parent.class, Child.class, Whole.class, Holder.class, Arrayed.class, Pair.class, ByNumber.class);

    private final Messages messages = new Messages();

    static class Parent {
        String name = "parent";
        Set<Object> children = new HashSet<>();
        Object rest;
    }

    /** Its hash code is made of a getter of its parent, its order of its own number. */
    static class Child implements Comparable<Child> {
        int number;
        Parent parent;

        Child() {}

        Child(int number, Parent parent) {
            this.number = number;
            this.parent = parent;
        }

        Parent getParent() {
            return parent;
        }

        @Override
        public int hashCode() {
            return Objects.hash(number, getParent().name);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Child child && child.number == number && child.parent.name.equals(parent.name);
        }

        @Override
        public int compareTo(Child other) {
            return Integer.compare(number, other.number);
        }
    }

    /** Hashes all that it has, but is ordered by its number. */
    static class Whole implements Comparable<Whole> {
        int number;
        Object first;
        Object second;
        Object third;

        @Override
        public int hashCode() {
            return Objects.hash(number, first, second);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Whole whole
                    && whole.number == number
                    && Objects.equals(whole.first, first)
                    && Objects.equals(whole.second, second);
        }

        @Override
        public int compareTo(Whole other) {
            return Integer.compare(number, other.number);
        }
    }

    /** Hashes what an object of another class holds that hashes by its identity. */
    static class Holder {
        Parent parent;

        @Override
        public int hashCode() {
            return parent.rest.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Holder holder && holder.parent.rest.equals(parent.rest);
        }
    }

    record Arrayed(Object[] parts) {
        @Override
        public int hashCode() {
            return Arrays.hashCode(parts);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Arrayed arrayed && Arrays.equals(arrayed.parts, parts);
        }
    }

    record Pair(Object first, Object second) {}

    static class ByNumber implements Comparator<Object> {
        @Override
        public int compare(Object a, Object b) {
            return Integer.compare(((Child) a).number, ((Child) b).number);
        }
    }

    private <T> T send(T value) {
        return messages.send(value, Object.class, TYPES);
    }

    private void refuses(Object value, String why) {
        assertThatThrownBy(() -> send(value)).isInstanceOf(CodecException.class).hasMessageContaining(why);
    }

    private static Parent parent(Set<Object> children) {
        Parent parent = new Parent();
        parent.children = children;
        IntStream.range(0, MANY).forEach(i -> children.add(new Child(i, parent)));
        return parent;
    }

    @Test
    void childrenThatReferToTheirParentArrive() {
        for (Set<Object> children :
                List.of(new HashSet<>(), new TreeSet<Object>(), new TreeSet<Object>(new ByNumber()))) {
            Parent arrived = send(parent(children));
            assertThat(arrived.children).hasSize(MANY).allMatch(child -> ((Child) child).parent == arrived);
        }
        Parent few = new Parent();
        few.children = new CopyOnWriteArraySet<>(List.of(new Child(1, few), new Child(2, few)));
        assertThat(send(few).children).hasSize(2);
    }

    @Test
    void immutableSetsOfAKeyThatIsNotWholeArrive() {
        Parent parent = new Parent();
        Child child = new Child(1, parent);
        List<Object> sets = new ArrayList<>(List.of(child));
        IntStream.range(0, MANY).forEach(i -> sets.add(i % 2 == 0 ? Set.of(child) : Map.of(child, i)));
        parent.rest = sets;
        assertThat((List<?>) send(parent).rest).hasSize(MANY + 1);
    }

    @Test
    void anOrderNeedsNoHashCode() {
        Whole root = new Whole();
        Set<Object> children = new TreeSet<>();
        root.first = children;
        for (int i = 0; i < MANY; i++) {
            Whole child = new Whole();
            child.number = i;
            child.first = root;
            children.add(child);
        }
        assertThat((Set<?>) send(root).first).hasSize(MANY);
    }

    @Test
    void aHashCodeThatDependsOnItselfIsRefused() {
        Whole root = new Whole();
        Whole child = new Whole();
        Map<Object, Object> map = new HashMap<>(Map.of(child, 1));
        root.first = map;
        child.first = root;
        refuses(root, "depends on itself");
        Whole alone = new Whole();
        Set<Object> set = new HashSet<>(Set.of(alone));
        alone.first = new Pair(alone, null);
        refuses(new ArrayList<>(List.of(new AtomicReference<>(alone), set)), "depends on itself");
    }

    /** Each level holds the one around it twice, and the next one where hashing does not go. */
    @Test
    void keysThatDoubleWhatTheyVisitAreRefused() {
        List<Whole> levels = Stream.generate(Whole::new).limit(60).toList();
        Pair key = new Pair(levels.getLast(), null);
        Set<Object> set = new HashSet<>(Set.of(key));
        for (int i = 1; i < levels.size(); i++) {
            levels.get(i).first = levels.get(i - 1);
            levels.get(i).second = levels.get(i - 1);
            levels.get(i - 1).third = levels.get(i);
        }
        levels.getLast().third = new ArrayList<>(List.of(new AtomicReference<>(key), set));
        refuses(levels.getFirst(), "share their parts");
    }

    private static Object pairs() {
        Object pair = "end";
        for (int i = 0; i < 60; i++) {
            pair = new Pair(pair, pair);
        }
        return pair;
    }

    /** It makes no difference whether that object is whole. */
    @Test
    void keysThatHashWhatAnotherObjectHoldsAreRefused() {
        Parent parent = new Parent();
        parent.rest = "cheap";
        Holder key = new Holder();
        key.parent = parent;
        parent.children.add(key);
        Set<Object> outside = new HashSet<>(Set.of(key));
        parent.rest = pairs();
        refuses(parent, "share their parts");
        parent.children.clear();
        refuses(new ArrayList<>(List.of(parent, outside)), "share their parts");
    }

    @Test
    void keysThatHashSharedArraysAreRefused() {
        Object[] array = {"end"};
        Object[] first = array;
        for (int i = 0; i < 60; i++) {
            array = new Object[] {new Arrayed(array), new Arrayed(array)};
        }
        Object end = first[0];
        Object[] last = {end};
        Set<Object> set = new HashSet<>(Set.of(new Arrayed(last)));
        last[0] = new Arrayed(array);
        refuses(set, "share their parts");
    }
}
