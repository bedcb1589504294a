package dev.wherry.codec.fory;

import dev.wherry.codec.library.Lent;
import dev.wherry.codec.library.Reading;
import dev.wherry.codec.library.Shapes;
import dev.wherry.codec.library.Writing;
import dev.wherry.spi.CodecException;
import java.util.Objects;
import org.apache.fory.Fory;
import org.apache.fory.context.MapRefReader;
import org.apache.fory.context.ReadContext;
import org.apache.fory.exception.ClassNotCompatibleException;
import org.apache.fory.exception.InsecureException;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.Serializer;
import org.jspecify.annotations.Nullable;

/** A Fory for one value at a time. */
final class Graph implements Lent.Single {
    private static final int KEPT_BYTES = 1 << 13;

    private static final int MEMORY_EACH = 40;

    /** Of the two names of a class that is not here, beside their bytes. */
    private static final int NAMES_BYTES = 1 << 9;

    final Shapes shapes;
    private final Fory fory;
    private @Nullable Writing writing;
    private @Nullable Reading reading;
    private long names;
    private long numbers;

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
        resolver.finishRegistration();
    }

    /** Fory may load a class of this name. */
    private boolean isKnown(String name) {
        Class<?> type = shapes.find(name);
        if (shapes.isAside(type)) {
            throw shapes.refusal(name);
        }
        return true;
    }

    /** Ours for what hashes, has a length or a limit, is written as another class, or is not written here; null: Fory's. */
    private @Nullable Serializer<?> serializer(TypeResolver resolver, Class<?> type) {
        if (type.isPrimitive() || Enum.class.isAssignableFrom(type)) {
            return null;
        }
        if (!isTaken(type) || shapes.isFilled(type) || shapes.writtenAs(type) != type) {
            return Filled.of(resolver, type, this);
        }
        return Counted.of(resolver, type, this);
    }

    /** Whether objects of this class are ever written here. */
    boolean isTaken(Class<?> type) {
        return !shapes.isAside(type) && ForyCodec.takes(type);
    }

    /** As {@link Reading#room}. Elements without bytes are nulls and objects of classes without fields, in a LinkedList. */
    int room(int elements) {
        return reading().room(elements, MEMORY_EACH);
    }

    /** The same for elements that are objects, whose memory is counted. */
    int elements(int count) {
        reading().objects(room(count));
        return count;
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
        try {
            fory.serialize(buffer, value);
            to.done(buffer.getHeapMemory(), 0, buffer.writerIndex());
        } finally {
            writing = null;
            fory.resetBuffer();
            fory.getReadContext().getStringSerializer().clearBuffer(KEPT_BYTES);
        }
    }

    @Override
    public Object read(Reading from) {
        reading = from;
        ReadContext context = fory.getReadContext();
        MemoryBuffer buffer = MemoryBuffer.fromByteArray(from.array(), from.start(), from.length());
        boolean read = false;
        try {
            if (buffer.readByte() != 0) {
                throw CodecException.malformed("a value of Fory in another mode than the native one");
            }
            context.prepare(buffer, null, false);
            Object value = context.readRootRef();
            if (value == null || buffer.remaining() > 0) {
                throw CodecException.malformed("a value that ends elsewhere than its bytes");
            }
            read = true;
            return value;
        } catch (InsecureException e) {
            // It says so in words only.
            throw String.valueOf(e.getMessage()).startsWith("Read depth exceed") ? from.tooDeep() : e;
        } catch (ClassNotCompatibleException e) {
            throw (CodecException) CodecException.incompatible("A class differs from that of the sender")
                    .initCause(e);
        } finally {
            reading = null;
            // Fory keeps each name that it has read, and an array of as many numbers as a value had objects.
            names += read ? 0 : NAMES_BYTES + from.length();
            numbers = Math.max(
                    numbers,
                    2L
                            * Integer.BYTES
                            * ((MapRefReader) context.getRefReader())
                                    .getReadRefs()
                                    .size());
            context.getStringSerializer().clearBuffer(KEPT_BYTES);
            context.reset();
        }
    }

    @Override
    public long residue() {
        return names + numbers;
    }
}
