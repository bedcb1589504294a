package dev.wherry.cli.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.wherry.statistics.InterfaceDescription;
import dev.wherry.statistics.InterfaceDescription.Kind;
import dev.wherry.statistics.InterfaceDescription.Method;
import dev.wherry.statistics.InterfaceDescription.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer may say anything of its interfaces. */
@Timeout(60)
class DescribedTest {
    private static final String STRING = "Ljava/lang/String;";

    static Stream<Arguments> hostile() {
        return Stream.of(
                arguments("a name of the platform", in("java.lang.Evil"), "cannot be named 'java.lang.Evil'"),
                arguments("a name of the API", in("dev.wherry.Endpoint"), "cannot be named"),
                arguments("a path as name", in("../../etc/passwd"), "cannot be named"),
                arguments("no name", in(""), "cannot be named"),
                arguments("a name with a terminal's escape", in("a.\u001b[31m"), "cannot be named"),
                arguments("a very long name", in("a".repeat(100_000)), "cannot be named"),
                arguments("a type of the platform", with(record("java.lang.String")), "cannot be named"),
                arguments("a type twice", with(record("a.R"), record("a.R")), "twice"),
                arguments("the interface as type", with(record("a.I")), "twice"),
                arguments("a constructor as method", method("<init>", "()V", "V"), "is not the name of a method"),
                arguments("a final method", method("getClass", "()V", "V"), "is not the name of a method"),
                arguments("no descriptor", method("m", "nonsense", "V"), "is not the descriptor of a method"),
                arguments("an empty descriptor", method("m", "", "V"), "is not the descriptor of a method"),
                arguments("other parameters", method("m", "(I)V", "V"), "other parameters"),
                arguments("another result", method("m", "()I", STRING), "in its descriptor"),
                arguments("an invalid signature", method("m", "()I", "Lnever"), "is not a type"),
                arguments("an endless array", method("m", "()I", "[".repeat(100_000) + "I"), "is not a type"),
                arguments("a deep array", method("m", "()I", "[".repeat(200) + "I"), "is not a type"),
                arguments("an undescribed class", method("m", "()La/X;", "La/X;"), "neither described nor the JDK's"),
                arguments(
                        "an internal class",
                        method("m", "()Lsun/misc/Unsafe;", "Lsun/misc/Unsafe;"),
                        "neither described"),
                arguments("a void part", with(record("a.R", new Part("v", "V"))), "is void"),
                arguments(
                        "a part named as a method of Object",
                        with(record("a.R", new Part("hashCode", "I"))),
                        "cannot be a part"),
                arguments("a part twice", with(record("a.R", new Part("x", "I"), new Part("x", "J"))), "twice"),
                arguments(
                        "an invalid name of a constant",
                        with(new InterfaceDescription.Type(
                                "a.E", Kind.ENUM, List.of(), List.of(), List.of(), List.of("A;B"), List.of())),
                        "cannot be a constant"),
                arguments("its own supertype", with(type("a.C", Kind.CLASS, "a.C")), "its own supertype"),
                arguments(
                        "a circle of supertypes",
                        with(type("a.C", Kind.OPEN, "a.D"), type("a.D", Kind.OPEN, "a.C")),
                        "its own supertype"),
                arguments(
                        "a record as supertype", with(record("a.R"), type("a.C", Kind.CLASS, "a.R")), "cannot extend"),
                arguments(
                        "two superclasses",
                        with(type("a.A", Kind.CLASS), type("a.B", Kind.CLASS), type("a.C", Kind.CLASS, "a.A", "a.B")),
                        "cannot extend"),
                arguments(
                        "an undescribed supertype",
                        with(type("a.C", Kind.CLASS, "java.lang.Thread")),
                        "cannot be a supertype"),
                arguments("too many ancestors", with(chain(40)), "too many ancestors"),
                arguments(
                        "too many types",
                        with(IntStream.range(0, 2_000)
                                .mapToObj(i -> record("a.R" + i))
                                .toArray(InterfaceDescription.Type[]::new)),
                        "the most is 1024"),
                arguments(
                        "too many parts",
                        with(record(
                                "a.R",
                                IntStream.range(0, 300)
                                        .mapToObj(i -> new Part("p" + i, "I"))
                                        .toArray(Part[]::new))),
                        "the most is 250"),
                arguments(
                        "too many slots",
                        with(record(
                                "a.R",
                                IntStream.range(0, 200)
                                        .mapToObj(i -> new Part("p" + i, "J"))
                                        .toArray(Part[]::new))),
                        "too many parts"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void refuses(String what, InterfaceDescription description, String problem) {
        assertThatThrownBy(() -> Described.of(description))
                .isInstanceOf(DescriptionException.class)
                .hasMessageContaining(problem)
                .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(500));
    }

    @Test
    void makesTypesThatReachThemselves() throws Exception {
        GeneratedClasses classes = new GeneratedClasses(Described.of(with(record(
                "a.Node",
                new Part("value", "I"),
                new Part("next", "La/Node;"),
                new Part("all", "Ljava/util/List<La/Node;>;")))));

        Class<?> node = classes.load("a.Node");
        Object one = node.getConstructors()[0].newInstance(1, null, List.of());
        Object two = node.getConstructors()[0].newInstance(2, one, List.of(one));

        assertThat(node.isRecord()).isTrue();
        assertThat(two)
                .hasToString(
                        "Node[value=2, next=Node[value=1, next=null, all=[]], all=[Node[value=1, next=null, all=[]]]]");
        assertThat(two)
                .isEqualTo(node.getConstructors()[0].newInstance(2, one, List.of(one)))
                .isNotEqualTo(one);
        assertThat(node.getRecordComponents()[2].getGenericType()).hasToString("java.util.List<a.Node>");
    }

    @Test
    void shadowsNoClassOfThisProgram() {
        GeneratedClasses classes = new GeneratedClasses(Described.of(with(record("dev.wherry.cli.Main"))));

        assertThat(classes.load("dev.wherry.cli.Main").isRecord()).isTrue();
        assertThatThrownBy(() -> classes.load("dev.wherry.cli.ExitCode")).isInstanceOf(DescriptionException.class);
        assertThatThrownBy(() -> classes.load("tools.jackson.databind.ObjectMapper"))
                .isInstanceOf(DescriptionException.class);
    }

    @Test
    void makesAnEnumOfManyConstants() {
        List<String> constants =
                IntStream.range(0, 2_000).mapToObj(i -> "C" + i).toList();
        GeneratedClasses classes = new GeneratedClasses(Described.of(with(new InterfaceDescription.Type(
                "a.E", Kind.ENUM, List.of(), List.of(), List.of(), constants, List.of()))));

        assertThat(List.of(classes.load("a.E").getEnumConstants()))
                .hasSize(2_000)
                .last()
                .hasToString("C1999");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void refusesOrMakesWhateverAPeerSays(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            InterfaceDescription description = any(random);
            try {
                Described described = Described.of(description);
                GeneratedClasses classes = new GeneratedClasses(described);
                assertThat(classes.type().getGenericInterfaces()).isEmpty();
                for (String name : described.types().keySet()) {
                    Class<?> made = Class.forName(name, true, classes);
                    assertThat(made.getDeclaredFields())
                            .allSatisfy(
                                    field -> assertThat(field.getGenericType()).isNotNull());
                    assertThat(made.getDeclaredConstructors())
                            .allSatisfy(constructor -> assertThat(constructor.getGenericParameterTypes())
                                    .doesNotContainNull());
                }
                for (java.lang.reflect.Method made : classes.type().getMethods()) {
                    assertThat(made.getGenericReturnType()).isNotNull();
                    assertThat(made.getGenericParameterTypes()).doesNotContainNull();
                }
            } catch (DescriptionException refused) {
                assertThat(refused.getMessage()).as("seed %d", seed).startsWith("The peer's description of ");
            } catch (ClassNotFoundException | LinkageError e) {
                throw new AssertionError("seed " + seed + ", round " + round + ": " + description, e);
            }
        }
    }

    private static InterfaceDescription any(Random random) {
        List<String> names = List.of("a.A", "a.B", "a.C", "a.D$E", "b.\u00e4", "x");
        List<String> signatures = List.of(
                "I",
                "J",
                "D",
                "Z",
                STRING,
                "[I",
                "[[La/A;",
                "La/A;",
                "La/B;",
                "La/C<TT;>;",
                "La/C<La/A;>;",
                "TT;",
                "TU;",
                "[TT;",
                "Ljava/util/List<+La/B;>;",
                "Ljava/util/Map<*La/D$E;>;",
                "Ljava/util/Map$Entry<TT;[I>;",
                "La/D.E;");
        List<InterfaceDescription.Type> types = new ArrayList<>();
        for (String name : names.subList(0, 3 + random.nextInt(names.size() - 2))) {
            List<Part> parts = IntStream.range(0, random.nextInt(4))
                    .mapToObj(i -> new Part("p" + i, pick(signatures, random)))
                    .toList();
            Kind kind = pick(List.of(Kind.values()), random);
            types.add(new InterfaceDescription.Type(
                    name,
                    kind,
                    random.nextBoolean() ? List.of("T") : List.of(),
                    random.nextInt(3) == 0 ? List.of(pick(names, random)) : List.of(),
                    kind == Kind.RECORD || kind == Kind.CLASS ? parts : List.of(),
                    kind == Kind.ENUM ? List.of("X", "Y") : List.of(),
                    kind == Kind.SEALED ? List.of(pick(names, random)) : List.of()));
        }
        String result = pick(signatures, random);
        List<Method> methods = List.of(
                new Method(
                        "get",
                        "()" + pick(List.of("I", STRING, "Ljava/lang/Object;", "La/A;", "La/C;", "[I"), random),
                        List.of(),
                        result,
                        List.of(),
                        false,
                        false,
                        false),
                new Method(
                        "put",
                        "(Ljava/util/List;)V",
                        List.of(new Part("p", "Ljava/util/List<TT;>;")),
                        "V",
                        List.of("java.io.IOException", "a.A"),
                        random.nextBoolean(),
                        false,
                        random.nextBoolean()));
        return new InterfaceDescription("a.I", false, methods, types);
    }

    private static <T> T pick(List<T> from, Random random) {
        return from.get(random.nextInt(from.size()));
    }

    private static InterfaceDescription in(String name) {
        return new InterfaceDescription(name, false, List.of(), List.of());
    }

    private static InterfaceDescription with(InterfaceDescription.Type... types) {
        return new InterfaceDescription("a.I", false, List.of(), List.of(types));
    }

    private static InterfaceDescription method(String name, String descriptor, String result) {
        return new InterfaceDescription(
                "a.I",
                false,
                List.of(new Method(name, descriptor, List.of(), result, List.of(), false, false, false)),
                List.of());
    }

    private static InterfaceDescription.Type record(String name, Part... parts) {
        return new InterfaceDescription.Type(
                name, Kind.RECORD, List.of(), List.of(), List.of(parts), List.of(), List.of());
    }

    private static InterfaceDescription.Type type(String name, Kind kind, String... supertypes) {
        return new InterfaceDescription.Type(
                name, kind, List.of(), List.of(supertypes), List.of(), List.of(), List.of());
    }

    private static InterfaceDescription.Type[] chain(int length) {
        List<InterfaceDescription.Type> types = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            types.add(i == 0 ? type("a.C0", Kind.CLASS) : type("a.C" + i, Kind.CLASS, "a.C" + (i - 1)));
        }
        Collections.reverse(types);
        return types.toArray(InterfaceDescription.Type[]::new);
    }
}
