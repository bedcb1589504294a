package dev.wherry.codec.compact;

import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.Objects;

/** A JDK value without parts. */
final class ScalarCodec<T> extends BuiltInCodec {
    /** The length in bytes up to which a value costs no more than others to hash or compare. */
    private static final int SHORT = 16;

    private final boolean registered;
    private final Writes<T> writes;
    private final Reads<T> reads;

    interface Writes<T> {
        void write(T value, Out out);
    }

    /** Reads a value. All that it throws counts as an error of the bytes. */
    interface Reads<T> {
        T read(In in) throws Exception;
    }

    private ScalarCodec(Class<T> type, boolean mutable, boolean registered, Writes<T> writes, Reads<T> reads) {
        super(type, false, mutable, false);
        this.registered = registered;
        this.writes = writes;
        this.reads = reads;
    }

    static <T> ScalarCodec<T> immutable(Class<T> type, Writes<T> writes, Reads<T> reads) {
        return new ScalarCodec<>(type, false, false, writes, reads);
    }

    static <T> ScalarCodec<T> mutable(Class<T> type, Writes<T> writes, Reads<T> reads) {
        return new ScalarCodec<>(type, true, false, writes, reads);
    }

    /** Returns the codec of an immutable class that must be registered. */
    static <T> ScalarCodec<T> registered(Class<T> type, Writes<T> writes, Reads<T> reads) {
        return new ScalarCodec<>(type, false, true, writes, reads);
    }

    @Override
    boolean isRegistered() {
        return registered;
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        writes.write(type(value), to.out);
    }

    @SuppressWarnings("unchecked") // the table of codecs uses each for its class alone
    private T type(Object value) {
        return (T) value;
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        int before = from.in.position();
        try {
            T value = Objects.requireNonNull(reads.read(from.in));
            int bytes = from.in.position() - before;
            if (bytes > SHORT) {
                from.budget().readLeaf(value, bytes);
            }
            return value;
        } catch (Exception | StackOverflowError e) {
            throw ErrorPath.thrown(e, "Reading a " + type.getName());
        }
    }

    /** Boxes of primitives, and text. Each is written as a field of its kind. */
    static final class Box extends BuiltInCodec {
        private final FieldKind kind;

        Box(Class<?> type, FieldKind kind) {
            super(type, false, kind == FieldKind.TEXT, false);
            this.kind = kind;
        }

        @Override
        void write(Object value, Slot at, Writer to) {
            kind.write(value, to.out);
        }

        @Override
        Object read(Slot at, Reader from, int id) {
            return kind == FieldKind.TEXT ? ScalarCodecs.text(from.in) : Objects.requireNonNull(kind.read(from.in));
        }
    }
}
