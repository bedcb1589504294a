package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Peer;
import dev.wherry.mobility.Action;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.Tasks;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Each way to write a task, sent to a host that has none of the classes in this file. */
class TaskFormsTest {
    @AutoClose
    private final HostAndClient ends = new HostAndClient(TaskFormsTest.class);

    private final Peer peer = ends.peer();

    private static String where(Class<?> type) {
        return String.valueOf(type.getClassLoader().getName()).replaceFirst("private.*", "here");
    }

    private static final String THERE = "wherry workspace here";

    record Pair<A, B>(A first, B second) {
        String shown() {
            return first + "+" + second + " " + where(Pair.class);
        }
    }

    static class Counter {
        private int count;

        Counter(int count) {
            this.count = count;
        }

        Counter() {
            this(7);
        }

        int next() {
            return ++count;
        }
    }

    sealed interface Shape permits Square, Circle {}

    record Square(double side) implements Shape {}

    record Circle(double radius) implements Shape {}

    static double area(Shape shape) {
        return switch (shape) {
            case Square(double side) -> side * side;
            case Circle(double radius) -> radius * radius * 3;
        };
    }

    enum Job implements Task<String> {
        ONE,
        TWO {
            @Override
            public String call() {
                return "two " + getDeclaringClass().getSimpleName();
            }
        };

        @Override
        public String call() {
            return name() + " " + where(Job.class);
        }
    }

    record Adding(int a, int b) implements Task<Integer> {
        @Override
        public Integer call() {
            return a + b;
        }
    }

    // ---- method references

    @Test
    void runsAStaticMethod() throws Exception {
        assertThat(Tasks.at(peer).call(TaskFormsTest::answer)).isEqualTo("42 " + THERE);
    }

    static String answer() {
        return "42 " + where(TaskFormsTest.class);
    }

    @Test
    void runsABoundMethod() throws Exception {
        Pair<Integer, String> pair = new Pair<>(1, "x");
        assertThat(Tasks.at(peer).call(pair::shown)).isEqualTo("1+x " + THERE);
        assertThat(Tasks.at(peer).call("abc"::length)).isEqualTo(3);
    }

    @Test
    void runsAConstructor() throws Exception {
        assertThat(Tasks.at(peer).call(Counter::new).next()).isEqualTo(8);
    }

    @Test
    void takesUnboundMethodsAlong() throws Exception {
        Function<Pair<String, String>, String> first =
                (Function<Pair<String, String>, String> & Serializable) Pair::first;
        BiFunction<String, String, Pair<String, String>> made =
                (BiFunction<String, String, Pair<String, String>> & Serializable) Pair::new;
        assertThat(Tasks.at(peer).call(() -> first.apply(made.apply("a", "b")))).isEqualTo("a");
    }

    @Test
    void runsAnInterfacesMethod() throws Exception {
        Supplier<String> supplier = (Supplier<String> & Serializable) () -> "supplied";
        assertThat(Tasks.at(peer).call(supplier::get)).isEqualTo("supplied");
    }

    // ---- captures

    @Test
    void takesEveryPrimitiveAlong() throws Exception {
        boolean z = true;
        byte b = 1;
        char c = 'c';
        short s = 2;
        int i = 3;
        long j = 4;
        float f = 5;
        double d = 6;
        assertThat(Tasks.at(peer).call(() -> "" + z + b + c + s + i + j + f + d))
                .isEqualTo("true1c2345.06.0");
    }

    @Test
    void takesArraysNullsAndOptionalsAlong() throws Exception {
        Pair<?, ?>[][] pairs = {{new Pair<>(1, null)}, {}};
        int[] numbers = {1, 2, 3};
        Optional<Pair<Integer, Integer>> maybe = Optional.of(new Pair<>(3, 4));
        String nothing = null;
        assertThat(Tasks.at(peer)
                        .call(() -> pairs[0][0].first() + ":" + numbers.length
                                + maybe.get().second() + nothing))
                .isEqualTo("1:34null");
    }

    @Test
    void takesItsOwnObjectAlong() throws Exception {
        assertThat(new Holder("mine").ask(peer)).isEqualTo("mine of " + THERE);
    }

    static class Holder {
        private final String word;

        Holder(String word) {
            this.word = word;
        }

        String ask(Peer peer) throws Exception {
            return Tasks.at(peer).call(() -> word + " of " + where(getClass()));
        }
    }

    @Test
    void takesNestedFunctionsInFieldsAndCollections() throws Exception {
        Map<String, Function<Integer, Integer>> steps = new LinkedHashMap<>();
        int by = 10;
        steps.put("add", (Function<Integer, Integer> & Serializable) n -> n + by);
        steps.put("twice", (Function<Integer, Integer> & Serializable) n -> n * 2);
        Pair<Task<Integer>, Map<String, Function<Integer, Integer>>> all = new Pair<>(() -> 1, new HashMap<>(steps));
        assertThat(Tasks.at(peer).call(() -> {
                    int start = all.first().call();
                    return all.second()
                            .get("twice")
                            .apply(all.second().get("add").apply(start));
                }))
                .isEqualTo(22);
    }

    @Test
    void bringsAFunctionHomeThatWasMadeThere() throws Exception {
        int by = 5;
        Function<Integer, Integer> made =
                Tasks.at(peer).call(() -> (Function<Integer, Integer> & Serializable) n -> n + by);
        assertThat(made.apply(1)).isEqualTo(6);
    }

    @Test
    void bringsItselfHomeChanged() throws Exception {
        assertThat(Tasks.at(peer).call(new Boomerang()).gathered).containsExactly(THERE);
    }

    static class Boomerang implements Task<Boomerang> {
        private final List<String> gathered = new ArrayList<>();

        @Override
        public Boomerang call() {
            gathered.add(where(Boomerang.class));
            return this;
        }
    }

    // ---- classes

    @Test
    void runsAnAnonymousClass() throws Exception {
        int base = 40;
        Task<String> task = anonymous(base);
        assertThat(Tasks.at(peer).call(task)).isEqualTo("42 " + THERE);
    }

    private static Task<String> anonymous(int base) {
        return new Task<>() {
            private int more = 1;

            @Override
            public String call() {
                more++;
                return base + more + " " + where(getClass());
            }
        };
    }

    @Test
    void runsAnInnerClassWithItsOuterObject() throws Exception {
        assertThat(Tasks.at(peer).call(new Outer("outer").new Inner())).isEqualTo("outer inner");
    }

    static class Outer {
        private final String word;

        Outer(String word) {
            this.word = word;
        }

        class Inner implements Task<String> {
            @Override
            public String call() {
                return word + " inner";
            }
        }
    }

    @Test
    void runsALocalClassWithWhatItCaptured() throws Exception {
        assertThat(Tasks.at(peer).call(local("captured", 3))).isEqualTo("captured captured captured ");
    }

    private static Task<String> local(String word, int times) {
        class Local implements Task<String> {
            @Override
            public String call() {
                return (word + " ").repeat(times);
            }
        }
        return new Local();
    }

    @Test
    void runsARecordAndEnumConstants() throws Exception {
        assertThat(Tasks.at(peer).call(new Adding(1, 2))).isEqualTo(3);
        assertThat(Tasks.at(peer).call(Job.ONE)).isEqualTo("ONE " + THERE);
        assertThat(Tasks.at(peer).call(Job.TWO)).isEqualTo("two Job");
    }

    @Test
    void runsALocalRecordAndALocalEnum() throws Exception {
        record Point(int x, int y) {}
        enum Axis {
            X,
            Y
        }
        Point point = new Point(1, 2);
        assertThat(Tasks.at(peer).call(() -> Axis.values().length + point.y())).isEqualTo(4);
        assertThat(Tasks.at(peer).call(() -> new Point(point.y(), point.x()))).isEqualTo(new Point(2, 1));
        assertThat(Tasks.at(peer).call(() -> Axis.valueOf("Y"))).isSameAs(Axis.Y);
    }

    @Test
    void switchesOverSealedTypesAndStrings() throws Exception {
        List<Shape> shapes = List.of(new Square(2), new Circle(1));
        assertThat(Tasks.at(peer)
                        .call(() ->
                                shapes.stream().mapToDouble(TaskFormsTest::area).sum()))
                .isEqualTo(7.0);
    }

    @Test
    void runsGenericMethodsAndStreams() throws Exception {
        List<Pair<String, Integer>> pairs = List.of(new Pair<>("b", 2), new Pair<>("a", 1));
        assertThat(Tasks.at(peer).call(() -> sorted(pairs, Comparator.comparing(Pair::second))))
                .isEqualTo(pairs.reversed());
    }

    interface SerialFunction<T, R> extends Function<T, R>, Serializable {}

    @Test
    void takesAlongComparatorsThatTheJdkMakesOfWhatMayTravel() throws Exception {
        List<Pair<String, Integer>> pairs = List.of(new Pair<>("b", 2), new Pair<>("a", 1));
        SerialFunction<Pair<String, Integer>, String> first = Pair::first;
        Comparator<String> backwards = (Comparator<String> & Serializable) (a, b) -> b.compareTo(a);
        for (Comparator<Pair<String, Integer>> each : List.<Comparator<Pair<String, Integer>>>of(
                Comparator.comparing(first),
                Comparator.comparing(first).reversed(),
                Comparator.comparing(first, backwards),
                Comparator.comparingInt((ToIntFunction<Pair<String, Integer>> & Serializable) pair -> -pair.second()),
                Comparator.nullsFirst(Comparator.comparing(first)).thenComparing(first))) {
            assertThat(Tasks.at(peer).call(() -> sorted(pairs, each))).isEqualTo(sorted(pairs, each));
        }
        TreeMap<String, Integer> map =
                new TreeMap<>(Comparator.comparing((SerialFunction<String, Integer>) String::length)
                        .thenComparing(backwards));
        map.putAll(Map.of("a", 1, "b", 2, "ccc", 3));
        assertThat(Tasks.at(peer).call(() -> String.join(" ", map.keySet()))).isEqualTo("b a ccc");
        Map<String, Integer> counts = Map.of("a", 2, "b", 1);
        for (Comparator<Map.Entry<String, Integer>> each : List.<Comparator<Map.Entry<String, Integer>>>of(
                Map.Entry.comparingByKey(),
                Map.Entry.comparingByKey(backwards),
                Map.Entry.comparingByValue(),
                Map.Entry.<String, Integer>comparingByValue().reversed())) {
            assertThat(Tasks.at(peer).call(() -> List.copyOf(sorted(List.copyOf(counts.entrySet()), each))))
                    .isEqualTo(sorted(List.copyOf(counts.entrySet()), each));
        }
    }

    private static <T> List<T> sorted(List<T> all, Comparator<? super T> by) {
        return all.stream().sorted(by).toList();
    }

    // ---- actions

    @Test
    void runsActionsOfEveryForm() throws Exception {
        Tasks.at(peer).run(Noting::note);
        Action again = Noting::note;
        Tasks.at(peer).run(again);
        Tasks.at(peer).run(new Noting());
        assertThat(Tasks.at(peer).call(() -> Noting.notes)).isEqualTo(3);
        assertThat(Noting.notes).isZero();
    }

    static class Noting implements Action {
        static int notes;

        static void note() {
            notes++;
        }

        @Override
        public void run() {
            note();
        }
    }

    @Test
    void callsALambdaThatIsBothCallableAndGeneric() throws Exception {
        assertThat(this.<String>generic("x")).isEqualTo(List.of("x", "x"));
    }

    private <T> List<T> generic(T value) throws Exception {
        Peer there = peer;
        Task<List<T>> task = twice(value);
        return Tasks.at(there).call(task);
    }

    private static <T> Task<List<T>> twice(T value) {
        return () -> List.of(value, value);
    }

    sealed interface Tile permits Tiled {}

    record Tiled(int side) implements Tile {}

    record Many<T>(T[] all, List<Tile[]> rows) {}

    /** Whose arrays no field or parameter declares, and of which there is no object. */
    @Test
    void holdArraysOfInterfaces() throws Exception {
        Many<Tile> many =
                new Many<>(new Tile[] {new Tiled(1), new Tiled(2)}, List.<Tile[]>of(new Tile[] {new Tiled(3)}));
        assertThat(Tasks.at(peer).call(() -> many.all().length + many.rows().getFirst().length))
                .isEqualTo(3);
        assertThat(Tasks.at(peer).call(() -> new Tile[][] {{new Tiled(4)}, {}})[0])
                .containsExactly(new Tiled(4));
    }
}
