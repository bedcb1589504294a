package dev.wherry.testkit.hostile;

import dev.wherry.spi.Out;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.function.Consumer;

/** Values in codec {@code compact}, of few bytes, that cost a reader which does not count far more than their length. */
enum CostlyValues {
    /** A set of an entry that holds two of the one below it, and so on down. */
    SHARED_PARTS(CostlyValues::sharedParts),
    /** A regular expression whose combining marks are tried in each order. */
    PATTERN(CostlyValues::pattern),
    /** A set of dates of one hash. */
    DATES(CostlyValues::dates),
    /** An exception with a field that is not here, which holds constants of an enum that is not here. */
    UNKNOWN_CLASSES(CostlyValues::unknownClasses),
    /** An array of 254 dimensions. */
    ARRAYS(CostlyValues::arrays),
    /** A set over shared lists in a serial form, below a superclass that is none. */
    SMUGGLED(CostlyValues::smuggled);

    /** Numbers of the definitions that they need, see {@link #define}. */
    private static final int EXCEPTION = 10;

    private static final int ENUM = 11;
    private static final int LEVELS = 60;

    private final Consumer<Out> value;

    CostlyValues(Consumer<Out> value) {
        this.value = value;
    }

    void write(Out to) {
        value.accept(to);
    }

    /** In a field of an exception that is not here. */
    static void within(CostlyValues value, Out to) {
        RawValues.ofClass(EXCEPTION, to);
        to.writeText("message");
        to.writeByte(0);
        to.writeSize(0);
        to.writeSize(0);
        value.write(to);
    }

    /** What a peer says before it sends any of these. */
    static void define(RawPeer peer) throws IOException {
        peer.say(RawPeer.frame(RawPeer.DEFINE, 0, EXCEPTION, to -> {
            to.writeByte(2);
            to.writeByte(4);
            to.writeText("java.lang.RuntimeException");
            to.writeBoolean(false);
            to.writeSize(1);
            to.writeText("x");
            to.writeByte(9);
        }));
        peer.say(RawPeer.frame(RawPeer.DEFINE, 0, ENUM, to -> {
            to.writeByte(2);
            to.writeByte(2);
            to.writeText("no.Such");
            to.writeBoolean(false);
            to.writeSize(9_000);
            for (int i = 0; i < 9_000; i++) {
                to.writeText("" + (char) (33 + i % 94) + (char) (33 + i / 94));
            }
        }));
    }

    private static void head(Out to, int builtIn) {
        to.writeSize(8 + 2 * builtIn);
    }

    private static void back(Out to, int number) {
        to.writeByte(1);
        to.writeSize(number);
    }

    private static void collection(Out to, int builtIn, int size) {
        head(to, builtIn);
        to.writeSize(size);
        to.writeByte(0);
    }

    private static void sharedParts(Out to) {
        collection(to, 18, LEVELS + 2); // an ArrayList
        for (int i = 0; i <= LEVELS; i++) {
            to.writeByte(4);
            head(to, 53); // a SimpleEntry
            for (int twice = 0; twice < 2; twice++) {
                if (i == 0) {
                    to.writeByte(0);
                } else {
                    back(to, i - 1);
                }
            }
        }
        collection(to, 22, 1); // a HashSet
        back(to, LEVELS);
    }

    private static void pattern(Out to) {
        head(to, 79);
        to.writeText("a\u0315\u0300\u05ae\u0327\u0316\u0345\u0361\u059a\u05b0");
        to.writeVarInt(128);
    }

    private static void dates(Out to) {
        collection(to, 22, 5_000); // a HashSet
        LocalDate day = LocalDate.EPOCH;
        for (long i = 0; i < 5_000; i++) {
            head(to, 62); // a LocalDateTime
            to.writeVarLong(day.toEpochDay());
            to.writeVarLong(i << 32 | ((day.hashCode() ^ i) & 0xffffffffL));
        }
    }

    private static void unknownClasses(Out to) {
        RawValues.ofClass(EXCEPTION, to);
        to.writeText("message");
        to.writeByte(0);
        to.writeSize(0);
        to.writeSize(0);
        collection(to, 18, 10_000);
        for (int i = 0; i < 10_000; i++) {
            RawValues.ofClass(ENUM, to);
            to.writeSize(0);
        }
    }

    private static void arrays(Out to) {
        head(to, 17);
        to.writeText("[".repeat(253) + "Ljava.io.EOFException;");
        to.writeSize(0);
        to.writeByte(0);
    }

    /** A field of LocalDate that the JDK reads and a scan of classes takes for a block of bytes. */
    private static void smuggled(Out to) {
        try {
            ByteArrayOutputStream hidden = new ByteArrayOutputStream();
            DataOutputStream set = new DataOutputStream(hidden);
            int[] handles = {4};
            set.writeByte(0x73);
            descriptor(set, "java.util.HashSet", -5024744406713321676L, 3, "");
            handles[0] += 2;
            set.writeByte(0x77);
            set.writeByte(12);
            set.writeInt(16);
            set.writeFloat(.75f);
            set.writeInt(1);
            lists(set, handles, 25, new int[] {-1});
            set.writeByte(0x78);

            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream stream = new DataOutputStream(bytes);
            stream.writeByte(0x73);
            stream.writeByte(0x72);
            stream.writeUTF("java.util.concurrent.atomic.AtomicBoolean");
            stream.writeLong(4654671469794556979L);
            stream.writeByte(2);
            stream.writeShort(1);
            stream.writeByte('I');
            stream.writeUTF("value");
            stream.writeByte(0x78);
            stream.writeByte(0x72);
            stream.writeUTF("java.time.LocalDate");
            stream.writeLong(2942565459149668126L);
            stream.writeByte(3);
            stream.writeShort(6);
            for (String field : new String[] {"a", "b", "c", "d", "e"}) {
                stream.writeByte('B');
                stream.writeUTF(field);
            }
            stream.writeByte('L');
            stream.writeUTF("o");
            stream.writeByte(0x74);
            stream.writeUTF("Ljava/lang/Object;");
            stream.writeByte(0x78);
            stream.writeByte(0x70);
            stream.writeByte(0x7a);
            stream.writeInt(hidden.size());
            hidden.writeTo(stream);
            stream.writeByte(0x78);
            stream.writeInt(1);

            to.writeByte(5); // in its own form
            int start = to.size();
            to.writeInt(0);
            to.writeByte(0); // a stream begins
            to.writeByte(0); // no references
            to.writeSize(bytes.size());
            to.write(bytes.toByteArray(), 0, bytes.size());
            to.patchInt(start, to.size() - start - 4);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void descriptor(DataOutputStream to, String name, long version, int flags, String field)
            throws IOException {
        to.writeByte(0x72);
        to.writeUTF(name);
        to.writeLong(version);
        to.writeByte(flags);
        to.writeShort(field.isEmpty() ? 0 : 1);
        if (!field.isEmpty()) {
            to.writeByte('I');
            to.writeUTF(field);
        }
        to.writeByte(0x78);
        to.writeByte(0x70);
    }

    private static int lists(DataOutputStream to, int[] handles, int levels, int[] known) throws IOException {
        to.writeByte(0x73);
        if (known[0] < 0) {
            descriptor(to, "java.util.ArrayList", 8683452581122892189L, 3, "size");
            known[0] = handles[0]++;
        } else {
            to.writeByte(0x71);
            to.writeInt(0x7e0000 + known[0]);
        }
        int mine = handles[0]++;
        int size = levels == 0 ? 0 : 2;
        to.writeInt(size);
        to.writeByte(0x77);
        to.writeByte(4);
        to.writeInt(size);
        if (levels > 0) {
            int below = lists(to, handles, levels - 1, known);
            to.writeByte(0x71);
            to.writeInt(0x7e0000 + below);
        }
        to.writeByte(0x78);
        return mine;
    }
}
