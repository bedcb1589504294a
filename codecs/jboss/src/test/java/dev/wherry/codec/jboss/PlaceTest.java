package dev.wherry.codec.jboss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.sun.management.ThreadMXBean;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import dev.wherry.testkit.codec.AllowedTypes;
import dev.wherry.testkit.codec.Message;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Bytes by hand: {@code #} and a digit are the number of one of {@link #CLASSES}. */
class PlaceTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long MOST_BYTES = 10_000_000;
    private static final String ENDING = "00".repeat(40);
    private static final List<Class<?>> CLASSES = List.of(Base.class, Heir.class, Color.class, Runnable.class);

    /** As an interface has it that names no arrays. */
    private record FewDimensions(Types types) implements Types {
        private static final String TOO_MANY = "[[[[";

        @Override
        public boolean allows(Class<?> type) {
            return !type.getName().startsWith(TOO_MANY) && types.allows(type);
        }

        @Override
        public Class<?> find(String className) {
            if (className.startsWith(TOO_MANY)) {
                throw refusal(className);
            }
            return types.find(className);
        }

        @Override
        public CodecException refusal(String className) {
            return types.refusal(className);
        }

        @Override
        public boolean isReference(Class<?> declared) {
            return types.isReference(declared);
        }

        @Override
        public boolean preservesIdentity() {
            return types.preservesIdentity();
        }

        @Override
        public Class<?> root() {
            return types.root();
        }
    }

    static class Base implements Serializable {}

    static final class Heir extends Base {}

    enum Color {
        RED
    }

    private final Coder coder = new JBossCodec()
            .coder(
                    new Declared(Object.class, "a value"),
                    new FewDimensions(new AllowedTypes(PlaceTest.class, false, CLASSES.toArray(Class<?>[]::new))));

    @Test
    void readsAnObjectByTheTagsThatAreWrittenForOne() throws Exception {
        assertReads(
                "",
                Place.OBJECT,
                "NULL REPEAT_OBJECT_FAR REPEAT_OBJECT_NEAR REPEAT_OBJECT_NEARISH PREDEFINED_OBJECT NEW_OBJECT "
                        + "STRING_EMPTY STRING_SMALL STRING_MEDIUM STRING_LARGE ARRAY_EMPTY ARRAY_SMALL ARRAY_MEDIUM "
                        + "ARRAY_LARGE BYTE_OBJECT SHORT_OBJECT INTEGER_OBJECT LONG_OBJECT CHARACTER_OBJECT FLOAT_OBJECT "
                        + "DOUBLE_OBJECT BOOLEAN_OBJECT_TRUE BOOLEAN_OBJECT_FALSE COLLECTION_EMPTY COLLECTION_SMALL "
                        + "COLLECTION_MEDIUM COLLECTION_LARGE");
    }

    @Test
    void readsTheClassOfAnObjectByTheTagsThatAreWrittenForOne() throws Exception {
        assertReads(
                "04",
                Place.CLASS,
                "REPEAT_CLASS_FAR REPEAT_CLASS_NEAR REPEAT_CLASS_NEARISH PREDEFINED_SERIALIZABLE_CLASS "
                        + "PREDEFINED_ENUM_TYPE_CLASS");
    }

    @Test
    void readsASuperclassIfTheClassHasOneThatIsWritten() throws Exception {
        assertReads("04 10 #" + CLASSES.indexOf(Heir.class), Place.SUPERCLASS, "PREDEFINED_SERIALIZABLE_CLASS");
        assertReads("04 10 #" + CLASSES.indexOf(Base.class), Place.SUPERCLASS, "OBJECT_CLASS");
    }

    @Test
    void readsWhatAnArrayHoldsByTheTagsThatAreWrittenForIt() throws Exception {
        assertReads(
                "41",
                Place.ELEMENT,
                "REPEAT_CLASS_FAR REPEAT_CLASS_NEAR REPEAT_CLASS_NEARISH OBJECT_ARRAY_TYPE_CLASS PREDEFINED_PLAIN_CLASS "
                        + "PREDEFINED_SERIALIZABLE_CLASS PREDEFINED_EXTERNALIZABLE_CLASS PREDEFINED_ENUM_TYPE_CLASS "
                        + "STRING_CLASS CLASS_CLASS OBJECT_CLASS ENUM_CLASS BOOLEAN_ARRAY_CLASS BYTE_ARRAY_CLASS "
                        + "SHORT_ARRAY_CLASS INT_ARRAY_CLASS LONG_ARRAY_CLASS CHAR_ARRAY_CLASS FLOAT_ARRAY_CLASS "
                        + "DOUBLE_ARRAY_CLASS PRIM_BOOLEAN PRIM_BYTE PRIM_SHORT PRIM_INT PRIM_LONG PRIM_CHAR PRIM_FLOAT "
                        + "PRIM_DOUBLE BOOLEAN_CLASS BYTE_CLASS SHORT_CLASS INTEGER_CLASS LONG_CLASS CHARACTER_CLASS "
                        + "FLOAT_CLASS DOUBLE_CLASS VOID_CLASS CC_ARRAY_LIST CC_LINKED_LIST CC_IDENTITY_HASH_MAP "
                        + "CC_ENUM_SET CC_ENUM_MAP ABSTRACT_COLLECTION ABSTRACT_SET ABSTRACT_LIST ABSTRACT_QUEUE "
                        + "ABSTRACT_SEQUENTIAL_LIST CC_COPY_ON_WRITE_ARRAY_LIST CC_COPY_ON_WRITE_ARRAY_SET CC_VECTOR "
                        + "CC_STACK CC_ARRAY_DEQUE");
    }

    @Test
    void readsACollectionByTheTagsThatAreWrittenForOne() throws Exception {
        assertReads("52", Place.COLLECTION, "CC_ARRAY_LIST CC_LINKED_LIST CC_ARRAY_DEQUE");
    }

    /** Each tag after the same bytes: only those of these names are more than refused. */
    private void assertReads(String before, Place place, String names) throws Exception {
        Set<Integer> read = new TreeSet<>();
        for (int tag = 0; tag < 0x100; tag++) {
            String hex = before + String.format("%02x", tag) + ENDING;
            CodecException refused = catchThrowableOfType(CodecException.class, () -> read(hex));
            String refusal = "tag 0x" + Integer.toHexString(tag) + ", which is not written as " + place;
            if (refused == null || !refused.getMessage().contains(refusal)) {
                read.add(tag);
            }
        }
        Set<Integer> expected = new TreeSet<>();
        for (String name : names.split(" ")) {
            expected.add(tagNamed(name));
        }
        assertThat(read).isEqualTo(expected);
    }

    /** As river has it. */
    private static int tagNamed(String name) throws ReflectiveOperationException {
        Field field = Class.forName("org.jboss.marshalling.river.Protocol").getDeclaredField("ID_" + name);
        field.setAccessible(true);
        return field.getInt(null);
    }

    @Test
    void refusesNumbersOfInterfacesWithoutTakingMemoryForThem() {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> read("04 08 11e1a300" + ENDING))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("tag 0x8");
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_BYTES);
    }

    @Test
    void refusesClassesOfManyDimensions() {
        assertThat(read("41 0d0d 14")).isEqualTo(new String[0][][]);
        assertThatThrownBy(() -> read("41 0d0d0d 14"))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("[[[[");
        assertThatThrownBy(() -> read("41" + "0d".repeat(250) + "14"))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("[[[[");
    }

    /** Each array is of the class that was named for the one before. */
    @Test
    void refusesClassesThatGetADimensionFromEachOther() {
        String next = "41 0d 3bff";
        assertThat(read("53 02 5a 41 0d 14" + next))
                .asInstanceOf(LIST)
                .containsExactly(new String[0][], new String[0][][]);
        assertThatThrownBy(() -> read("53 03 5a 41 0d 14" + next + next))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("a [[[[Ljava.lang.String;");
    }

    @Test
    void refusesChainsOfSuperclasses() {
        String base = "10 #" + CLASSES.indexOf(Base.class);
        assertThat(read("04 10 #" + CLASSES.indexOf(Heir.class) + "10 16")).isExactlyInstanceOf(Heir.class);
        for (String chain : List.of(base + base + "16", base + "10 16", base + "3bff", "10 #1 10 3bff")) {
            assertThatThrownBy(() -> read("04" + chain))
                    .as(chain)
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("SUPERCLASS");
        }
    }

    /** A class is written by one tag, wherever it stands; and an object has no class that only an array may have. */
    @Test
    void refusesClassesByTagsOfOthers() {
        String list = "53 02 5a";
        String red = "00000003 524544";
        assertThat(read("04 13 #2" + red)).isEqualTo(Color.RED);
        assertThat(read("53 02 5a 41 0e #3 41 3bff"))
                .asInstanceOf(LIST)
                .containsExactly(new Runnable[0], new Runnable[0]);
        for (String other : List.of(
                "04 13 #0" + red, // a class as an enum
                "04 10 #2 16", // an enum as a class
                "41 0e #2",
                "41 0e #0",
                "41 11 #0",
                "41 13 #3",
                list + "41 0e #3 04 3bff", // an object of an interface
                list + "41 0d 14 04 3bff 00000000")) { // an array as an object
            assertThatThrownBy(() -> read(other)).as(other).isInstanceOf(CodecException.class);
        }
    }

    /** Decodes what stands behind river's version. */
    private @Nullable Object read(String hex) {
        byte[] river = HexFormat.of().parseHex("04" + hex.replace(" ", "").replace("#", "0000000"));
        Out out = new Out(64);
        out.writeByte(1);
        out.writeSize(river.length);
        out.write(river, 0, river.length);
        List<Definition> definitions = CLASSES.stream()
                .map(type ->
                        new Definition(Definition.Kind.SCHEMA, type.getName().getBytes(StandardCharsets.UTF_8)))
                .toList();
        return new Message(out.copy(), definitions, List.of()).decode(coder);
    }
}
