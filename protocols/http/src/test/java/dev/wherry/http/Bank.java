package dev.wherry.http;

import dev.wherry.ByReference;
import dev.wherry.Idempotent;
import java.io.Serial;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** The interface of the tests. */
public interface Bank {
    enum Color {
        RED,
        GREEN
    }

    record Money(BigDecimal amount, String currency) {
        public Money {
            if (amount != null && amount.signum() < 0) {
                throw new IllegalArgumentException("an amount below zero");
            }
        }
    }

    record Point(int x, int y) {}

    record Page<T>(List<T> items, Optional<String> next) {}

    record Node(String name, List<Node> children) {}

    sealed interface Shape permits Circle, Square, Blob, Color2 {}

    record Circle(double radius) implements Shape {}

    record Square(int side, Point at) implements Shape {}

    sealed interface Blob extends Shape permits Drop {}

    record Drop(String name, Shape within) implements Blob {}

    enum Color2 implements Shape {
        BLUE
    }

    sealed interface Outcome<T> permits Ok, Failed {}

    record Ok<T>(T value) implements Outcome<T> {}

    record Failed<T>(String reason) implements Outcome<T> {}

    /** A class with fields. */
    class Person {
        private String name;
        private int age;
        private transient int cached = 7;
        private Person friend;

        Person() {}

        Person(String name, int age) {
            this.name = name;
            this.age = age;
        }

        String describe() {
            return name + " " + age + " " + cached + (friend == null ? "" : " knows " + friend.describe());
        }
    }

    record Everything(
            boolean yes,
            byte b,
            short s,
            int i,
            long l,
            float f,
            double d,
            char c,
            String text,
            BigDecimal decimal,
            BigInteger big,
            UUID id,
            LocalDate date,
            Instant moment,
            Duration duration,
            Color color,
            byte[] bytes,
            int[] ints,
            String[] texts,
            Optional<String> maybe,
            OptionalInt maybeInt,
            List<Point> points,
            Set<String> set,
            Map<String, Integer> counts,
            Map<Color, Money> byColor,
            Map<Point, String> byPoint) {}

    class NoFunds extends Exception {
        @Serial
        private static final long serialVersionUID = 1;

        private final BigDecimal missing;
        private final Color color;

        NoFunds(String message, BigDecimal missing, Color color) {
            super(message);
            this.missing = missing;
            this.color = color;
        }

        BigDecimal missing() {
            return missing;
        }

        Color color() {
            return color;
        }
    }

    @ByReference
    interface Watcher {
        void changed(String what);
    }

    @Idempotent
    int addOne(int number);

    @Idempotent
    String simple(String text, Color color, LocalDate date, UUID id, Optional<Integer> most);

    void nothing();

    Everything echo(Everything all);

    Shape shape(Shape shape);

    List<Shape> shapes(List<Shape> shapes);

    Page<Money> page(Page<Money> page);

    Node node(Node node);

    Outcome<Point> outcome(Outcome<Point> outcome);

    Person person(Person person);

    Money pay(Money money, Map<String, List<Optional<Money>>> more) throws NoFunds;

    CompletableFuture<String> later(String text);

    CompletableFuture<Void> laterNothing();

    CompletableFuture<String> never();

    String sleep(long millis) throws InterruptedException;

    String fail(String how) throws NoFunds;

    int sum(int a, int b);

    int sum(int a, int b, int c);

    String same(int value);

    String same(String value);

    void watch(Watcher watcher);

    Flow.Publisher<String> stream();

    Object anything(Object value);

    String context();
}
