package dev.wherry.tasks.reach;

import java.io.Serializable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tasks as users write them. Each class here is a task by what its {@code job()} returns, and shares nothing. */
@SuppressWarnings({"unused", "UnusedMethod", "UnusedVariable", "ClassCanBeStatic"})
final class Programs {
    private Programs() {}

    interface Job extends Callable<Object>, Serializable {}

    static final class NestedLambdas {
        record Item(int value) {}

        static Job job() {
            int base = 3;
            return () -> {
                Function<Integer, Supplier<Item>> make = more -> () -> new Item(more + base);
                return make.apply(4).get().toString();
            };
        }
    }

    static final class CapturedLambda {
        interface Step extends Function<Integer, Integer>, Serializable {
            default Step twice() {
                return x -> apply(apply(x));
            }
        }

        static Job job() {
            Step increment = x -> x + Amount.ONE;
            Step both = increment.twice();
            return () -> both.twice().apply(1);
        }

        static final class Amount {
            static final Integer ONE = Integer.valueOf(1);
        }
    }

    static final class StaticReference {
        static Job job() {
            return StaticReference::run;
        }

        static Object run() {
            return Stream.of(3, 1)
                            .map(Named::of)
                            .sorted(Comparator.comparing(Named::name))
                            .toList()
                    + Stream.of("a").map(Named::new).map(Named::shown).collect(Collectors.joining());
        }

        record Named(String name) {
            static Named of(int number) {
                return new Named("n" + number);
            }

            String shown() {
                return "<" + name + ">";
            }
        }
    }

    static final class BoundReference {
        static Job job() {
            return new Greeter("you")::greet;
        }

        static class Greeter implements Serializable {
            private final String name;

            Greeter(String name) {
                this.name = name;
            }

            Object greet() {
                return new Polite().greeting() + name;
            }
        }

        static class Polite {
            String greeting() {
                return "Good evening, ";
            }
        }
    }

    static final class ConstructorReference {
        static Job job() {
            return Made::new;
        }

        static class Made extends Base {
            private final Part[] parts = Stream.of(1, 2).map(Part::new).toArray(Part[]::new);

            @Override
            public String toString() {
                return super.toString() + Arrays.toString(parts);
            }
        }

        static class Base {
            @Override
            public String toString() {
                return "made of ";
            }
        }

        record Part(int number) {}
    }

    static final class Anonymous {
        static Job job() {
            String greeting = "hello";
            return new Job() {
                private int calls;

                @Override
                public Object call() {
                    calls++;
                    return new Object() {
                        @Override
                        public String toString() {
                            return greeting + calls;
                        }
                    }.toString();
                }
            };
        }
    }

    static final class Inner implements Serializable {
        private final int secret = 41;

        class Deep implements Job {
            class Deeper {
                private int own = 1;

                int sum() {
                    return secret + own;
                }
            }

            @Override
            public Object call() {
                Deeper deeper = new Deeper();
                deeper.own++;
                return deeper.sum() + hidden();
            }
        }

        private int hidden() {
            return new Mate().value;
        }

        private static class Mate {
            private int value = 7;
        }

        static Job job() {
            return new Inner().new Deep();
        }
    }

    static final class Local {
        static Job job() {
            record Pair(int left, String right) {}
            enum Side {
                LEFT
            }
            int offset = 5;
            class Task implements Job {
                @Override
                public Object call() {
                    return new Pair(offset, Side.LEFT.name()).toString();
                }
            }
            return new Task();
        }
    }

    static final class Inherited {
        abstract static class Template implements Job {
            protected final List<Integer> numbers = new ArrayList<>(List.of(1, 2));

            @Override
            public final Object call() {
                return numbers.stream().mapToInt(this::weight).sum() + finish();
            }

            abstract int weight(int number);

            String finish() {
                return ".";
            }
        }

        static class Doubling extends Template {
            @Override
            int weight(int number) {
                return Weights.TWO * number;
            }

            @Override
            String finish() {
                return super.finish() + "!";
            }
        }

        interface Weights {
            Integer TWO = Integer.valueOf(2);
        }

        static Job job() {
            return new Doubling();
        }
    }

    static final class Records {
        record Money(long cents, Currency currency) implements Serializable {
            Money {
                Checks.positive(cents);
            }
        }

        record Currency(String code) implements Serializable, Comparable<Currency> {
            @Override
            public int compareTo(Currency other) {
                return code.compareTo(other.code);
            }
        }

        static final class Checks {
            static void positive(long value) {
                if (value <= 0) {
                    throw new NotPositive(value);
                }
            }
        }

        static class NotPositive extends RuntimeException {
            NotPositive(long value) {
                super("not positive: " + value);
            }
        }

        record Transfer(Money money, List<Money> fees, Money[] more) implements Job {
            @Override
            public Object call() {
                return new TreeMap<>(Map.of(money.currency(), fees)).toString()
                        + equals(new Transfer(money, fees, more))
                        + more[0].hashCode();
            }
        }

        static Job job() {
            Money money = new Money(5, new Currency("EUR"));
            return new Transfer(money, List.of(money), new Money[] {money});
        }
    }

    enum Planet implements Job {
        EARTH(new Mass(1)) {
            @Override
            double weight() {
                return mass.of * Constants.G;
            }
        },
        MOON(new Mass(2)) {
            @Override
            double weight() {
                return mass.of;
            }
        };

        final Mass mass;

        Planet(Mass mass) {
            this.mass = mass;
        }

        abstract double weight();

        @Override
        public Object call() {
            return weight();
        }

        record Mass(double of) {}

        static final class Constants {
            static final double G = Double.parseDouble("9.81");
        }

        static Job job() {
            return EARTH;
        }
    }

    static final class Enums {
        enum Color {
            RED,
            GREEN
        }

        enum Size {
            SMALL {
                @Override
                int cost() {
                    return 1;
                }
            };

            abstract int cost();
        }

        static Job job() {
            Color red = Color.RED;
            return () -> {
                Map<Color, Integer> costs = new EnumMap<>(Color.class);
                costs.put(red, Size.valueOf("SMALL").cost());
                int number = switch (red) {
                    case RED -> 1;
                    case GREEN -> 2;
                };
                return costs + " " + number + EnumSet.allOf(Size.class);
            };
        }
    }

    static final class Sealed {
        sealed interface Shape permits Circle, Square, Nothing {}

        record Circle(Point center, double radius) implements Shape {}

        record Square(Point corner, double side) implements Shape {}

        enum Nothing implements Shape {
            NOTHING,
            LESS
        }

        record Point(int x, int y) {}

        static Job job() {
            return () -> Stream.of(new Circle(new Point(1, 2), 3), new Square(new Point(4, 5), 6), Nothing.LESS)
                    .map(Sealed::told)
                    .toList();
        }

        private static String told(Shape shape) {
            return switch (shape) {
                case Circle(Point(int x, int y), double radius) when radius > 100 -> "large" + x + y;
                case Circle(Point center, double radius) -> center + "/" + radius;
                case Square square -> square.toString();
                case Nothing.NOTHING -> "nothing";
                case Nothing.LESS -> "less";
            };
        }
    }

    static final class Generics {
        abstract static class Box<T extends Comparable<T>> implements Comparable<Box<T>> {
            abstract T content();

            @Override
            public int compareTo(Box<T> other) {
                return content().compareTo(other.content());
            }
        }

        static class VersionBox extends Box<Version> {
            private final Version version;

            VersionBox(int number) {
                version = new Version(number);
            }

            @Override
            Version content() {
                return version;
            }
        }

        record Version(int number) implements Comparable<Version> {
            @Override
            public int compareTo(Version other) {
                return Order.BY_NUMBER.compare(this, other);
            }
        }

        static class Order implements Comparator<Version> {
            static final Order BY_NUMBER = new Order();

            @Override
            public int compare(Version a, Version b) {
                return Integer.compare(a.number(), b.number());
            }
        }

        static Job job() {
            return () -> {
                List<VersionBox> boxes = new ArrayList<>(List.of(new VersionBox(2), new VersionBox(1)));
                Collections.sort(boxes);
                return boxes.getFirst().content().toString();
            };
        }
    }

    static final class Exceptions {
        static class Failed extends Exception {
            final Reason reason;

            Failed(Reason reason) {
                this.reason = reason;
            }
        }

        static class Fatal extends Failed {
            Fatal() {
                super(new Reason("fatal"));
            }
        }

        static class Odd extends RuntimeException {}

        record Reason(String text) {}

        static class Tool implements AutoCloseable {
            @Override
            public void close() throws Failed {
                throw new Failed(new Reason("close"));
            }
        }

        static Job job() {
            return () -> {
                StringBuilder told = new StringBuilder();
                try (Tool tool = new Tool()) {
                    told.append(tool != null);
                    throw new Fatal();
                } catch (Fatal e) {
                    told.append(e.reason).append(e.getSuppressed().length);
                } catch (Failed | Odd e) {
                    told.append(e);
                } finally {
                    told.append("end");
                }
                return told.toString();
            };
        }
    }

    static final class Defaults {
        interface Named {
            String name();

            default String greeting() {
                return prefix() + Suffix.of(name());
            }

            private String prefix() {
                return "Dear ";
            }
        }

        interface Loud extends Named {
            @Override
            default String greeting() {
                return Named.super.greeting().toUpperCase(java.util.Locale.ROOT) + mark();
            }

            static String mark() {
                return new Mark().toString();
            }
        }

        static class Mark {
            @Override
            public String toString() {
                return "!";
            }
        }

        static class Suffix {
            static String of(String name) {
                return name + ",";
            }
        }

        record Person(String name) implements Named, Loud {}

        static Job job() {
            return () -> {
                Named named = new Person("Ann");
                Named lambda = () -> "Bob";
                return named.greeting() + lambda.greeting();
            };
        }
    }

    static final class Initialized {
        private static final Registry REGISTRY = new Registry();

        static {
            REGISTRY.entries.add(new Entry("first"));
        }

        static class Registry {
            static final int SIZE = Sizes.of();
            final List<Entry> entries = new ArrayList<>(SIZE);
        }

        static class Sizes {
            static int of() {
                return 4;
            }
        }

        record Entry(String name) {}

        static Job job() {
            return () -> REGISTRY.entries.toString();
        }
    }

    static final class StringSwitch {
        static Job job() {
            String key = "two";
            return () -> switch (key) {
                case "one" -> new One().toString();
                case "two" -> new Two().toString();
                default -> "none";
            };
        }

        static class One {}

        static class Two {
            @Override
            public String toString() {
                return "2";
            }
        }
    }

    static final class EnumLiteral {
        enum Shade {
            DARK(Depth.MOST);

            private final Integer depth;

            Shade(Integer depth) {
                this.depth = depth;
            }
        }

        static final class Depth {
            static final Integer MOST = Integer.valueOf(9);
        }

        static Job job() {
            return () -> EnumSet.allOf(Shade.class).toString();
        }
    }

    static final class EnumLabel {
        sealed interface Sign permits Letter, Stop {}

        record Letter(char of) implements Sign {}

        enum Stop implements Sign {
            FULL
        }

        static Job job() {
            return () -> told(new Letter('a'));
        }

        private static String told(Sign sign) {
            return switch (sign) {
                case Stop.FULL -> "stop";
                case Letter letter -> letter.toString();
            };
        }
    }

    static final class ManyLambdas {
        static Job job() {
            return () -> new First().toString().length() > 0;
        }

        static Job second() {
            return () -> new Second().toString().length() > 0;
        }

        static class First {}

        static class Second {}
    }

    static final class Arrayed {
        interface Item {}

        record Small(int number) implements Item {}

        record Other() implements Item {}

        static class Unused implements Item {}

        static Job job() {
            return () -> {
                Item[] items = {new Small(1), new Small(2)};
                Small[][] grid = new Small[2][1];
                grid[0][0] = (Small) items.clone()[0];
                IntFunction<Item[]> more = Other[]::new;
                Object made = more.apply(2);
                return first(items)
                        + Arrays.deepToString(grid)
                        + (made instanceof Other[])
                        + (made instanceof Unused[]);
            };
        }

        private static String first(Item... items) {
            return items[0].toString();
        }
    }

    static final class Annotated {
        @Retention(RetentionPolicy.RUNTIME)
        @interface Mark {
            Level value() default Level.LOW;
        }

        enum Level {
            LOW,
            HIGH
        }

        @Mark(Level.HIGH)
        static class Marked {}

        static Job job() {
            return () -> String.valueOf(Marked.class.getAnnotations().length);
        }
    }

    static final class Iterated {
        static class Range extends AbstractList<Step> implements Serializable {
            private final int size;

            Range(int size) {
                this.size = size;
            }

            @Override
            public Step get(int index) {
                return new Step(index);
            }

            @Override
            public int size() {
                return size;
            }
        }

        record Step(int number) {}

        static class Countdown implements Iterable<Step> {
            @Override
            public Iterator<Step> iterator() {
                return new Iterator<>() {
                    private int at = 3;

                    @Override
                    public boolean hasNext() {
                        return at > 0;
                    }

                    @Override
                    public Step next() {
                        return new Step(at--);
                    }
                };
            }
        }

        static Job job() {
            Range range = new Range(3);
            return () -> {
                int sum = 0;
                for (Step step : new Countdown()) {
                    sum += step.number();
                }
                return range.stream().map(Step::toString).collect(Collectors.joining()) + sum;
            };
        }
    }

    static final class Replaced implements Serializable {
        private final String text;

        Replaced(String text) {
            this.text = text;
        }

        private Object writeReplace() {
            return new Form(text);
        }

        private static final class Form implements Serializable {
            private final String text;

            Form(String text) {
                this.text = text;
            }

            private Object readResolve() {
                return new Replaced(Resolved.of(text));
            }
        }

        static class Resolved {
            static String of(String text) {
                return text.strip();
            }
        }

        static Job job() {
            Replaced captured = new Replaced("here");
            return () -> captured.text;
        }
    }

    static final class Threads {
        static class Work implements Runnable {
            private String done = "";

            @Override
            public void run() {
                done = Result.DONE.toString();
            }
        }

        enum Result {
            DONE
        }

        static Job job() {
            return () -> {
                Work work = new Work();
                Thread thread = Thread.ofVirtual().start(work);
                thread.join();
                return work.done;
            };
        }
    }

    /** The types that the verifier needs for methods that are never called. */
    static final class Verified {
        interface Kind {}

        abstract static class Base {}

        static class Left extends Base {}

        static class Right extends Base {}

        static class Problem extends RuntimeException {}

        static class Task implements Job {
            @Override
            public Object call() {
                return "called";
            }

            private static Base either(boolean left) {
                return left ? new Left() : new Right();
            }

            private static Base[] all() {
                return new Left[] {new Left()};
            }

            private static void refuse() {
                throw new Problem();
            }

            private static Object mentions() {
                Mentioned1.touch();
                Mentioned2.touch();
                Object made = new Mentioned3(new Mentioned4());
                return made instanceof Mentioned5 five ? five.next : Mentioned6.class;
            }
        }

        static class Mentioned1 {
            static void touch() {}
        }

        static class Mentioned2 extends Mentioned1 {
            static void touch() {}
        }

        static class Mentioned3 {
            Mentioned3(Mentioned4 other) {}
        }

        static class Mentioned4 {}

        static class Mentioned5 {
            Mentioned6 next = new Mentioned6();
        }

        static class Mentioned6 {}

        static Job job() {
            return new Task();
        }
    }
}
