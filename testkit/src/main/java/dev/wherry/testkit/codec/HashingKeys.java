package dev.wherry.testkit.codec;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Keys whose hash codes depend on some of their fields, or on fields of other objects. */
public final class HashingKeys {
    private HashingKeys() {}

    /** A key with three fields, none of which it hashes. Subclasses hash some of them. */
    public static class ThreeFields implements Serializable {
        public @Nullable Object first;
        public @Nullable Object second;
        public @Nullable Object third;

        public ThreeFields() {}
    }

    /** A comparator by the third field, which is a number. */
    public record ByThird() implements Comparator<ThreeFields>, Serializable {
        @Override
        public int compare(ThreeFields left, ThreeFields right) {
            return Integer.compare(
                    (Integer) Objects.requireNonNull(left.third), (Integer) Objects.requireNonNull(right.third));
        }
    }

    /** Hashes a field of the object in its first field, which itself hashes by identity. */
    public static final class HashesIndirectly extends ThreeFields {
        public HashesIndirectly() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof HashesIndirectly beyond && Objects.equals(held(), beyond.held());
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(held());
        }

        private @Nullable Object held() {
            return first instanceof ThreeFields three ? three.first : null;
        }
    }

    /** Hashes its second field, and the second field of the next link. */
    public static final class HashesNext extends ThreeFields {
        public HashesNext() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof HashesNext link
                    && Objects.equals(second, link.second)
                    && Objects.equals(ofNext(), link.ofNext());
        }

        @Override
        public int hashCode() {
            return 31 * Objects.hashCode(second) + Objects.hashCode(ofNext());
        }

        private @Nullable Object ofNext() {
            return first instanceof HashesNext next ? next.second : null;
        }
    }

    /** Hashes the value of an {@link AtomicReference}, which itself hashes by identity. */
    public static final class HashesReferent extends ThreeFields {
        public HashesReferent() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof HashesReferent asking && Objects.equals(held(), asking.held());
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(held());
        }

        private @Nullable Object held() {
            return first instanceof AtomicReference<?> holder ? holder.get() : null;
        }
    }

    /** A key that is ordered by a number. */
    public record Price(BigDecimal amount) implements Comparable<Price>, Serializable {
        @Override
        public int compareTo(Price other) {
            return amount.compareTo(other.amount);
        }
    }

    /** Hashes its first two fields. */
    public static class HashesTwo extends ThreeFields {
        public HashesTwo() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof HashesTwo both
                    && Objects.equals(first, both.first)
                    && Objects.equals(second, both.second);
        }

        @Override
        public int hashCode() {
            return Objects.hash(first, second);
        }
    }

    /** Hashes by the hash code of its superclass. */
    public static final class HashesInherited extends HashesTwo {
        public HashesInherited() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof HashesInherited && super.equals(other);
        }

        @Override
        public int hashCode() {
            return 31 * super.hashCode();
        }
    }

    /** Hashes by the method of another class. */
    public static final class HashesByHelper extends ThreeFields {
        public HashesByHelper() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof HashesByHelper helped && Helper.equals(this, helped);
        }

        @Override
        public int hashCode() {
            return Helper.hash(this);
        }
    }

    private static final class Helper {
        static boolean equals(ThreeFields left, ThreeFields right) {
            return Objects.equals(left.first, right.first) && Objects.equals(left.second, right.second);
        }

        static int hash(ThreeFields object) {
            return Objects.hash(object.first, object.second);
        }
    }

    /** Hashes its name. Its children refer to it. */
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

    /** Hashes its number. */
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

    /** Hashes its number and its members. The members read only its number. */
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

    /** Hashes its name and the number of its team. */
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

    /** Hashes its tags, which are written after the set of its books. */
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

    /** Hashes its value and that of its neighbour, which may refer to it. */
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

    /** A comparator of members by name. */
    public static final class ByName implements Comparator<Member>, Serializable {
        public ByName() {}

        @Override
        public int compare(Member left, Member right) {
            return left.name.compareTo(right.name);
        }
    }
}
