package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.wherry.Limits;
import dev.wherry.codec.DeepStack;
import dev.wherry.codec.compact.Shapes.*;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.testsupport.Share;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Decoding any bytes returns a value or throws a CodecException, in little time and memory. */
class HostileBytesTest {
    private static final Limits SMALL =
            Limits.builder().graphDepth(2_000).graphObjects(100_000).build();

    private final Messages messages = new Messages().limits(SMALL);
    private final Coder open = messages.coder(Object.class, Shapes.allowed());

    @Test
    void mutatedMessagesGiveValuesOrCodecExceptions() {
        mutate(10_000, 11);
    }

    @Test
    @Tag("long")
    void manyMutatedMessagesGiveValuesOrCodecExceptions() {
        Share.seeds(100, 20).forEach(seed -> mutate(50_000, seed));
    }

    private void mutate(int times, long seed) {
        Random random = new Random(seed);
        Graphs graphs = new Graphs(random);
        Type[] declared = {
            Object.class,
            Node.class,
            new Generic<Map<String, List<Point>>>() {}.type,
            new Generic<Set<Object>>() {}.type,
            Animal.class,
            Everything.class
        };
        // Made once, as an endpoint does: definitions remember every reader that has met them.
        Coder[] coders = Stream.of(declared)
                .map(type -> messages.coder(type, Shapes.allowed()))
                .toArray(Coder[]::new);
        int refused = 0;
        for (int i = 0; i < times; i++) {
            byte[] bytes = messages.encode(open, graphs.next());
            for (int changes = random.nextInt(1, 5); changes > 0; changes--) {
                int at = random.nextInt(bytes.length);
                bytes = switch (random.nextInt(4)) {
                    case 0 -> Arrays.copyOf(bytes, Math.max(1, at));
                    case 1 -> with(bytes, at, (byte) random.nextInt());
                    case 2 -> with(bytes, at, (byte) (bytes[at] + random.nextInt(-2, 3)));
                    default -> with(bytes, at, bytes[random.nextInt(bytes.length)]);
                };
            }
            Coder coder = coders[random.nextInt(coders.length)];
            try {
                messages.decode(coder, bytes);
            } catch (CodecException e) {
                refused++;
            } catch (Throwable e) {
                fail("seed " + seed + ", message " + i + ": " + Arrays.toString(bytes), e);
            }
        }
        assertThat(refused).isBetween(times / 10, times);
    }

    private static byte[] with(byte[] bytes, int at, byte value) {
        byte[] copy = bytes.clone();
        copy[at] = value;
        return copy;
    }

    @Test
    void lengthsBeyondTheBytesAreRefusedBeforeAnythingIsAllocated() {
        for (Object value : List.of(
                new ArrayList<>(), new int[0], new long[0], new Object[0], Map.of(), new HashSet<>(), "x", List.of())) {
            byte[] head = messages.encode(open, value);
            for (int at = 0; at < head.length; at++) {
                Out out = new Out(16);
                out.write(head, 0, at);
                out.writeSize(Integer.MAX_VALUE);
                out.writeLong(0);
                assertThatThrownBy(() -> messages.decode(open, out.copy())).isInstanceOf(CodecException.class);
            }
        }
    }

    @Test
    void listsWithinListsCannotClaimTheSameBytesAgainAndAgain() {
        Out out = new Out(16);
        byte[] list = messages.encode(open, new ArrayList<>(List.of()));
        int head = new In(list).readSize();
        for (int i = 0; i < 1_000; i++) {
            out.writeByte(head);
            if (list[0] == ValueHead.NUMBERED) {
                out.writeByte(list[1]);
            }
            out.writeSize(5_000);
            out.writeByte(HomogeneousRun.OPEN);
        }
        out.write(new byte[10_000], 0, 10_000);
        assertThatThrownBy(() -> messages.decode(open, out.copy())).hasMessageContaining("graphObjects");
    }

    @Test
    void nestedSetsThatShareAreRefused() {
        Set<Object> one = new HashSet<>(List.of("foo"));
        Set<Object> two = new HashSet<>();
        for (int i = 0; i < 8; i++) {
            Set<Object> nextOne = new HashSet<>(List.of("foo" + i, one, two));
            two = new HashSet<>(List.of(one, two));
            one = nextOne;
        }
        Set<Object> bomb = one;
        // An honest writer sends copies of what is shared in keys; here the references back are made by hand.
        byte[] copies = messages.encode(open, bomb);
        assertThat(messages.decode(open, copies)).isEqualTo(bomb);
        byte[] set = messages.encode(open, new HashSet<>());
        Out out = new Out(64);
        for (int i = 0; i < 2; i++) {
            out.write(set, 0, set.length - 2);
            out.writeSize(2);
            out.writeByte(HomogeneousRun.OPEN);
        }
        out.writeByte(ValueHead.BACK);
        out.writeSize(0);
        out.writeByte(ValueHead.NULL);
        out.writeByte(ValueHead.NULL);
        assertThatThrownBy(() -> messages.decode(open, out.copy()))
                .hasMessageContaining("back to a container from within a map key");
    }

    @Test
    void deeplyNestedSetsCostNoMoreThanTheirBudget() {
        Set<Object> set = new HashSet<>();
        for (int i = 0; i < 1_500; i++) {
            Set<Object> outer = new HashSet<>();
            outer.add(new Pair<>(set, i).first());
            set = outer;
        }
        byte[] bytes = messages.encode(open, set);
        assertThatThrownBy(() -> messages.decode(open, bytes)).hasMessageContaining("graphObjects");
    }

    @Test
    void manyDeepValuesSideBySideCostALargeStackEach() {
        assertThat(messages.decode(open, messages.encode(open, besideEachOther(100))))
                .isEqualTo(besideEachOther(100));
        byte[] bytes = messages.encode(open, besideEachOther(1_000));
        assertThatThrownBy(() -> messages.decode(open, bytes)).hasMessageContaining("graphObjects");
    }

    /** A list whose elements each nest deeper than an ordinary stack is asked to hold. */
    private static List<Object> besideEachOther(int count) {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(new ArrayList<>(List.of(i)));
        }
        for (int i = 1; i < DeepStack.SHALLOW; i++) {
            list = new ArrayList<>(List.of(list));
        }
        return list;
    }

    @Test
    void keysMadeToCollideAreRefused() {
        Set<Object> set = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            set.add(new Collides(i));
        }
        byte[] bytes = messages.encode(open, set);
        assertThatThrownBy(() -> messages.decode(open, bytes))
                .hasMessageContaining(Collides.class.getName())
                .hasMessageContaining("have equal hashes")
                .hasMessageContaining("graphObjects");
        messages.limits(Limits.defaults());
        assertThat(messages.decode(open, bytes)).isEqualTo(set);
    }

    @Test
    void keysThatCollideAsHonestOnesDoArrive() {
        Set<Object> grid = new HashSet<>();
        for (int i = 0; i < 65 * 65; i++) {
            grid.add(new Slope(i % 65, i / 65));
        }
        Map<Object, Object> marks = new IdentityHashMap<>();
        for (int i = 0; i < 500; i++) {
            marks.put(new Collides(i), i);
        }
        Messages defaults = new Messages();
        assertThat(defaults.send(grid, Object.class, Shapes.allowed())).isEqualTo(grid);
        assertThat(defaults.send(marks, Object.class, Shapes.allowed())).hasSize(500);
    }

    /** Keys whose class orders itself otherwise than a hash table asks, or only by a part, are searched one by one. */
    @Test
    void keysThatCanBeComparedAndCollideAreRefused() {
        List<Object> dates = new ArrayList<>();
        for (long i = 0; i < 2_000; i++) {
            var date = java.time.LocalDate.EPOCH;
            dates.add(java.time.LocalDateTime.of(
                    date, java.time.LocalTime.ofNanoOfDay(i << 32 | ((date.hashCode() ^ i) & 0xffffffffL))));
        }
        byte[] bytes = messages.encode(open, dates);
        byte[] set = messages.encode(open, new LinkedHashSet<>());
        int head = messages.encode(open, new ArrayList<>()).length - 2;
        Out out = new Out(64);
        out.write(set, 0, set.length - 2);
        out.write(bytes, head, bytes.length - head);
        assertThatThrownBy(() -> messages.decode(open, out.copy()))
                .hasMessageContaining("java.time.LocalDateTime")
                .hasMessageContaining("have equal hashes");
    }

    /** Each level holds the one below twice, by values that are not containers: references back to these are accepted. */
    @Test
    void sharedPartsOfKeysCostWhatHashingThemVisits() {
        for (int levels : new int[] {27, 60, 1_000}) {
            Out out = new Out(64);
            int entry = ValueHead.ofBuiltIn(BuiltInsTest.ordinal(java.util.AbstractMap.SimpleEntry.class));
            byte[] list = messages.encode(open, new ArrayList<>());
            out.write(list, 0, list.length - 2);
            out.writeSize(levels + 2);
            out.writeByte(HomogeneousRun.OPEN);
            out.writeByte(ValueHead.NUMBERED);
            out.writeSize(entry);
            out.writeByte(ValueHead.NULL);
            out.writeByte(ValueHead.NULL);
            for (int i = 1; i <= levels; i++) {
                out.writeByte(ValueHead.NUMBERED);
                out.writeSize(entry);
                for (int twice = 0; twice < 2; twice++) {
                    out.writeByte(ValueHead.BACK);
                    out.writeSize(i); // 0 is the list
                }
            }
            byte[] set = messages.encode(open, new HashSet<>());
            out.write(set, 0, set.length - 2);
            out.writeSize(1);
            out.writeByte(HomogeneousRun.OPEN);
            out.writeByte(ValueHead.BACK);
            out.writeSize(levels + 1);
            assertThatThrownBy(() -> messages.decode(open, out.copy()))
                    .hasMessageContaining("share their parts")
                    .hasMessageContaining("graphObjects");
        }
    }

    @Test
    void chainsOfAHashtableStayShort() {
        java.util.Hashtable<String, String> table = new java.util.Hashtable<>();
        for (int i = 0; i < 512; i++) {
            StringBuilder key = new StringBuilder();
            for (int bit = 0; bit < 9; bit++) {
                key.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            table.put(key.toString(), "");
        }
        byte[] bytes = messages.encode(open, table);
        assertThatThrownBy(() -> messages.decode(open, bytes)).hasMessageContaining("have equal hashes");
    }

    @Test
    void backReferencesInKeysCostWhatTheyHash() {
        Node big = new Node(1);
        for (int i = 0; i < 500; i++) {
            big.children.add(new Node(i));
        }
        List<Object> all = new ArrayList<>(List.of(big));
        for (int i = 0; i < 300; i++) {
            all.add(new HashSet<>(List.of(new Pair<>(big, i))));
        }
        byte[] bytes = messages.encode(open, all);
        assertThatThrownBy(() -> messages.decode(open, bytes)).hasMessageContaining("graphObjects");
    }

    @Test
    void valuesOfTheWrongClassAreRefused() {
        byte[] cat = messages.encode(open, new Cat("Tom"));
        for (Type type : List.of(Point.class, Fish.class, List.class, Integer.class, Object[].class, Runnable.class)) {
            assertThatThrownBy(() -> messages.decode(messages.coder(type, Shapes.allowed()), cat))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("is declared");
        }
        byte[] strings = messages.encode(open, new ArrayList<>(List.of("a")));
        assertThatThrownBy(() ->
                        messages.decode(messages.coder(new Generic<List<Point>>() {}.type, Shapes.allowed()), strings))
                .hasMessageContaining("[0]");
    }

    @Test
    void valuesThatCannotStandAtAPlaceAreRefusedBeforeTheyAreRead() {
        Coder texts = messages.coder(new Generic<List<String>>() {}.type, Shapes.allowed());
        for (Object value : List.of(
                new HashSet<>(List.of("x")),
                Map.entry("x", "y"),
                new Object[] {"x"},
                new Cat("Tom"),
                new Node(1),
                java.math.BigInteger.TEN,
                new Bag(),
                Optional.of("x"),
                new IllegalStateException("x"),
                java.util.concurrent.TimeUnit.DAYS)) {
            byte[] bytes = messages.encode(open, value);
            In in = new In(bytes);
            if (in.readSize() == ValueHead.NUMBERED) {
                in.readSize();
            }
            byte[] head = Arrays.copyOf(bytes, in.position());
            assertThatThrownBy(() -> messages.decode(texts, head))
                    .as("%s", value)
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("where a java.util.List<java.lang.String> is declared");
        }
    }

    /** A JDK value that has to be registered is refused by its head as well. */
    @Test
    void patternsAreNotCompiled() {
        Out out = new Out(16);
        out.writeSize(ValueHead.ofBuiltIn(79));
        assertThatThrownBy(() -> messages.decode(open, out.copy()))
                .hasMessageContaining("java.util.regex.Pattern may not");
        out.writeText("a\u0300");
        out.writeVarInt(java.util.regex.Pattern.CANON_EQ);
        assertThatThrownBy(() -> messages.decode(
                        messages.coder(Object.class, Allowed.of(java.util.regex.Pattern.class)), out.copy()))
                .hasMessageContaining("CANON_EQ");
    }

    @Test
    void elementsThatCannotBeComparedAreRefused() {
        byte[] sorted = messages.encode(open, new TreeSet<>(List.of(1, 2)));
        byte[] mixed = sorted.clone();
        byte[] text = messages.encode(open, "");
        // The second element's head and number become those of an empty text.
        mixed[mixed.length - 2] = text[0];
        mixed[mixed.length - 1] = text[1];
        assertThatThrownBy(() -> messages.decode(open, mixed)).isInstanceOf(CodecException.class);
    }

    @Test
    void nothingIsInstantiatedThatIsNotAllowed() {
        byte[] bytes = messages.encode(open, new Bag());
        Coder narrow = messages.coder(Object.class, Allowed.of(Point.class));
        assertThatThrownBy(() -> messages.decode(narrow, bytes))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(Bag.class.getName())
                .hasMessageContaining("@RegisterTypes");
    }
}
