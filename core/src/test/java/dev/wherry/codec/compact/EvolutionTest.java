package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.CodecException;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Two versions of a class, one at each end, by each way of coding. */
@ParameterizedClass
@EnumSource
class EvolutionTest {
    @TempDir
    private Path folder;

    private final Messages messages;
    private final Map<Class<?>, Coder> receivers = new HashMap<>();
    private int versions;

    EvolutionTest(CodeGeneration generator) {
        messages = new Messages(new CompactCodec(generator));
    }

    private Class<?> version(String name, String source) throws IOException {
        return Compiled.load(
                Files.createDirectory(folder.resolve("v" + versions++)), "acme." + name, "package acme;\n" + source);
    }

    private Object send(Object value, Class<?> theirs) {
        Coder from = messages.coder(Object.class, Allowed.of(value.getClass()));
        return messages.decode(receivers.computeIfAbsent(theirs, this::receiver), messages.encode(from, value));
    }

    private Coder receiver(Class<?> type) {
        return messages.coder(Object.class, Allowed.of(type));
    }

    private static Object make(Class<?> type, Object... arguments) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        return constructor.newInstance(arguments);
    }

    @Test
    void componentsAreFoundByNameWidenedAddedAndDropped() throws Exception {
        Class<?> old = version("R", "public record R(int a, String gone, byte b, java.util.List<String> list) {}");
        Class<?> now = version("R", """
            public record R(long b, java.util.List<String> list, java.util.Optional<String> maybe, String text,
                    double a, int number, Object any) {}
            """);
        Object sent = make(old, 7, "dropped", (byte) -3, List.of("x"));
        Object arrived = send(sent, now);
        assertThat(arrived).isEqualTo(make(now, -3L, List.of("x"), Optional.empty(), null, 7.0, 0, null));
        assertThat(send(arrived, now)).as("the same version").isEqualTo(arrived);
    }

    @Test
    void versionsReadEachOtherInBothDirections() throws Exception {
        String inner = "record Inner(%s) {}";
        String outer = "public record O(%s) { " + inner + " public static Object of(%s) { return new O(%s); } }";
        Class<?> old = version(
                "O",
                outer.formatted(
                        "Inner one, java.util.List<Inner> all, String gone",
                        "int a, String b",
                        "int a",
                        "new Inner(a, \"b\"), java.util.List.of(new Inner(1, null)), \"gone\""));
        Class<?> now = version(
                "O",
                outer.formatted(
                        "boolean added, java.util.List<Inner> all, Inner one",
                        "String b, long a, Object more",
                        "int a",
                        "true, java.util.List.of(new Inner(null, 1, 1)), new Inner(\"b\", a, 1)"));
        Object newer = sendWithin(old.getMethod("of", int.class).invoke(null, 7), now);
        assertThat(newer)
                .hasToString("O[added=false, all=[Inner[b=null, a=1, more=null]], one=Inner[b=b, a=7, more=null]]");
        assertThatThrownBy(() -> sendWithin(now.getMethod("of", int.class).invoke(null, 7), old))
                .as("a long does not fit an int")
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("'a' is a java.lang.Long, which does not fit the int");
    }

    /** With the records nested in the class allowed at both ends. */
    private Object sendWithin(Object value, Class<?> theirs) {
        Coder from = messages.coder(Object.class, Allowed.of(withNested(value.getClass())));
        return messages.decode(
                messages.coder(Object.class, Allowed.of(withNested(theirs))), messages.encode(from, value));
    }

    private static Class<?>[] withNested(Class<?> type) {
        return new Class<?>[] {type, type.getDeclaredClasses()[0]};
    }

    @ParameterizedTest
    @CsvSource({
        "byte, short",
        "byte, int",
        "byte, long",
        "byte, float",
        "byte, double",
        "short, int",
        "short, long",
        "short, float",
        "short, double",
        "char, int",
        "char, long",
        "char, float",
        "char, double",
        "int, long",
        "int, float",
        "int, double",
        "long, float",
        "long, double",
        "float, double"
    })
    void primitivesAreWidenedAsJavaWouldAndNeverNarrowed(String narrow, String wide) throws Exception {
        for (String kind :
                List.of("record W(%s a) {}", "class W { public %1$s a; public W(%1$s a) { this.a = a; } }")) {
            Class<?> narrower = version("W", "public " + kind.formatted(narrow));
            Class<?> wider = version("W", "public " + kind.formatted(wide));
            Object widened = send(one(narrower), wider);
            assertThat(widened).usingRecursiveComparison().isEqualTo(one(wider));
            Object sent = one(wider);
            assertThatThrownBy(() -> send(sent, narrower))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("does not fit the " + narrow);
        }
    }

    /** An object of its one field, with a value that every primitive type can hold. */
    private static Object one(Class<?> type) throws ReflectiveOperationException {
        Class<?> field = type.getDeclaredConstructors()[0].getParameterTypes()[0];
        Object array = Array.newInstance(field, 1);
        if (field == char.class) {
            Array.setChar(array, 0, 'a');
        } else {
            Array.setByte(array, 0, (byte) 'a');
        }
        return make(type, Array.get(array, 0));
    }

    /** Classes in the package of the codec. */
    record OldStop(int number, String gone, List<String> lines) {}

    record NewStop(String added, List<String> lines, long number) {}

    private static class OldTrip {
        private int length = Integer.parseInt("3");
        private OldStop from = new OldStop(1, "x", List.of("a"));
        private List<OldStop> all = new ArrayList<>(List.of(from, from));
        private String gone = "gone";
    }

    private static class NewTrip {
        private List<NewStop> all;
        private String added = "by the constructor";
        private double length = Double.parseDouble("0");
        private NewStop from;
    }

    @Test
    void generatedCodeReadsOtherVersionsToo() {
        messages.renaming(OldStop.class, NewStop.class).renaming(OldTrip.class, NewTrip.class);
        Coder from = messages.coder(Object.class, Allowed.of(OldTrip.class, OldStop.class));
        Coder to = messages.coder(Object.class, Allowed.of(NewTrip.class, NewStop.class));
        for (int i = 0; i < 200; i++) {
            NewTrip arrived = (NewTrip) messages.decode(to, messages.encode(from, new OldTrip()));
            NewStop stop = new NewStop(null, List.of("a"), 1);
            assertThat(arrived.from).isEqualTo(stop);
            assertThat(arrived.all).containsExactly(stop, stop);
            assertThat(arrived.length).isEqualTo(3.0);
            assertThat(arrived.added).isEqualTo("by the constructor");
        }
    }

    @Test
    void boxesAndPrimitivesTakeEachOther() throws Exception {
        Class<?> plain = version("B", "public record B(int a, long b) {}");
        Class<?> boxed = version("B", "public record B(Integer a, Long b) {}");
        assertThat(send(make(plain, 1, 2L), boxed)).isEqualTo(make(boxed, 1, 2L));
        assertThat(send(make(boxed, 1, null), plain)).as("null is 0").isEqualTo(make(plain, 1, 0L));
    }

    @Test
    void fieldsThatThePeerLacksKeepWhatTheConstructorGave() throws Exception {
        Class<?> old = version("C", "public class C { public int a = 1; }");
        Class<?> now = version("C", "public class C { public String b = \"default\"; public long a; public C self; }");
        Object sent = make(old);
        old.getField("a").set(sent, 5);
        Object arrived = send(sent, now);
        assertThat(now.getField("a").get(arrived)).isEqualTo(5L);
        assertThat(now.getField("b").get(arrived)).isEqualTo("default");
    }

    @Test
    void droppedFieldsOfUnknownClassesAreSteppedOver() throws Exception {
        Class<?> detail = version("Detail", "public record Detail(int x, Object more, String[] texts) {}");
        Class<?> old = version("D", "public record D(Object detail, Object list, Object array, int a) {}");
        Class<?> now = version("D", "public record D(int a) {}");
        Object inner = make(detail, 1, make(detail, 2, null, null), new String[] {"t"});
        Object array = Array.newInstance(detail, 1);
        Array.set(array, 0, inner);
        Object sent = make(old, inner, new ArrayList<>(Arrays.asList(inner, 1)), array, 9);
        Coder from = messages.coder(Object.class, Allowed.of(old, detail));
        Coder to = messages.coder(Object.class, Allowed.of(now));
        assertThat(messages.decode(to, messages.encode(from, sent))).isEqualTo(make(now, 9));
    }

    @Test
    void droppedFieldsOfExternalizableClassesAreSteppedOver() throws Exception {
        Class<?> self = version("X", external("1", "out.writeObject(java.util.List.of(1, this)); out.writeLong(5);"));
        Class<?> old = version("D", "public record D(Object gone, Object again, int a) {}");
        Class<?> now = version("D", "public record D(int a) {}");
        Class<?> half = version("D", "public record D(Object again, int a) {}");
        Object external = make(self);
        Coder from = messages.coder(Object.class, Allowed.of(old, self));
        byte[] bytes = messages.encode(from, make(old, external, external, 9));
        assertThat(messages.decode(messages.coder(Object.class, Allowed.of(now)), bytes))
                .isEqualTo(make(now, 9));
        assertThat(messages.decode(messages.coder(Object.class, Allowed.of(now, self)), bytes))
                .isEqualTo(make(now, 9));
        assertThatThrownBy(() -> messages.decode(messages.coder(Object.class, Allowed.of(half, self)), bytes))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("A value is shared with one that was skipped");
    }

    @Test
    void anExternalizableClassOfAnotherVersionIsRefused() throws Exception {
        Class<?> old = version("X", external("1", "out.writeInt(1);"));
        Class<?> now = version("X", external("2", "out.writeInt(1);"));
        Class<?> same = version("X", external("1", "out.writeInt(3); out.writeInt(4);"));
        Object sent = make(old);
        assertThatThrownBy(() -> send(sent, now))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("The peer's acme.X has another serialVersionUID");
        assertThat(send(sent, same)).isInstanceOf(same);
        Class<?> plain = version("X", "public class X {}");
        assertThatThrownBy(() -> send(sent, plain)).hasMessageContaining("The peer's acme.X is a external");
    }

    private static String external(String version, String writes) {
        return """
            public class X implements java.io.Externalizable {
                private static final long serialVersionUID = %s;
                transient Object held;
                public void writeExternal(java.io.ObjectOutput out) throws java.io.IOException { %s }
                public void readExternal(java.io.ObjectInput in) {}
            }\
            """.formatted(version, writes);
    }

    @Test
    void aConstructorThatWantsAMissingComponentSaysWhich() throws Exception {
        Class<?> old = version("F", "public record F(int a) {}");
        Class<?> now = version(
                "F", "public record F(int a, String name) { public F { java.util.Objects.requireNonNull(name); } }");
        assertThatThrownBy(() -> send(make(old, 1), now))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("without [name]");
    }

    @Test
    void membersOfATypeThatDoesNotFitAreNamed() throws Exception {
        Class<?> old = version("T", "public record T(String a) {}");
        Class<?> now = version("T", "public record T(int a) {}");
        assertThatThrownBy(() -> send(make(old, "x"), now))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("'a' is a java.lang.String")
                .hasMessageContaining(".a");
    }

    @Test
    void constantsAreFoundByNameAndUnknownOnesRefused() throws Exception {
        Class<?> old = version("E", "public enum E { B, GONE, A }");
        Class<?> now = version("E", "public enum E { A, B, NEW }");
        assertThat(send(old.getEnumConstants()[0], now)).isSameAs(now.getEnumConstants()[1]);
        assertThat(send(old.getEnumConstants()[2], now)).isSameAs(now.getEnumConstants()[0]);
        assertThatThrownBy(() -> send(old.getEnumConstants()[1], now))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("acme.E.GONE");
    }

    @Test
    void aClassThatBecameSomethingElseIsRefused() throws Exception {
        Class<?> old = version("K", "public enum K { A }");
        Class<?> now = version("K", "public record K(int a) {}");
        assertThatThrownBy(() -> send(old.getEnumConstants()[0], now))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("The peer's acme.K is a enum");
    }

    @Test
    void aRecordAndAClassWithTheSameFieldsReadEachOther() throws Exception {
        Class<?> asRecord = version("P", "public record P(int x, String y) {}");
        Class<?> asClass = version("P", """
            public class P {
                private int x;
                private String y;
                public P() {}
                public P(int x, String y) {
                    this.x = x;
                    this.y = y;
                }
                @Override public boolean equals(Object other) { return other instanceof P p && p.x == x && p.y.equals(y); }
                @Override public int hashCode() { return x; }
            }
            """);
        Object sentByRecord = make(asRecord, 7, "text");
        Object sentByClass = asClass.getConstructor(int.class, String.class).newInstance(7, "text");

        assertThat(send(sentByRecord, asClass)).isEqualTo(sentByClass);
        assertThat(send(sentByClass, asRecord)).isEqualTo(sentByRecord);
    }

    sealed interface Shape permits Circle {}

    record Circle(int radius) implements Shape {}

    sealed interface Open permits Base {}

    abstract static non-sealed class Base implements Open {}

    @Test
    void aNewCaseOfASealedTypeIsNotToBeRegistered() throws Exception {
        Class<?> square = version("Square", "public record Square(int side) {}");
        byte[] sent = messages.encode(messages.coder(Object.class, Allowed.of(square)), make(square, 1));
        Coder sealed = messages.coder(Shape.class, Allowed.of(Shape.class, Circle.class));
        assertThatThrownBy(() -> messages.decode(sealed, sent))
                .hasMessageContaining("acme.Square is not among the classes that")
                .hasMessageContaining("Bring both sides to the same version")
                .hasMessageNotContaining("register(");
        Coder open = messages.coder(Open.class, Allowed.of(Open.class, Base.class));
        assertThatThrownBy(() -> messages.decode(open, sent)).hasMessageContaining("register(acme.Square.class)");
    }

    @Test
    void moreVersionsOfOneClassThanAnybodyHasAreRefused() throws Exception {
        Class<?> now = version("V", "public record V(int a) {}");
        for (int i = 0; i < 9; i++) {
            Class<?> other = version("V", "public record V(int b" + i + ") {}");
            if (i < 8) {
                assertThat(send(make(other, 1), now)).isEqualTo(make(now, 0));
            } else {
                assertThatThrownBy(() -> send(make(other, 1), now)).hasMessageContaining("more than 8 other versions");
            }
        }
        assertThat(send(make(now, 3), now)).isEqualTo(make(now, 3));
    }

    @Test
    void moreVersionsOfOneEnumThanAnybodyHasAreRefused() throws Exception {
        Class<?> now = version("E", "public enum E { A }");
        for (int i = 0; i < 9; i++) {
            Object sent = version("E", "public enum E { B" + i + ", A }").getEnumConstants()[1];
            if (i < 8) {
                assertThat(send(sent, now)).isEqualTo(now.getEnumConstants()[0]);
            } else {
                assertThatThrownBy(() -> send(sent, now)).hasMessageContaining("more than 8 other versions");
            }
        }
    }
}
