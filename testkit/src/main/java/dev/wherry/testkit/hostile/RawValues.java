package dev.wherry.testkit.hostile;

import dev.wherry.spi.Out;
import java.util.function.Consumer;

/** Values of codec {@code compact}, written by hand. */
final class RawValues {
    private static final int REFERENCE = 3;
    private static final int EXPORT = 1;

    private RawValues() {}

    /** Writes the head of a value of the class with this number. */
    static void ofClass(int number, Out to) {
        to.writeSize(9 + 2 * number);
    }

    /** Writes a list of two strings. */
    static void words(Out to) {
        to.writeSize(0x2c); // an ArrayList
        to.writeSize(2);
        to.writeByte(1);
        to.writeText("tea");
        to.writeText("h\u00e9\u20ac");
    }

    /** Writes a reference to an object of the writer, which is served with one interface. */
    static void export(long id, int relays, int interfaceNumber, Out to) {
        to.writeSize(REFERENCE);
        exported(
                id,
                relays,
                interfaces -> {
                    interfaces.writeSize(1);
                    interfaces.writeSize(interfaceNumber);
                },
                to);
    }

    /** Writes a reference without the head of a value. */
    static void exported(long id, int relays, Consumer<Out> interfaces, Out to) {
        to.writeByte(EXPORT);
        to.writeLongSize(id);
        to.writeLong(77);
        to.writeLong(id);
        to.writeByte(relays);
        interfaces.accept(to);
    }

    static byte[] bytes(Consumer<Out> result) {
        Out out = new Out(64);
        result.accept(out);
        return out.copy();
    }
}
