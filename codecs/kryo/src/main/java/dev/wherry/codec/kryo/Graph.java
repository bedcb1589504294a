package dev.wherry.codec.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.CollectionSerializer;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import dev.wherry.codec.library.Lent;
import dev.wherry.codec.library.Reading;
import dev.wherry.codec.library.Shapes;
import dev.wherry.codec.library.Writing;
import dev.wherry.spi.CodecException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A Kryo for one value at a time. */
final class Graph extends Kryo implements Lent.Single {
    private static final int KEPT_BYTES = 1 << 17;

    private final Shapes shapes;
    private final Lengths input;
    private Output output = new Output(1 << 10, -1);
    private @Nullable Writing writing;
    private @Nullable Reading reading;
    private long residue;

    /** Stands in the bytes for what travels aside. */
    static final class Aside extends Serializer<Object> {
        @Override
        public void write(Kryo kryo, Output output, Object object) {
            ((Graph) kryo).writing().aside(object);
        }

        @Override
        public Object read(Kryo kryo, Input input, Class<?> type) {
            return ((Graph) kryo).reading().aside();
        }
    }

    /** A set or map that hashes its elements, or an Externalizable object. */
    private static final class Filled extends Serializer<Object> {
        @Override
        public void write(Kryo kryo, Output output, Object object) {
            @Nullable Object[] parts = ((Graph) kryo).writing().parts(object);
            output.writeVarInt(parts.length, true);
            Arrays.asList(parts).forEach(part -> kryo.writeClassAndObject(output, part));
        }

        @Override
        public Object read(Kryo kryo, Input input, Class<?> type) {
            Object empty = ((Graph) kryo).shapes.empty(type);
            kryo.reference(empty);
            @Nullable Object[] parts = new @Nullable Object[input.readVarInt(true)];
            Arrays.setAll(parts, _ -> kryo.readClassAndObject(input));
            ((Graph) kryo).reading().fill(empty, parts);
            return empty;
        }
    }

    /** A list. One that other threads may change is written as it was when it was checked. */
    @SuppressWarnings("rawtypes") // as Kryo declares it
    private static final class Lists extends CollectionSerializer<Collection> {
        @Override
        public void write(Kryo kryo, Output output, Collection list) {
            Graph graph = (Graph) kryo;
            boolean filled = graph.shapes.isFilled(list.getClass());
            super.write(kryo, output, filled ? Arrays.asList(graph.writing().parts(list)) : list);
        }
    }

    Graph(Shapes shapes) {
        Lengths input = new Lengths();
        super(new Names(shapes), new Identities(shapes, input));
        this.shapes = shapes;
        this.input = input;
        setRegistrationRequired(false); // the names are looked up in the interface's list
        register(Aside.class, new Aside());
    }

    Writing writing() {
        return Objects.requireNonNull(writing);
    }

    Reading reading() {
        return Objects.requireNonNull(reading);
    }

    @Override
    public <T> T newInstance(Class<T> type) {
        return type.cast(shapes.empty(type));
    }

    @Override
    @SuppressWarnings("rawtypes") // as Kryo declares it
    public Serializer<?> getDefaultSerializer(Class type) {
        if (shapes.isAside(type)) {
            return new Aside();
        }
        if (shapes.isFilled(shapes.writtenAs(type))) {
            return new Filled();
        }
        if (shapes.hasFields(type) && !type.isRecord()) {
            // Kryo makes a class if fields are public, in a loader that the JVM may lock. Virtual threads that wait for
            // the lock would hold the carriers that its owner needs.
            Executor platform = task -> new Thread(task).start();
            return CompletableFuture.supplyAsync(() -> fields(type), platform).join();
        }
        return Collection.class.isAssignableFrom(type) ? new Lists() : super.getDefaultSerializer(type);
    }

    private FieldSerializer<?> fields(Class<?> type) {
        FieldSerializer<?> fields = new FieldSerializer<>(this, type);
        fields.getFieldSerializerConfig().setIgnoreSyntheticFields(false); // of an inner class the outer object
        fields.updateFields();
        return fields;
    }

    /** Called with null where a serializer has read null; Kryo would keep the number that it has for the object. */
    @Override
    public void reference(@Nullable Object object) {
        if (object == null) {
            throw CodecException.malformed("null in the form of a value");
        }
        super.reference(object);
    }

    @Override
    public void write(Object value, Writing to) {
        writing = to;
        setMaxDepth(Integer.MAX_VALUE);
        boolean written = false;
        try {
            writeClassAndObject(output, value);
            to.done(output.getBuffer(), 0, output.position());
            written = true;
        } finally {
            output.reset();
            output = output.getBuffer().length > KEPT_BYTES ? new Output(1 << 10, -1) : output;
            done(written);
        }
    }

    @Override
    public Object read(Reading from) {
        reading = from;
        setMaxDepth(from.depth());
        input.over(from);
        boolean read = false;
        try {
            Object value = readClassAndObject(input);
            if (value == null || input.position() != input.limit()) {
                throw CodecException.malformed("a value that ends elsewhere than its bytes");
            }
            read = true;
            return value;
        } catch (KryoException e) {
            // It says so in words only.
            throw String.valueOf(e.getMessage()).startsWith("Max depth exceeded") ? from.tooDeep() : e;
        } finally {
            input.done();
            done(read);
            // Of each object that was not read to its end Kryo keeps the number.
            residue += read ? 0 : (long) Integer.BYTES * Math.min(from.depth(), from.length());
        }
    }

    /** Releases the value. Kryo does so for what it keeps of it, but not for the types of fields that it has not left. */
    private void done(boolean whole) {
        writing = null;
        reading = null;
        if (!whole) {
            setOptimizedGenerics(true);
        }
    }

    @Override
    public long residue() {
        return residue;
    }
}
