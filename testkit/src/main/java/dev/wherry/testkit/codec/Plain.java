package dev.wherry.testkit.codec;

import dev.wherry.testkit.sample.Item;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Values as programs use them today: records, enums, sealed types, POJOs. */
public final class Plain {
    private Plain() {}

    /** An enum whose constants have bodies, so that their classes differ from the enum's. */
    public enum Color {
        RED,
        GREEN {
            @Override
            String note() {
                return "grass";
            }
        };

        String note() {
            return "";
        }
    }

    /** A class with a constructor without arguments. */
    public static class Pojo implements Serializable {
        public int number;
        public @Nullable String text;
        private @Nullable List<Pojo> children;
        public transient int forgotten;

        public Pojo() {}

        Pojo(int number, @Nullable String text, @Nullable List<Pojo> children) {
            this.number = number;
            this.text = text;
            this.children = children;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Pojo pojo
                    && pojo.getClass() == getClass()
                    && pojo.number == number
                    && Objects.equals(pojo.text, text)
                    && Objects.equals(pojo.children, children);
        }

        @Override
        public int hashCode() {
            return Objects.hash(number, text);
        }
    }

    /** A class that records calls of toString, whose text may be as long as the graph of objects. */
    public static class Silent implements Serializable {
        static final AtomicInteger ASKED = new AtomicInteger();

        int number;

        Silent() {}

        Silent(int number) {
            this.number = number;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Silent silent && silent.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public String toString() {
            ASKED.incrementAndGet();
            return "a text";
        }
    }

    /** A class with fields in addition to those of its superclass. */
    public static class Child extends Pojo {
        private long more;

        public Child() {}

        Child(int number, long more) {
            super(number, "child", null);
            this.more = more;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return super.equals(other) && other instanceof Child child && child.more == more;
        }

        @Override
        public int hashCode() {
            return super.hashCode() + Long.hashCode(more);
        }
    }

    /** A sealed interface with two levels of subtypes. */
    public sealed interface Shape extends Serializable permits Circle, Polygon {}

    /** A subtype. */
    public record Circle(double radius) implements Shape {}

    /** A subtype that is sealed too. */
    public sealed interface Polygon extends Shape permits Square, Free {}

    /** A subtype on the second level. */
    public record Square(int side) implements Polygon {}

    /** Another subtype on the second level. */
    @SuppressWarnings("ArrayRecordComponent") // equals compares the content
    public record Free(int[][] points) implements Polygon {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Free free && Objects.deepEquals(free.points, points);
        }

        @Override
        public int hashCode() {
            return points.length;
        }
    }

    /** A list of any length, linked by its records. */
    public record Chain(int number, @Nullable Chain next) implements Serializable {
        static Chain of(int length) {
            Chain chain = new Chain(0, null);
            for (int i = 1; i < length; i++) {
                chain = new Chain(i, chain);
            }
            return chain;
        }
    }

    /** An object that can refer to itself and therefore keeps its identity within a message. */
    public static final class Ring implements Serializable {
        public int number;
        public @Nullable Ring next;

        public Ring() {}
    }

    /** A generic record. */
    public record Pair<A, B>(@Nullable A first, @Nullable B second) implements Serializable {}

    /** Each primitive type, and null where a type allows it. */
    public record Everything(
            boolean z,
            byte b,
            short s,
            char c,
            int i,
            long j,
            float f,
            double d,
            @Nullable Integer boxed,
            @Nullable String text,
            @Nullable Color color,
            Map<String, Color> colors)
            implements Serializable {}

    /** A record whose constructor copies its containers. */
    public record Copying(Set<String> texts, Map<String, List<Integer>> numbers) implements Serializable {
        public Copying {
            texts = Set.copyOf(texts);
            numbers = Map.copyOf(numbers);
        }
    }

    /** A value that contains references. */
    public record Holder(Item item, List<Item> items) {}
}
