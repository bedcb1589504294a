package dev.wherry.codec.fory;

import dev.wherry.codec.library.Library;
import dev.wherry.codec.library.Reading;
import dev.wherry.codec.library.Shapes;
import dev.wherry.codec.library.Writing;
import dev.wherry.spi.CodecException;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import org.apache.fory.Fory;
import org.apache.fory.exception.ClassNotCompatibleException;
import org.apache.fory.exception.DeserializationException;
import org.apache.fory.exception.InsecureException;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.Serializer;
import org.jspecify.annotations.Nullable;

/** A Fory for one value at a time. */
final class Graph implements Library {
    final Shapes shapes;
    private final Fory fory;
    private @Nullable Writing writing;
    private @Nullable Reading reading;

    Graph(Shapes shapes, int depth) {
        this.shapes = shapes;
        fory = Fory.builder()
                .withXlang(false)
                .withRefTracking(true)
                .ignoreStringRef(!shapes.keepsIdentity(String.class))
                .withCompatible(false)
                .requireClassRegistration(false) // the names are looked up in the interface's list
                .withTypeChecker((resolver, name) -> isKnown(name))
                .withSerializerFactory(this::serializer)
                .withAsyncCompilation(false)
                .withMaxDepth(Math.max(2, depth))
                .withMaxGraphMemoryBytes(1L << 34) // as it reckons; the endpoint's limits are stricter
                .withClassLoader(shapes.loader())
                .build();
        ClassResolver resolver = (ClassResolver) fory.getTypeResolver();
        for (Class<?> type : resolver.getRegisteredClasses()) {
            Serializer<?> own = serializer(resolver, type);
            if (own != null) {
                fory.registerSerializer(type, own);
            }
        }
    }

    /** Fory may load a class of this name. */
    private boolean isKnown(String name) {
        Class<?> type = shapes.find(name);
        if (shapes.isAside(type)) {
            throw shapes.refusal(name);
        }
        return true;
    }

    /** Ours for what hashes, for what another class stands in for, and for what is not written here; null: Fory's. */
    private @Nullable Serializer<?> serializer(TypeResolver resolver, Class<?> type) {
        boolean constant = Enum.class.isAssignableFrom(type);
        boolean ours = shapes.isAside(type) || shapes.isFilled(type) || shapes.writtenAs(type) != type;
        if (type.isPrimitive() || constant || !ours) {
            return null;
        }
        if (Map.class.isAssignableFrom(type)) {
            return new Filled.OfMap(resolver, type, this);
        }
        return Collection.class.isAssignableFrom(type)
                ? new Filled.OfCollection(resolver, type, this)
                : new Filled.OfObject(resolver, type, this);
    }

    Writing writing() {
        return Objects.requireNonNull(writing);
    }

    Reading reading() {
        return Objects.requireNonNull(reading);
    }

    @Override
    public void write(Object value, Writing to) {
        writing = to;
        MemoryBuffer buffer = fory.getBuffer();
        buffer.writerIndex(0);
        fory.serialize(buffer, value);
        to.done(buffer.getHeapMemory(), 0, buffer.writerIndex());
        fory.resetBuffer();
        writing = null;
    }

    @Override
    public Object read(Reading from) throws Throwable {
        reading = from;
        MemoryBuffer buffer = MemoryBuffer.fromByteArray(from.array(), from.start(), from.length());
        Object value;
        try {
            value = fory.deserialize(buffer);
        } catch (InsecureException e) {
            // It says so in words only.
            throw String.valueOf(e.getMessage()).startsWith("Read depth exceed") ? from.tooDeep() : e;
        } catch (DeserializationException e) {
            if (e.getCause() instanceof ClassNotCompatibleException differs) {
                throw (CodecException) CodecException.incompatible("A class differs from that of the sender")
                        .initCause(differs);
            }
            throw e.getCause() == null ? e : e.getCause(); // its own text shows what was read, whatever that is
        }
        if (value == null || buffer.remaining() > 0) {
            throw CodecException.malformed("a value that ends elsewhere than its bytes");
        }
        reading = null;
        return value;
    }
}
