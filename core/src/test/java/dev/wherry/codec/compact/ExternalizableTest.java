package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.codec.compact.Shapes.Bag;
import dev.wherry.codec.compact.Shapes.Node;
import dev.wherry.codec.compact.Shapes.Parcel;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.CodecException;
import java.io.EOFException;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Externalizable classes travel by their own methods, in a block of their own. */
class ExternalizableTest {
    private final Messages messages = new Messages();

    private interface Writes {
        void to(ObjectOutput out) throws IOException;
    }

    private interface Reads {
        void from(ObjectInput in) throws IOException, ClassNotFoundException;
    }

    /** Its methods are those of the test. */
    public static final class Free implements Externalizable {
        private static final long serialVersionUID = 7;
        static Writes writes;
        static Reads reads;

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            writes.to(out);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            reads.from(in);
        }
    }

    /** A tree, the nodes of which know their parents. */
    public static final class Branch implements Externalizable {
        private static final long serialVersionUID = 1;
        transient Branch parent;
        transient List<Branch> twigs = new ArrayList<>();

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeObject(parent);
            out.writeObject(twigs);
        }

        @Override
        @SuppressWarnings("unchecked")
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            parent = (Branch) in.readObject();
            twigs = (List<Branch>) in.readObject();
        }
    }

    /** Comes home as the one that is there. */
    public static final class Constant implements Externalizable {
        private static final long serialVersionUID = 1;
        static final Constant ONE = new Constant();
        static final Constant LOST = new Constant();
        private boolean lost;
        private Object held;

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeBoolean(this == LOST);
            out.writeObject(held);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            lost = in.readBoolean();
            held = in.readObject();
        }

        private Object readResolve() {
            return lost ? null : ONE;
        }
    }

    /** Something else goes in its place. */
    public static final class Replaced implements Externalizable {
        private static final long serialVersionUID = 1;

        private Object writeReplace() {
            return "in its place";
        }

        @Override
        public void writeExternal(ObjectOutput out) {}

        @Override
        public void readExternal(ObjectInput in) {}
    }

    public static final class Closed implements Externalizable {
        private static final long serialVersionUID = 1;

        Closed(int number) {
            assertThat(number).isPositive();
        }

        @Override
        public void writeExternal(ObjectOutput out) {}

        @Override
        public void readExternal(ObjectInput in) {}
    }

    private List<Object> send(Writes writes, Reads reads, Object... after) {
        Free.writes = writes;
        Free.reads = reads;
        List<Object> sent = new ArrayList<>(List.of(new Free()));
        sent.addAll(Arrays.asList(after));
        return messages.send(sent, Object.class, types(false));
    }

    private static Allowed types(boolean preservesIdentity) {
        return new Allowed(
                preservesIdentity,
                Free.class,
                Branch.class,
                Constant.class,
                Closed.class,
                Node.class,
                Parcel.class,
                Bag.class,
                Replaced.class);
    }

    @Test
    void theBytesAreThoseOfDataOutputAndOfValues() {
        Coder coder = messages.coder(Object.class, Shapes.allowed());
        byte[] bytes = messages.encode(coder, new Parcel(258, "h\u00e9", "x"));
        assertThat(HexFormat.of().formatHex(bytes))
                .as("head, length of the block, number, held, label, objects numbered; it holds anything: kept")
                .isEqualTo("09" + "0c000000" + "00000102" + "080378" + "000368c3a9" + "00");
        assertThat(messages.definitions().getFirst().content()).startsWith(5).endsWith(9);
    }

    @Test
    void everyMethodOfDataInputReadsWhatDataOutputWrote() {
        byte[] three = {1, 2, 3};
        send(
                out -> {
                    out.write(255);
                    out.write(three);
                    out.write(three, 1, 2);
                    out.writeBoolean(true);
                    out.writeByte(-1);
                    out.writeShort(-2);
                    out.writeChar('\u20ac');
                    out.writeInt(Integer.MIN_VALUE);
                    out.writeLong(Long.MAX_VALUE - 1);
                    out.writeFloat(0.5f);
                    out.writeDouble(-0.0);
                    out.writeUTF("a\u0000\u20ac\ud800");
                    out.writeBytes("line\r\nrest");
                    out.flush();
                },
                in -> {
                    assertThat(in.available()).isPositive();
                    assertThat(in.read()).isEqualTo(255);
                    byte[] got = new byte[3];
                    in.readFully(got);
                    assertThat(got).isEqualTo(three);
                    assertThat(in.skip(1)).isEqualTo(1);
                    assertThat(in.readUnsignedByte()).isEqualTo(3);
                    assertThat(in.readBoolean()).isTrue();
                    assertThat(in.readByte()).isEqualTo((byte) -1);
                    assertThat(in.readShort()).isEqualTo((short) -2);
                    assertThat(in.readChar()).isEqualTo('\u20ac');
                    assertThat(in.readInt()).isEqualTo(Integer.MIN_VALUE);
                    assertThat(in.readLong()).isEqualTo(Long.MAX_VALUE - 1);
                    assertThat(in.readFloat()).isEqualTo(0.5f);
                    assertThat(in.readDouble()).isEqualTo(-0.0);
                    assertThat(in.readUTF()).isEqualTo("a\u0000\u20ac\ud800");
                    assertThat(in.readLine()).isEqualTo("line");
                    assertThat(in.readLine()).isEqualTo("rest");
                    assertThat(in.read()).isEqualTo(-1);
                });
    }

    @Test
    void whoReadsLessThanWasWrittenLeavesWhatFollowsAlone() {
        Node left = new Node(1);
        Node after = new Node(2);
        List<Object> arrived = send(
                out -> {
                    out.writeInt(1);
                    out.writeObject(left);
                    out.writeInt(2);
                },
                in -> assertThat(in.readInt()).isEqualTo(1),
                after,
                "x",
                after);
        assertThat(((Node) arrived.get(1)).value).isEqualTo(2);
        assertThat(arrived.get(3)).isSameAs(arrived.get(1));
    }

    @Test
    void whatWasLeftUnreadCannotBeReferredTo() {
        Node left = new Node(1);
        assertThatThrownBy(() -> send(out -> out.writeObject(left), in -> {}, left))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("left unread by a readExternal method");
    }

    @Test
    void whoReadsMoreThanWasWrittenMeetsTheEnd() {
        List<Object> arrived = send(
                out -> out.writeInt(1),
                in -> {
                    assertThat(in.readInt()).isEqualTo(1);
                    assertThatThrownBy(in::readInt).isInstanceOf(EOFException.class);
                    assertThatThrownBy(in::readObject).isInstanceOf(EOFException.class);
                },
                "after");
        assertThat(arrived.get(1)).isEqualTo("after");
        assertThatThrownBy(() -> send(out -> {}, ObjectInput::readLong, "after"))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(Free.class.getName())
                .hasMessageContaining("EOFException");
    }

    @Test
    void treesThatKnowTheirParentsArriveWhole() {
        Branch root = new Branch();
        Branch twig = new Branch();
        twig.parent = root;
        root.twigs.addAll(List.of(twig, twig));
        Branch arrived = messages.send(root, Object.class, types(false));
        assertThat(arrived.twigs).hasSize(2);
        assertThat(arrived.twigs.get(0).parent).isSameAs(arrived);
        assertThat(arrived.twigs.get(0)).isSameAs(arrived.twigs.get(1));
    }

    @Test
    void keepTheirIdentityIfTheyCanReachThemselvesOrTheInterfaceKeepsIt() {
        Free.writes = out -> {};
        Free.reads = in -> {};
        Free free = new Free();
        Parcel parcel = new Parcel(1, "", null);
        List<Object> sent = List.of(free, free, parcel, parcel);
        List<Object> plain = messages.send(sent, Object.class, types(false));
        assertThat(plain.get(0)).isNotSameAs(plain.get(1));
        assertThat(plain.get(2)).isSameAs(plain.get(3));
        List<Object> kept = messages.send(sent, Object.class, types(true));
        assertThat(kept.get(0)).isSameAs(kept.get(1));
    }

    @Test
    void mapsReadByHandAreFilledEvenWithinACycle() {
        Branch root = new Branch();
        Map<Object, Object> map = new HashMap<>(Map.of("k", 1));
        Free.writes = out -> {
            out.writeObject(root);
            out.writeObject(map);
        };
        Free.reads = in -> {
            assertThat(in.readObject()).isInstanceOf(Branch.class);
            assertThat(in.readObject()).isEqualTo(Map.of("k", 1));
        };
        Bag bag = new Bag();
        bag.anything = new ArrayList<>(List.of(root, new Free()));
        root.twigs.add(root);
        assertThat(messages.<Bag>send(bag, Object.class, types(true))).isNotNull();
    }

    @Test
    void readResolveHasTheLastWord() {
        assertThat(messages.<Object>send(new Constant(), Object.class, types(false)))
                .isSameAs(Constant.ONE);
        assertThatThrownBy(() -> messages.send(Constant.LOST, Object.class, types(false)))
                .hasMessageContaining("null instead of a " + Constant.class.getName());
        Constant around = new Constant();
        around.held = around;
        assertThatThrownBy(() -> messages.send(around, Object.class, types(false)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("A cycle through");
    }

    @Test
    void writeReplaceTakesTheSerialForm() {
        assertThatThrownBy(() -> messages.send(new Replaced(), Object.class, types(false)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(Replaced.class.getName())
                .hasMessageContaining("add wherry-codec-java");
    }

    @Test
    void whatMayNotTravelDoesNotTravelWithin() {
        assertThatThrownBy(() -> send(out -> out.writeObject(new Thread()), in -> {}))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("java.lang.Thread");
        Parcel parcel = new Parcel(1, "", new Bag());
        byte[] bytes = messages.encode(messages.coder(Object.class, types(false)), parcel);
        assertThatThrownBy(() -> messages.decode(messages.coder(Object.class, Allowed.of(Parcel.class)), bytes))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(Bag.class.getName());
    }

    @Test
    void aFailureThatIsCaughtWithinIsAFailureAllTheSame() {
        assertThatThrownBy(() -> send(
                        out -> assertThatThrownBy(() -> out.writeObject(new Thread()))
                                .isInstanceOf(CodecException.class),
                        in -> {}))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("went on after an object that could not be written");
        assertThatThrownBy(() -> send(
                        out -> out.write(new byte[] {127}),
                        in -> assertThatThrownBy(in::readObject).isInstanceOf(CodecException.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("went on after an object that could not be read");
    }

    @Test
    void aClassWithoutTheConstructorIsRefusedBeforeAnyCall() {
        assertThatThrownBy(() -> messages.coder(Closed.class, types(false)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Closed.class.getName())
                .hasMessageContaining("a public constructor without parameters");
    }

    @Test
    void nestDeep() {
        Object inner = "core";
        for (int i = 0; i < 2_000; i++) {
            inner = new Parcel(i, "", inner);
        }
        Object arrived = messages.send(inner, Object.class, types(false));
        for (int i = 1_999; i >= 0; i--) {
            assertThat(((Parcel) arrived).number).isEqualTo(i);
            arrived = Objects.requireNonNull(((Parcel) arrived).held);
        }
        assertThat(arrived).isEqualTo("core");
    }

    @Test
    void blocksThatClaimOtherLengthsOrNumbersAreRefused() {
        Coder coder = messages.coder(Object.class, Shapes.allowed());
        byte[] bytes = messages.encode(coder, new Parcel(1, "", null));
        for (int at : new int[] {1, 2, 4, bytes.length - 1}) {
            for (int value : new int[] {9, 127, -1}) {
                byte[] changed = bytes.clone();
                changed[at] = (byte) value;
                assertThatThrownBy(() -> messages.decode(coder, changed)).isInstanceOf(CodecException.class);
            }
        }
    }
}
