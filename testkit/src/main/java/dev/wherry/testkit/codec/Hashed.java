package dev.wherry.testkit.codec;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Classes whose hash codes visit some of their fields. */
public final class Hashed {
    private Hashed() {}

    /** None: it hashes by its identity. */
    public static class Three implements Serializable {
        public @Nullable Object first;
        public @Nullable Object second;
        public @Nullable Object third;

        public Three() {}
    }

    /** Sorts by the third field, which is a number. */
    public record ByThird() implements Comparator<Three>, Serializable {
        @Override
        public int compare(Three left, Three right) {
            return Integer.compare(
                    (Integer) Objects.requireNonNull(left.third), (Integer) Objects.requireNonNull(right.third));
        }
    }

    /** What is in a field of another object, which hashes by its identity. */
    public static final class Beyond extends Three {
        public Beyond() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Beyond beyond && Objects.equals(held(), beyond.held());
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(held());
        }

        private @Nullable Object held() {
            return first instanceof Three three ? three.first : null;
        }
    }

    /** Its second part, and that of the next. */
    public static final class Link extends Three {
        public Link() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Link link
                    && Objects.equals(second, link.second)
                    && Objects.equals(ofNext(), link.ofNext());
        }

        @Override
        public int hashCode() {
            return 31 * Objects.hashCode(second) + Objects.hashCode(ofNext());
        }

        private @Nullable Object ofNext() {
            return first instanceof Link next ? next.second : null;
        }
    }

    /** What is in a holder of the JDK's, which hashes by its identity. */
    public static final class Asking extends Three {
        public Asking() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Asking asking && Objects.equals(held(), asking.held());
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(held());
        }

        private @Nullable Object held() {
            return first instanceof AtomicReference<?> holder ? holder.get() : null;
        }
    }

    /** Ordered by a number. */
    public record Price(BigDecimal amount) implements Comparable<Price>, Serializable {
        @Override
        public int compareTo(Price other) {
            return amount.compareTo(other.amount);
        }
    }

    /** Two of those of its superclass. */
    public static class Both extends Three {
        public Both() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Both both
                    && Objects.equals(first, both.first)
                    && Objects.equals(second, both.second);
        }

        @Override
        public int hashCode() {
            return Objects.hash(first, second);
        }
    }

    /** Those that its superclass hashes. */
    public static final class Heir extends Both {
        public Heir() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Heir && super.equals(other);
        }

        @Override
        public int hashCode() {
            return 31 * super.hashCode();
        }
    }

    /** What another class makes of it. */
    public static final class Helped extends Three {
        public Helped() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Helped helped && Helper.equals(this, helped);
        }

        @Override
        public int hashCode() {
            return Helper.hash(this);
        }
    }

    private static final class Helper {
        static boolean equals(Three left, Three right) {
            return Objects.equals(left.first, right.first) && Objects.equals(left.second, right.second);
        }

        static int hash(Three object) {
            return Objects.hash(object.first, object.second);
        }
    }

    /** Its name, while its children refer to it. */
    public static final class Parent implements Serializable {
        public String name = "";
        public Set<Object> children = new HashSet<>();
        public @Nullable Object rest;

        public Parent() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Parent parent && name.equals(parent.name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    /** Its number. */
    public static final class Child implements Serializable {
        public int number;
        public @Nullable Parent parent;

        public Child() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Child child && number == child.number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    /** Its number and its members, which ask it for its number alone. */
    public static final class Team implements Serializable {
        public int number;
        public Set<Member> members = new HashSet<>();

        public Team() {}

        public int getNumber() {
            return number;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Team team && number == team.number && members.equals(team.members);
        }

        @Override
        public int hashCode() {
            return Objects.hash(number, members);
        }
    }

    /** Its name, and of its team the number. */
    public static final class Member implements Serializable {
        public String name = "";
        public @Nullable Team team;

        public Member() {}

        public Member(String name, Team team) {
            this.name = name;
            this.team = team;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Member member && name.equals(member.name) && number() == member.number();
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + number();
        }

        private int number() {
            return team == null ? 0 : team.getNumber();
        }
    }

    /** Its tags, which stand behind the set of those that hash as it does. */
    public static final class Shelf implements Serializable {
        public Set<Object> books = new HashSet<>();
        public Set<Object> tags = new HashSet<>();

        public Shelf() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Shelf shelf && tags.equals(shelf.tags);
        }

        @Override
        public int hashCode() {
            return tags.hashCode();
        }
    }

    /** Its value, and that of its neighbour, which may lead back to it. */
    public static final class Neighbour implements Serializable {
        public int value;
        public @Nullable Neighbour next;

        public Neighbour() {}

        public Neighbour(int value) {
            this.value = value;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Neighbour neighbour
                    && value == neighbour.value
                    && nextValue() == neighbour.nextValue();
        }

        @Override
        public int hashCode() {
            return 31 * value + nextValue();
        }

        private int nextValue() {
            return next == null ? 0 : next.value;
        }
    }

    /** Sorts members. */
    public static final class ByName implements Comparator<Member>, Serializable {
        public ByName() {}

        @Override
        public int compare(Member left, Member right) {
            return left.name.compareTo(right.name);
        }
    }
}
