package dev.wherry.testkit.hostile;

import dev.wherry.spi.Definition;
import dev.wherry.spi.Out;
import dev.wherry.testkit.codec.ObjectStreamBytes;
import dev.wherry.testkit.hostile.Attack.Form;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Values of codec {@code compact} with few bytes, which cost a reader without limits far more than their length
 * justifies.
 */
enum CostlyValues {
    /** A set of an entry that holds two of the entry below it, and so on. */
    SHARED_PARTS(CostlyValues::sharedParts),
    /** A regular expression whose combining marks are tried in each order. */
    PATTERN(CostlyValues::pattern),
    /** A set of dates with one hash code. */
    DATES(CostlyValues::dates),
    /** An exception with an unknown field that holds constants of an unknown enum. */
    UNKNOWN_CLASSES(CostlyValues::unknownClasses),
    /** An array of 254 dimensions. */
    ARRAYS(CostlyValues::arrays),
    /** A set over shared lists in a serial form, as the superclass of a class whose superclass it is not. */
    SMUGGLED(CostlyValues::smuggled);

    // Numbers of definitions that a codec does not use.
    private static final int EXCEPTION = 50;
    private static final int ENUM = 51;
    private static final int FOLDER = 52;

    private static final int ARRAY_LIST = 18;
    private static final int HASH_SET = 22;
    private static final int LEVELS = 60;
    private static final int DATES_OF_ONE_HASH = 3_000;
    private static final Map<Integer, Definition> DEFINITIONS = Map.of(
            EXCEPTION,
            schema(4, "java.lang.RuntimeException", 1, to -> {
                to.writeText("x");
                to.writeByte(9);
            }),
            ENUM,
            schema(2, "no.Such", 9_000, to -> {
                for (int i = 0; i < 9_000; i++) {
                    to.writeText("" + (char) (33 + i % 94) + (char) (33 + i / 94));
                }
            }),
            FOLDER,
            schema(0, Inbox.Folder.class.getName(), 2, to -> {
                to.writeText("name");
                to.writeByte(8);
                to.writeText("content");
                to.writeByte(9);
            }));

    @SuppressWarnings("ImmutableEnumChecker") // the consumers are methods of this class
    private final Consumer<Out> value;

    CostlyValues(Consumer<Out> value) {
        this.value = value;
    }

    /** Returns all values in each form, as codec {@code compact} writes them anywhere. */
    static List<Attack> attacks() {
        List<Attack> attacks = new ArrayList<>();
        for (CostlyValues each : values()) {
            // An unknown field of an exception is skipped, and no object is made of it.
            boolean skipped = each == UNKNOWN_CLASSES;
            for (Attack attack : inEachForm(each.name(), each.value)) {
                boolean unread = attack.form() == Form.IN_EXCEPTION && (each == ARRAYS || each == SMUGGLED);
                attacks.add(attack.harmless((skipped && attack.form() != Form.IN_LIST) || unread));
            }
        }
        return attacks;
    }

    /** Returns a value alone, and in a field, in a list and in an exception that codec {@code compact} has written. */
    static List<Attack> inEachForm(String name, Consumer<Out> value) {
        return List.of(
                Attack.of(name, Form.BARE, DEFINITIONS, value),
                Attack.of(name, Form.IN_FIELD, DEFINITIONS, to -> {
                    RawValues.ofClass(FOLDER, to);
                    to.writeText("name");
                    value.accept(to);
                }),
                Attack.of(name, Form.IN_LIST, DEFINITIONS, to -> {
                    collection(to, ARRAY_LIST, 1);
                    value.accept(to);
                }),
                Attack.of(name, Form.IN_EXCEPTION, DEFINITIONS, to -> {
                    exception(to);
                    value.accept(to);
                }));
    }

    static Definition schema(int shape, String className, int parts, Consumer<Out> writer) {
        Out out = new Out(64);
        out.writeByte(shape);
        out.writeText(className);
        out.writeBoolean(false);
        out.writeSize(parts);
        writer.accept(out);
        return new Definition(Definition.Kind.SCHEMA, out.copy());
    }

    /** Writes an exception up to its unknown field. */
    private static void exception(Out to) {
        RawValues.ofClass(EXCEPTION, to);
        to.writeText("message");
        to.writeByte(0);
        to.writeSize(0);
        to.writeSize(0);
    }

    static void head(Out to, int builtIn) {
        to.writeSize(8 + 2 * builtIn);
    }

    private static void back(Out to, int number) {
        to.writeByte(1);
        to.writeSize(number);
    }

    static void collection(Out to, int builtIn, int size) {
        head(to, builtIn);
        to.writeSize(size);
        to.writeByte(0);
    }

    private static void sharedParts(Out to) {
        collection(to, ARRAY_LIST, LEVELS + 2);
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
        collection(to, HASH_SET, 1);
        back(to, LEVELS);
    }

    private static void pattern(Out to) {
        head(to, 79);
        to.writeText("a\u0315\u0300\u05ae\u0327\u0316\u0345\u0361\u059a\u05b0");
        to.writeVarInt(128);
    }

    private static void dates(Out to) {
        collection(to, HASH_SET, DATES_OF_ONE_HASH);
        LocalDate day = LocalDate.EPOCH;
        for (long i = 0; i < DATES_OF_ONE_HASH; i++) {
            head(to, 62); // a LocalDateTime
            to.writeVarLong(day.toEpochDay());
            to.writeVarLong(i << 32 | ((day.hashCode() ^ i) & 0xffffffffL));
        }
    }

    private static void unknownClasses(Out to) {
        exception(to);
        collection(to, ARRAY_LIST, 10_000);
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

    private static void smuggled(Out to) {
        stream(CostlyStreams.smuggled(), to);
    }

    /** Writes a value in a form of its own: as an object stream. */
    static void stream(byte[] bytes, Out to) {
        to.writeByte(5);
        ObjectStreamBytes.writeWithin(bytes, to);
    }
}
