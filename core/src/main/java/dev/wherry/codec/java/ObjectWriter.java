package dev.wherry.codec.java;

import dev.wherry.RemoteException;
import dev.wherry.codec.java.Substitutes.Reference;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes the values of a message as one object stream, so that what they share stays shared. */
final class ObjectWriter extends ObjectOutputStream {
    private final Sink sink;
    private final Types types;
    private final ByReference byReference;
    private @Nullable Encoding to;
    private @Nullable Object value;
    private int references;

    /** The bytes of one value, until what it refers to is written before them. */
    private static final class Sink extends ByteArrayOutputStream {
        void moveTo(Out out) {
            out.writeSize(count);
            out.write(buf, 0, count);
            reset();
        }
    }

    private ObjectWriter(Sink sink, Types types) throws IOException {
        super(sink);
        this.sink = sink;
        this.types = types;
        byReference = new ByReference(types);
        enableReplaceObject(true);
    }

    static ObjectWriter create(Types types) {
        try {
            return new ObjectWriter(new Sink(), types);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is written yet
        }
    }

    /**
     * Appends: for each reference 1, the name of its interface or null where none is known, the reference; then 0; then
     * the length of the object stream's part and its bytes.
     */
    void value(@Nullable Object value, Encoding to) {
        this.to = to;
        this.value = value;
        references = 0;
        try {
            writeObject(value);
            flush();
        } catch (CodecException e) {
            throw e;
        } catch (StackOverflowError e) {
            throw (CodecException) CodecException.limit(
                            "values nested too deep for JDK serialization; codec 'compact' goes deeper", "graphDepth")
                    .initCause(e);
        } catch (IOException | RuntimeException | Error e) { // classes run code of their own here
            throw (CodecException)
                    CodecException.impossible("A value cannot be written: " + e).initCause(e);
        } finally {
            this.to = null;
            this.value = null;
        }
        to.out().writeBoolean(false);
        sink.moveTo(to.out());
    }

    @Override
    protected void writeStreamHeader() {} // the codec's name in the Hello says it

    @Override
    protected @Nullable Object replaceObject(@Nullable Object object) {
        if (object == null || object instanceof String || StreamTypes.isOurs(object.getClass())) {
            return object;
        }
        Encoding encoding = to;
        if (encoding != null && (byReference.contains(object) || encoding.travelsByReference(object))) {
            return reference(object, encoding);
        }
        Object optional = Optionals.substitute(object);
        if (optional != null) {
            return optional;
        }
        boolean allowed = types.allows(object.getClass());
        if (allowed && object instanceof Serializable) {
            return object;
        }
        Object copy = JdkViews.copy(object);
        if (copy != null) {
            return copy;
        }
        if (object instanceof Throwable thrown && value instanceof Throwable) {
            return described(thrown);
        }
        throw allowed
                ? notSerializable(object)
                : refusal(object, types.refusal(object.getClass().getName()));
    }

    private CodecException notSerializable(Object object) {
        String remedy = "It is not Serializable, as codec 'java' needs it; codec 'compact' does not.";
        return refusal(object, CodecException.refused(object.getClass().getName(), remedy));
    }

    private Reference reference(Object object, Encoding encoding) {
        Class<?> declared = byReference.declared(object);
        encoding.out().writeBoolean(true);
        encoding.out().writeText(declared == Object.class ? null : declared.getName());
        encoding.writeReference(object, declared);
        return new Reference(references++);
    }

    /** A link in a chain of causes that may not travel itself is told in words. */
    private static RemoteException described(Throwable thrown) {
        RemoteException description = new RemoteException(
                RemoteException.Code.INTERNAL,
                String.valueOf(thrown.getMessage()),
                thrown.getCause(),
                thrown.getClass().getName(),
                null);
        description.setStackTrace(thrown.getStackTrace());
        Arrays.stream(thrown.getSuppressed()).forEach(description::addSuppressed);
        return description;
    }

    private CodecException refusal(Object object, CodecException refusal) {
        String path = value == null ? "" : Trail.between(value, object);
        return path.isEmpty() ? refusal : refusal.at(path);
    }
}
