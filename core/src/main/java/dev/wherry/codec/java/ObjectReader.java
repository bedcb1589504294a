package dev.wherry.codec.java;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.DeepStack;
import dev.wherry.codec.java.Substitutes.Maybe;
import dev.wherry.codec.java.Substitutes.Reference;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Types;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what {@link ObjectWriter} writes, one value after the other, each scanned before anything is made of it. */
final class ObjectReader extends ObjectInputStream {
    /** What collections may allocate for each byte of a message: tables are larger than what is in them. */
    private static final int ELEMENTS_PER_BYTE = 16;

    private final StreamBytes bytes;
    private final Types types;
    private final StreamTypes found;
    private final KeyWatch keys;
    private final StreamScan scan;
    private final int mostDepth;
    private final List<Object> references = new ArrayList<>();
    private long elementsLeft;
    private @Nullable Class<?> substituted;

    private ObjectReader(StreamBytes bytes, Types types, Decoding from) throws IOException {
        super(bytes);
        this.bytes = bytes;
        this.types = types;
        found = new StreamTypes(types);
        mostDepth = from.limits().graphDepth();
        DecodingBudget budget = DecodingBudget.of(from);
        keys = new KeyWatch(budget);
        scan = new StreamScan(bytes, found, new StreamWork(from.limits(), budget, keys));
        enableResolveObject(true);
        setObjectInputFilter(this::check);
    }

    static ObjectReader create(Types types, Decoding from) {
        try {
            return new ObjectReader(new StreamBytes(), types, from);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is read yet
        }
    }

    /** @param declared what the value is declared as */
    @Nullable
    Object value(Decoding from, Class<?> declared) {
        readReferences(from);
        In in = from.in();
        int length = in.readCount(1);
        int start = in.position();
        in.skip(length);
        try {
            return made(declared, in.array(), start, length, DeepStack.SHALLOW);
        } catch (StreamWork.TooDeepHere e) {
            return DeepStack.call(() -> made(declared, in.array(), start, length, mostDepth));
        }
    }

    private @Nullable Object made(Class<?> declared, byte[] array, int start, int length, int depthHere) {
        try {
            bytes.over(array, start, length);
            scan.value(declared, depthHere);
            bytes.over(array, start, length);
            elementsLeft = 1_024 + (long) ELEMENTS_PER_BYTE * length;
            return readObject();
        } catch (CodecException | StreamWork.TooDeepHere e) {
            throw e;
        } catch (InvalidClassException e) {
            throw e.getCause() instanceof CodecException refusal ? refusal : unreadable(e);
        } catch (StackOverflowError e) {
            throw (CodecException) CodecException.limit("values nested too deep for the stack", "graphDepth")
                    .initCause(e);
        } catch (OutOfMemoryError e) {
            throw (CodecException) CodecException.limit("a value that does not fit into memory", "messageBytes")
                    .initCause(e);
        } catch (Exception | Error e) {
            throw unreadable(e); // classes run code of their own here, and bytes decide what it meets
        }
    }

    private static CodecException unreadable(Throwable thrown) {
        return (CodecException) CodecException.malformed("an object that cannot be read: " + thrown)
                .initCause(thrown);
    }

    private void readReferences(Decoding from) {
        references.clear();
        while (from.in().readBoolean()) {
            String name = from.in().readText();
            Class<?> declared = name == null ? Object.class : types.find(name);
            if (name != null && !types.isReference(declared)) {
                throw CodecException.malformed("a reference to " + name + ", which is not by reference");
            }
            references.add(from.readReference(declared, types));
        }
    }

    @Override
    protected void readStreamHeader() {} // the codec's name in the Hello says it

    @Override
    protected Class<?> resolveClass(ObjectStreamClass described) {
        return found.find(described.getName());
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) {
        throw types.refusal("jdk.proxy.$Proxy");
    }

    @Override
    protected @Nullable Object resolveObject(@Nullable Object object) {
        Object resolved = switch (object) {
            case Reference reference -> referred(reference.index());
            case Maybe maybe -> Optionals.restore(maybe);
            case null, default -> object;
        };
        keys.read(resolved);
        substituted = resolved == null ? null : resolved.getClass();
        return resolved;
    }

    private Object referred(int index) {
        if (index < 0 || index >= references.size()) {
            throw CodecException.malformed("reference " + index + " of " + references.size());
        }
        return references.get(index);
    }

    /**
     * The scan has read the same bytes before. This sees what it cannot: what a readResolve method returned, and what
     * collections allocate by a count of their own; and it holds should the two ever disagree.
     */
    private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
        Class<?> type = info.serialClass();
        if (type != null && !found.knows(type) && !type.equals(substituted)) {
            throw types.refusal(type.getName()); // the stream reports it as the cause of its own exception
        }
        elementsLeft -= Math.max(0, info.arrayLength());
        return info.depth() <= mostDepth + 1 && elementsLeft >= 0
                ? ObjectInputFilter.Status.ALLOWED
                : ObjectInputFilter.Status.REJECTED;
    }
}
