package dev.wherry.codec.compact;

import dev.wherry.codec.CycleRefusal;
import dev.wherry.codec.DeepStack;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Out;
import java.io.ObjectOutput;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes one message. Public because generated code uses it. */
public final class Writer {
    final Encoding encoding;
    final Out out;

    /** The number of map keys and set elements around the value that is being written. */
    int keys;

    private @Nullable Exceptions exceptions;
    /** The output of writeExternal methods; null before the first. */
    @Nullable
    ObjectOutput external;

    private static final int MOST_COPIED = 1_000_000;

    private static final int SHORT_TEXT = 32;

    private long copied;
    private int depth;
    private int deepest;
    private @Nullable Definition lastDefinition;
    private int lastNumber;
    private @Nullable IdentityTable identities;

    private Writer(Encoding encoding) {
        this.encoding = encoding;
        this.out = encoding.out();
        this.deepest = shallow();
    }

    private int shallow() {
        return Math.min(DeepStack.SHALLOW, encoding.limits().graphDepth());
    }

    static Writer of(Encoding encoding) {
        if (encoding.state() instanceof Writer writer) {
            return writer;
        }
        Writer writer = new Writer(encoding);
        encoding.state(writer);
        return writer;
    }

    public Out out() {
        return out;
    }

    /**
     * The exceptions around the value that is being written, the outermost first, and the number of exceptions that
     * were reached.
     */
    static final class Exceptions {
        final List<Throwable> path = new ArrayList<>();
        int links;
    }

    Exceptions exceptions() {
        if (exceptions == null) {
            exceptions = new Exceptions();
        }
        return exceptions;
    }

    /** Writes a value that may be left out: null if it cannot be written. */
    void writeIfPossible(Slot slot, @Nullable Object value) {
        int start = out.size();
        int mark = mark();
        int depth = this.depth;
        int deepest = this.deepest;
        int keys = this.keys;
        int path = exceptions().path.size();
        try {
            slot.write(value, this);
        } catch (CodecException e) {
            encoding.cut(start);
            if (identities != null) {
                identities.forget(mark);
            }
            this.depth = depth;
            this.deepest = deepest;
            this.keys = keys;
            exceptions().path.subList(path, exceptions().path.size()).clear();
            out.writeByte(ValueHead.NULL);
        }
    }

    int mark() {
        return identities == null ? 0 : identities.count();
    }

    /** Prepares the writer for the next value after one that failed, the bytes of which are dropped. */
    void recover(int mark) {
        depth = 0;
        keys = 0;
        exceptions = null;
        external = null;
        deepest = shallow();
        if (identities != null) {
            identities.forget(mark);
        }
    }

    @SuppressWarnings("ReferenceEquality") // mostly the same object; the encoding finds the number of an equal one
    void head(Definition definition) {
        int number = lastNumber;
        if (lastDefinition != definition) {
            number = encoding.define(definition);
            lastDefinition = definition;
            lastNumber = number;
        }
        out.writeSize(ValueHead.ofDefinition(number));
    }

    /** Returned instead of a number: a reference back has been written, and nothing else is to be written. */
    static final int BACK = -1;
    /** Returned instead of a number: the value must be written again, as if its identity were not kept. */
    static final int COPY = -2;
    /** Returned instead of a number: the identity of the value is not kept. */
    static final int UNNUMBERED = -3;

    /** Returns the number that a value gets, or {@link #BACK} or {@link #COPY} if it was written before. */
    @SuppressWarnings("ReferenceEquality") // there is one codec of a class
    int number(Object value, ValueCodec codec) {
        if (value instanceof String text && text.length() < SHORT_TEXT) {
            return COPY; // finding it costs more than writing it again
        }
        IdentityTable identities = this.identities;
        if (identities == null) {
            this.identities = identities = new IdentityTable();
        }
        int number = identities.number(value);
        if (number < 0) {
            return ~number;
        }
        // The peer refuses a reference back to a container inside a key: hashing such a graph may never end.
        boolean copied = keys > 0 && codec.plain() != codec && isContainer(value);
        if (identities.isOpen(number) && (copied || codec.closed)) {
            throw CycleRefusal.refused(
                    copied ? "a map key or set element" : "a record or an immutable value", value.getClass());
        }
        if (copied) {
            charge(value);
            return COPY;
        }
        out.writeByte(ValueHead.BACK);
        out.writeSize(number);
        return BACK;
    }

    static boolean isContainer(Object value) {
        return value instanceof Collection || value instanceof Map;
    }

    /** Counts copies, since copies of copies double with each level of nesting. */
    private void charge(Object container) {
        copied += 1 + (container instanceof Map<?, ?> map ? map.size() : ((Collection<?>) container).size());
        if (copied > MOST_COPIED) {
            throw CodecException.limit(
                    "map keys and set elements that share their containers, of which more than " + MOST_COPIED
                            + " values would have to be copied",
                    "graphObjects");
        }
    }

    /** Marks the value of this number as being written: a reference back to it would be a cycle. */
    void open(int number) {
        Objects.requireNonNull(identities).open(number);
    }

    void close(int number) {
        Objects.requireNonNull(identities).close(number);
    }

    void descend(ValueCodec codec, Object value, Slot at) {
        if (++depth > deepest) {
            deeper(codec, value, at);
        } else {
            codec.write(value, at, this);
        }
        depth--;
    }

    private void deeper(ValueCodec codec, Object value, Slot at) {
        int most = encoding.limits().graphDepth();
        if (depth > most) {
            throw CodecException.limit(
                    "values nested more than " + most + " deep, perhaps in a cycle that no kept identity breaks",
                    "graphDepth");
        }
        deepest = most;
        DeepStack.<@Nullable Object>call(() -> {
            codec.write(value, at, this);
            return null;
        });
        deepest = shallow();
    }
}
