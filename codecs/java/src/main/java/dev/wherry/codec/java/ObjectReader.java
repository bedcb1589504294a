package dev.wherry.codec.java;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.DeepStack;
import dev.wherry.codec.compact.Singletons;
import dev.wherry.codec.java.StreamHandles.Node;
import dev.wherry.codec.java.Substitutes.Link;
import dev.wherry.codec.java.Substitutes.LogLevel;
import dev.wherry.codec.java.Substitutes.Maybe;
import dev.wherry.codec.java.Substitutes.Reference;
import dev.wherry.net.Urls;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Types;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads what {@link ObjectWriter} writes, one value after the other, each scanned before anything is made of it. */
final class ObjectReader extends ObjectInputStream {
    /** The elements that collections may allocate for each byte of a message. Tables are larger than their contents. */
    private static final int ELEMENTS_PER_BYTE = 16;

    private final StreamBytes bytes;
    private final Types types;
    private final StreamTypes found;
    private final KeyWatch keys;
    private final StreamTrace trace = new StreamTrace();
    private final StreamScan scan;
    private final int mostDepth;
    private final List<Object> references = new ArrayList<>();
    private final DecodingBudget budget;
    private boolean reading;
    private long elementsLeft;
    private @Nullable Class<?> described;
    private @Nullable Class<?> substituted;

    private ObjectReader(StreamBytes bytes, Types types, Decoding from) throws IOException {
        super(bytes);
        this.bytes = bytes;
        this.types = types;
        found = new StreamTypes(types);
        mostDepth = from.limits().graphDepth();
        budget = DecodingBudget.of(from);
        keys = new KeyWatch(budget);
        scan = new StreamScan(bytes, found, new StreamWork(from.limits(), budget, keys), trace, null);
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
            Node scanned = scan.value(declared, depthHere);
            OpenParts.Cost cost = OpenParts.cost(scanned, null, budget);
            budget.share(Math.max(0, cost.hashing() - length));
            budget.search(cost.searching());
            bytes.over(array, start, length);
            elementsLeft = 1_024 + (long) ELEMENTS_PER_BYTE * length;
            reading = true;
            return readObject();
        } catch (CodecException | StreamWork.TooDeepHere e) {
            throw e;
        } catch (InvalidClassException e) {
            throw e.getCause() instanceof CodecException refusal ? refusal : caused(differs(e), e);
        } catch (InvalidObjectException e) {
            throw caused(isUnknownConstant(e) ? unknownConstant(e) : unreadable(e), e);
        } catch (StreamCorruptedException e) {
            throw caused(CodecException.malformed("an object that cannot be read: " + e), e);
        } catch (StackOverflowError e) {
            throw caused(CodecException.limit("values nested too deep for the stack", "graphDepth"), e);
        } catch (OutOfMemoryError e) {
            throw caused(CodecException.limit("a value that does not fit into memory", "messageBytes"), e);
        } catch (Exception | Error e) {
            // Classes run code of their own here, and bytes decide what it meets.
            throw caused(unreadable(e), e);
        } finally {
            reading = false;
        }
    }

    /** Its message names the class and what differs. */
    private static CodecException differs(InvalidClassException thrown) {
        return CodecException.incompatible("A class differs from that of the sender: " + thrown.getMessage());
    }

    /** The object stream finds constants by their names. */
    private static boolean isUnknownConstant(InvalidObjectException thrown) {
        return thrown.getCause() instanceof IllegalArgumentException
                && String.valueOf(thrown.getMessage()).startsWith("enum constant ");
    }

    private static CodecException unknownConstant(InvalidObjectException thrown) {
        return CodecException.incompatible("The peer sent a constant that is not known here: " + thrown.getMessage());
    }

    private static CodecException unreadable(Throwable thrown) {
        return CodecException.impossible("An object cannot be read: " + thrown);
    }

    private static CodecException caused(CodecException failure, Throwable by) {
        failure.initCause(by);
        return failure;
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
        trace.pass(bytes.position());
        Class<?> type = found.find(described.getName());
        this.described = type;
        return type;
    }

    @Override
    public void defaultReadObject() throws IOException, ClassNotFoundException {
        trace.passFields(bytes.position());
        super.defaultReadObject();
    }

    @Override
    public GetField readFields() throws IOException, ClassNotFoundException {
        trace.passFields(bytes.position());
        return super.readFields();
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) {
        throw types.refusal("jdk.proxy.$Proxy");
    }

    @Override
    protected @Nullable Object resolveObject(@Nullable Object object) {
        trace.pass(bytes.position());
        budget.takeTime(); // between the elements of a collection, too, which fills itself as it reads them
        Object resolved = switch (object) {
            case Reference reference -> referred(reference.index());
            case Maybe maybe -> Optionals.restore(maybe);
            case Link link -> restored(link);
            case LogLevel level -> LogLevels.find(level);
            case null -> null;
            default -> Objects.requireNonNullElse(Singletons.only(object.getClass()), object);
        };
        if (resolved != null) {
            CheckedValues.check(resolved);
        }
        keys.read(resolved);
        substituted = resolved == null ? null : resolved.getClass();
        return resolved;
    }

    private static URL restored(Link link) {
        try {
            return Urls.of(link.url());
        } catch (MalformedURLException | NullPointerException e) {
            throw (CodecException)
                    CodecException.malformed("a URL: " + e.getMessage()).initCause(e);
        }
    }

    private Object referred(int index) {
        if (index < 0 || index >= references.size()) {
            throw CodecException.malformed("reference " + index + " of " + references.size());
        }
        return references.get(index);
    }

    /**
     * The scan has read the same bytes before. This sees what it cannot: what a readResolve method returned, and what
     * collections allocate by a count of their own. An object that was read may ask it later on for what it holds as bytes.
     */
    private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
        Class<?> type = info.serialClass();
        if (reading && type == null) {
            trace.pass(bytes.position()); // a back reference
            budget.takeTime();
        }
        if (type != null && !isExpected(type)) {
            throw types.refusal(type); // the stream reports it as the cause of its own exception
        }
        boolean fits = info.arrayLength() <= elementsLeft;
        if (reading) {
            elementsLeft -= Math.max(0, info.arrayLength());
        }
        return info.depth() <= mostDepth + 1 && fits
                ? ObjectInputFilter.Status.ALLOWED
                : ObjectInputFilter.Status.REJECTED;
    }

    /** A superclass passes as a descriptor only, which an object cannot have that the scan has taken. */
    private boolean isExpected(Class<?> type) {
        boolean expected = type.equals(described)
                || type.equals(substituted)
                || found.mayBeMade(type)
                || found.isParent(type)
                || found.extendsListed(type);
        described = null;
        if (expected && !reading) {
            found.addParents(type); // which come next
        }
        return expected;
    }
}
