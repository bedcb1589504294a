package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.codec.java.Zoo.Child;
import dev.wherry.codec.java.Zoo.Colour;
import dev.wherry.codec.java.Zoo.Failing;
import dev.wherry.codec.java.Zoo.Holder;
import dev.wherry.codec.java.Zoo.Loop;
import dev.wherry.codec.java.Zoo.Node;
import dev.wherry.codec.java.Zoo.Parent;
import dev.wherry.codec.java.Zoo.Point;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamConstants;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostileBytesTest {
    private static final HexFormat HEX = HexFormat.of();

    private final Message message = new Message();
    private final Coder open = new JavaCodec()
            .coder(new Declared(Object.class, "parameter 'it'"), TypeClosure.of(Zoo.class, EndpointOptions.defaults()));

    private Object decode(byte[] stream) {
        return open.decode(message.decoding(HostileStream.message(stream)));
    }

    private void refuses(byte[] stream, String why) {
        assertThatThrownBy(() -> decode(stream))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(why);
    }

    /** The one place where {@code before} stands is overwritten. */
    private static byte[] patched(byte[] stream, String before, String after) {
        String hex = HEX.formatHex(stream);
        assertThat(hex.split(before, -1)).as("places of %s in %s", before, hex).hasSize(2);
        return HEX.parseHex(hex.replace(before, after));
    }

    @Test
    void refusesAStreamCutOffAnywhere() {
        Holder holder = new Holder();
        holder.items.addAll(List.of(new Point(1, 2), "text", Colour.RED, new int[] {1, 2}, Map.of(1, 2)));
        byte[] stream = HostileStream.of(holder);
        for (int length = 0; length < stream.length; length++) {
            refuses(Arrays.copyOf(stream, length), "Malformed: ");
        }
    }

    @Test
    void refusesBytesAfterTheValue() {
        byte[] stream = HostileStream.of("text");
        refuses(Arrays.copyOf(stream, stream.length + 1), "1 bytes after the value");
    }

    @Test
    void refusesALengthBeyondTheMessageBeforeAllocatingForIt() {
        byte[] ints = HostileStream.of(new int[] {1, 2, 3});
        for (String length : List.of("7fffffff", "ffffffff", "00000004")) {
            refuses(patched(ints, "00000003" + "00000001", length + "00000001"), "an array of");
        }
        byte[] objects = HostileStream.of(new Object[] {null, null, null});
        refuses(patched(objects, "00000003707070", "7fffffff707070"), "an array of 2147483647 elements");
        refuses(HEX.parseHex("7c7fffffffffffffff41"), "truncated");
        refuses(HEX.parseHex("7cffffffffffffffff41"), "truncated");
        refuses(HEX.parseHex("74ffff41"), "truncated");
    }

    @Test
    void refusesACollectionThatClaimsMoreThanItsBytesCanHold() {
        byte[] map = HostileStream.of(new HashMap<>(Map.of("key", "value")));
        refuses(patched(map, "770800000002" + "00000001", "770800000002" + "3fffffff"), "REJECTED");
        byte[] list = HostileStream.of(new ArrayList<>(List.of("element")));
        refuses(patched(list, "00000001" + "7704" + "00000001", "3fffffff" + "7704" + "3fffffff"), "REJECTED");
    }

    /** Such a field is not here, so that the one which is here stays null. */
    @Test
    void refusesFramesOfTracesWithoutAClassOrAMethod() {
        byte[] thrown = HostileStream.of(new IllegalStateException("thrown"));
        for (String field : List.of("declaringClass", "methodName")) {
            String name = HEX.formatHex(field.getBytes(StandardCharsets.US_ASCII));
            refuses(patched(thrown, name, "58" + name.substring(2)), "a frame of a stack trace");
        }
    }

    @Test
    void refusesChainsDeeperThanItsLimitWithoutOverflow() {
        message.limits =
                Limits.builder().graphDepth(1_000).graphObjects(1_000_000).build();
        byte[] one = HostileStream.of(new Node());
        byte[] link = HEX.parseHex("7371007e0000");
        for (int links : new int[] {1_001, 100_000}) {
            ByteBuffer chain = ByteBuffer.allocate(one.length + links * (link.length + 1));
            chain.put(one, 0, one.length - 2);
            for (int i = 0; i < links; i++) {
                chain.put(link);
            }
            Arrays.fill(chain.array(), chain.position(), chain.capacity(), ObjectStreamConstants.TC_NULL);
            refuses(chain.array(), "nested more than 1000 deep");
        }
    }

    @Test
    void honoursTheEndpointsLimits() {
        message.limits = Limits.builder().graphDepth(10).graphObjects(100).build();
        Object[] deep = {};
        for (int i = 0; i < 10; i++) {
            deep = new Object[] {deep};
        }
        refuses(HostileStream.of(deep), "graphDepth");
        Object[] many = new Object[101];
        Arrays.setAll(many, i -> new Point(i, i));
        refuses(HostileStream.of(many), "graphObjects");
    }

    @Test
    void refusesWhatIsNoValueInAnObjectStream() {
        refuses(HostileStream.of(ObjectStreamClass.lookup(Point.class)), "no object begins with 114");
        refuses(HEX.parseHex("79"), "no object begins with 121"); // reset
        refuses(HEX.parseHex("7b"), "no object begins with 123"); // an exception while writing
        refuses(HEX.parseHex("7703010203"), "no object begins with 119"); // a block of bytes
    }

    @Test
    void takesTheClassesThatMayTravelAsValues() {
        for (Class<?> type : List.of(int.class, void.class, String.class, List.class, Point.class, Point[][].class)) {
            assertThat(decode(HostileStream.of(type))).isEqualTo(type);
        }
    }

    @Test
    void refusesTheClassesThatMayNot() {
        for (Class<?> type : List.of(Thread.class, Runtime.class, Parent.class, HostileBytesTest.class)) {
            refuses(HostileStream.of(type), type.getName() + " may not travel");
        }
        refuses(HostileStream.of(new Object[] {new Child(), Parent.class}), Parent.class.getName());
    }

    @Test
    void refusesReferencesToWhatIsNotThere() {
        refuses(HEX.parseHex("71007e0000"), "a reference to");
        refuses(HEX.parseHex("7100000000"), "a reference to");
    }

    @Test
    void refusesAClassThatInheritsFromItself() {
        byte[] child = HostileStream.of(new Child());
        String parent = HEX.formatHex(Parent.class.getName().getBytes(StandardCharsets.US_ASCII));
        int start = HEX.formatHex(child).indexOf(parent) - 6; // the mark of a class and the length of its name
        byte[] cyclic = HEX.parseHex(HEX.formatHex(child).substring(0, start) + "71007e0000" + "00000004");
        refuses(cyclic, "a reference to");
    }

    @Test
    void takesASuperclassAsPartOfItsHeirOnly() {
        assertThat(((Child) decode(HostileStream.of(new Child()))).inherited).isEqualTo(3);
        refuses(HostileStream.of(new Object[] {new Child(), new Parent()}), Parent.class.getName() + " may not travel");
        refuses(HostileStream.of(new Parent()), Parent.class.getName() + " may not travel");
    }

    @Test
    void refusesAStreamThatGoesOnWithoutHavingBegun() {
        assertThatThrownBy(() -> open.decode(message.decoding(HEX.parseHex("010001" + "70"))))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("without having begun");
    }

    @Test
    void makesACodecExceptionOfWhateverReadingClassesThrow() {
        byte[] map = HostileStream.of(Map.of(1, 2, 3, 4));
        refuses(patched(map, "0000000377040000" + "0004", "0000000377040000" + "0003"), "InternalError");
        assertThatThrownBy(() -> decode(HostileStream.of(new Failing("read"))))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("AssertionError: read");
        assertThatThrownBy(() -> open.encode(new Failing("write"), message.encoding()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("AssertionError: write");
    }

    @Test
    void makesACodecExceptionOfKeysThatCannotBeHashed() {
        Loop[] keys = new Loop[100_000];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = new Loop();
        }
        Loop last = keys[keys.length - 1];
        Map<Object, Integer> map = new HashMap<>(Map.of(last, 1));
        for (int i = 1; i < keys.length; i++) {
            keys[i].next = keys[i - 1];
        }
        Node node = new Node();
        node.value = new Object[] {keys, map};
        refuses(HostileStream.of(node), "nested too deep for the stack");
    }

    @Test
    void refusesKeysWhoseHashCodeDependsOnItself() {
        Loop key = new Loop();
        Map<Object, Integer> map = new HashMap<>(Map.of(key, 1));
        key.next = new Loop();
        ((Loop) key.next).next = key;
        Node node = new Node();
        node.value = new Object[] {key, map};
        refuses(HostileStream.of(node), "the hash code of a " + Loop.class.getName() + " depends on itself");
    }
}
