package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Coder;
import java.io.IOException;
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

/** Two versions of a class, one at each end. */
class EvolutionTest {
    @TempDir
    private Path folder;

    private final Messages messages = new Messages();
    private final Map<Class<?>, Coder> receivers = new HashMap<>();
    private int versions;

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
        Object array = java.lang.reflect.Array.newInstance(detail, 1);
        java.lang.reflect.Array.set(array, 0, inner);
        Object sent = make(old, inner, new ArrayList<>(Arrays.asList(inner, 1)), array, 9);
        Coder from = messages.coder(Object.class, Allowed.of(old, detail));
        Coder to = messages.coder(Object.class, Allowed.of(now));
        assertThat(messages.decode(to, messages.encode(from, sent))).isEqualTo(make(now, 9));
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
