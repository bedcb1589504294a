package dev.wherry.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@SuppressWarnings({"unused", "ComparableType"}) // the fields are looked at in byte code
class HashedFieldsTest {
    private static List<String> of(Class<?> type) {
        return HashedFields.visits(type, Visit.How.HASHED).stream()
                .map(visit -> visit.field().getName())
                .distinct()
                .sorted()
                .toList();
    }

    static class Plain {
        @Nullable
        Object part;
    }

    record Pair(Object first, int number, String second) {}

    record Named(String name, Object rest) {
        @Override
        public int hashCode() {
            return name.hashCode();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Named named && named.name.equals(name);
        }
    }

    enum Level {
        LOW,
        HIGH {
            @Override
            Object part() {
                return this;
            }
        };

        final Object held = new Object();

        Object part() {
            return held;
        }
    }

    /** With the usual methods of an editor. */
    static class Child {
        @Nullable
        Object parent;

        @Nullable
        String name;

        byte @Nullable [] bytes;
        long number;
        transient int hash;

        @Override
        public boolean equals(@Nullable Object other) {
            if (this == other) {
                return true;
            }
            if (other == null || getClass() != other.getClass()) {
                return false;
            }
            Child child = (Child) other;
            return number == child.number && Objects.equals(name, child.name) && Arrays.equals(bytes, child.bytes);
        }

        @Override
        public int hashCode() {
            int known = hash;
            if (known == 0) {
                known = 31 * (name != null ? name.hashCode() : 0) + Arrays.hashCode(bytes) + Long.hashCode(number);
                hash = known;
            }
            return known;
        }
    }

    /** As Lombok writes it. */
    static class Generated extends Child {
        @Nullable
        Object more;

        @Override
        public boolean equals(@Nullable Object o) {
            if (o == this) {
                return true;
            }
            if (!(o instanceof Generated)) {
                return false;
            }
            Generated other = (Generated) o;
            if (!other.canEqual((Object) this) || !super.equals(o)) {
                return false;
            }
            Object thisMore = getMore();
            Object otherMore = other.getMore();
            return thisMore == null ? otherMore == null : thisMore.equals(otherMore);
        }

        boolean canEqual(Object other) {
            return other instanceof Generated;
        }

        @Nullable
        Object getMore() {
            return more;
        }

        @Override
        public int hashCode() {
            int result = super.hashCode();
            Object itsMore = getMore();
            return result * 59 + (itsMore == null ? 43 : itsMore.hashCode());
        }
    }

    static class Inheriting extends Named2 {
        @Nullable
        Object rest;
    }

    static class Named2 {
        @Nullable
        Object name;

        Object key() {
            return Objects.requireNonNull(name);
        }

        @Override
        public int hashCode() {
            return key().hashCode();
        }
    }

    static class Overriding extends Named2 {
        @Nullable
        Object rest;

        @Override
        Object key() {
            return Objects.requireNonNull(rest);
        }
    }

    static class ByHelper {
        @Nullable
        Object first;

        @Nullable
        Object second;

        @Override
        public int hashCode() {
            return Helper.hash(this);
        }
    }

    static class ByItsText extends ByHelper {
        @Nullable
        Object third;

        @Override
        public int hashCode() {
            return ("" + this).hashCode();
        }
    }

    static class ByArray extends ByHelper {
        @Override
        public int hashCode() {
            return Arrays.hashCode(new Object[] {1, this});
        }
    }

    static class ByChoice extends ByHelper {
        @Override
        public int hashCode() {
            return Objects.hash(first == null ? this : 1, 2L, 3.0);
        }
    }

    static class ByLoop extends ByHelper {
        @Override
        public int hashCode() {
            Object last = "";
            int sum = 0;
            for (int i = 0; i < 2; i++) {
                sum += Helper.hash(last);
                last = this;
            }
            return sum;
        }
    }

    private static final class Helper {
        static int hash(Object object) {
            return object.hashCode();
        }
    }

    static class ByLambda {
        @Nullable
        Object first;

        @Nullable
        Object second;

        @Nullable
        Object third;

        @Override
        public int hashCode() {
            Supplier<Object> one = () -> Objects.requireNonNull(first);
            Supplier<Object> other = this::second;
            return Stream.of(one, other).mapToInt(each -> each.get().hashCode()).sum();
        }

        private @Nullable Object second() {
            return second;
        }
    }

    static class Both {
        @Nullable
        Object hashed;

        @Nullable
        Object compared;

        @Nullable
        Object neither;

        @Override
        public int hashCode() {
            return Objects.hashCode(hashed);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Both both && Objects.equals(compared, both.compared);
        }
    }

    static class Ordered implements Comparable<Ordered> {
        @Nullable
        String name;

        @Nullable
        Object parent;

        @Override
        public int compareTo(Ordered other) {
            return Objects.requireNonNull(name).compareTo(Objects.requireNonNull(other.name));
        }
    }

    static class OrderedByConstant implements Comparable<OrderedByConstant> {
        private static final Comparator<OrderedByConstant> ORDER =
                Comparator.comparing(OrderedByConstant::name).thenComparing(each -> each.second.length());

        String name = "";
        String second = "";

        @Nullable
        Object parent;

        String name() {
            return name;
        }

        @Override
        public int compareTo(OrderedByConstant other) {
            return ORDER.compare(this, other);
        }
    }

    interface Keyed extends Comparable<Keyed> {
        String key();

        @Override
        default int compareTo(Keyed other) {
            return key().compareTo(other.key());
        }
    }

    static class OrderedByInterface implements Keyed {
        String name = "";

        @Nullable
        Object parent;

        @Override
        public String key() {
            return name;
        }
    }

    static class OwnList extends ArrayList<Object> {
        private static final long serialVersionUID = 1;
    }

    @Test
    void knowsThatAClassHashesByIdentity() {
        assertThat(of(Plain.class)).isEmpty();
        assertThat(of(Object.class)).isEmpty();
        Runnable lambda = () -> assertThat(this).isNotNull();
        assertThat(of(lambda.getClass())).isEmpty();
        assertThat(of(Level.class)).isEmpty();
        assertThat(of(Level.HIGH.getClass())).isEmpty();
        assertThat(of(Object[].class)).isEmpty();
    }

    @Test
    void findsTheComponentsOfARecord() {
        assertThat(of(Pair.class)).containsExactly("first", "second");
        assertThat(of(Named.class)).containsExactly("name");
    }

    @Test
    void findsWhatMethodsRead() {
        assertThat(of(Child.class)).containsExactly("bytes", "name");
        assertThat(of(Both.class)).containsExactly("compared", "hashed");
        assertThat(of(Ordered.class)).containsExactly("name");
    }

    @Test
    void followsCallsOnTheObject() {
        assertThat(of(Generated.class)).containsExactly("bytes", "more", "name");
        assertThat(of(Inheriting.class)).containsExactly("name");
        assertThat(of(Overriding.class)).containsExactly("rest");
        assertThat(of(OrderedByInterface.class)).containsExactly("name");
    }

    @Test
    void followsLambdasOfTheObject() {
        assertThat(of(ByLambda.class)).containsExactly("first", "second");
        assertThat(of(OrderedByConstant.class)).containsExactly("name", "second");
    }

    @Test
    void findsAllFieldsOfAnObjectThatIsPassedOn() {
        assertThat(of(ByHelper.class)).containsExactly("first", "second");
        assertThat(of(ByItsText.class)).containsExactly("first", "second", "third");
        for (Class<?> type : Set.of(ByArray.class, ByChoice.class, ByLoop.class)) {
            assertThat(of(type)).as(type.getName()).containsExactly("first", "second");
        }
    }

    @Test
    void findsAllFieldsWhereCodeCannotBeFollowed() {
        assertThat(of(OwnList.class)).contains("elementData");
    }

    @Test
    void findsAllFieldsForAComparator() {
        assertThat(HashedFields.visits(Generated.class, Visit.How.ANY).stream()
                        .map(visit -> visit.field().getName()))
                .containsExactlyInAnyOrder("bytes", "name", "parent", "more");
        assertThat(visits(Ordered.class, Visit.How.ORDERED)).containsExactly("name ORDERED");
    }

    private static List<String> visits(Class<?> type, Visit.How how) {
        return HashedFields.visits(type, how).stream()
                .map(visit -> visit.field().getName() + " " + visit.how().kind()
                        + visit.how().name())
                .sorted()
                .toList();
    }

    /** Its hash code is made of others'. */
    static class Asking {
        int number;

        @Nullable
        Asking byField;

        @Nullable
        Asking byMethod;

        @Nullable
        Asking byGetter;

        @Nullable
        Asking byBoth;

        @Nullable
        Asking onlyThere;

        @Nullable
        Asking hashed;

        int number() {
            return number;
        }

        Asking getter() {
            return Objects.requireNonNull(byGetter);
        }

        @Override
        public int hashCode() {
            Asking both = number > 3 ? byBoth : byField;
            int sum = getter().number() + Objects.requireNonNull(byMethod).number() + (both == null ? 0 : both.number);
            Object object = Objects.requireNonNull(hashed).byField;
            return sum
                    + Objects.hash(object, onlyThere == null)
                    + Objects.requireNonNull(byBoth).number();
        }
    }

    @Test
    void findsWhatIsDoneWithAnObjectInAField() {
        assertThat(visits(Asking.class, Visit.How.HASHED))
                .containsExactly(
                        "byBoth CALLEDnumber", "byGetter CALLEDnumber", "byMethod CALLEDnumber", "hashed READbyField");
        assertThat(visits(Asking.class, Visit.How.called("number", "()I"))).isEmpty();
        assertThat(visits(
                        Asking.class,
                        Visit.How.called(
                                "getter", "()L" + Asking.class.getName().replace('.', '/') + ";")))
                .containsExactly("byGetter HASHED");
        assertThat(visits(Asking.class, Visit.How.read(Asking.class.getName().replace('.', '/'), "hashed")))
                .containsExactly("hashed HASHED");
    }
}
