package dev.wherry.codec.fory;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.ArraySerializers;
import org.apache.fory.serializer.ImmutableSerializer;
import org.apache.fory.serializer.Serializer;
import org.apache.fory.serializer.collection.CollectionSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Serializers for what Fory reads with limits of its own. It compares each length with the bytes that are left, so that lists
 * within lists may each claim all of them; and it takes no large numbers. The bytes are the same.
 */
@SuppressWarnings({"unchecked", "rawtypes"}) // as Fory declares it
final class Counted {
    private Counted() {}

    static @Nullable Serializer<?> of(TypeResolver resolver, Class<?> type, Graph graph) {
        if (Collection.class.isAssignableFrom(type)) {
            return new OfList(resolver, type, graph);
        }
        if (type.isArray() && !type.getComponentType().isPrimitive()) {
            return new OfArray(resolver, type, graph);
        }
        return type == BigInteger.class || type == BigDecimal.class ? new OfNumber(resolver, type, graph) : null;
    }

    /** Of a list that hashes nothing. */
    private static final class OfList extends CollectionSerializer<Collection> {
        private final Graph graph;

        OfList(TypeResolver resolver, Class type, Graph graph) {
            super(resolver, type, true);
            this.graph = graph;
        }

        @Override
        public Collection newCollection(ReadContext from, boolean elementsHaveBytes) {
            int size = graph.elements(readCollectionSize(from, from.getBuffer(), elementsHaveBytes));
            setNumElements(size);
            graph.reading().object(type);
            Collection list =
                    type == (Class) ArrayList.class ? new ArrayList<>(size) : (Collection) graph.shapes.empty(type);
            from.reference(list);
            return list;
        }
    }

    /** Of an array of objects. */
    private static final class OfArray extends Serializer<Object[]> {
        private final Graph graph;
        private final Serializer<Object[]> uncounted;

        OfArray(TypeResolver resolver, Class type, Graph graph) {
            super(resolver.getConfig(), type);
            this.graph = graph;
            uncounted = (Serializer<Object[]>) ArraySerializers.newObjectArraySerializer(resolver, type);
        }

        @Override
        public void write(WriteContext to, Object[] value) {
            uncounted.write(to, value);
        }

        @Override
        public Object[] read(ReadContext from) {
            MemoryBuffer buffer = from.getBuffer();
            int start = buffer.readerIndex();
            graph.elements(buffer.readVarUInt32Small7());
            buffer.readerIndex(start);
            return uncounted.read(from);
        }
    }

    /** Of an integer, or a decimal of any scale. */
    private static final class OfNumber extends ImmutableSerializer<Number> {
        private final Graph graph;

        OfNumber(TypeResolver resolver, Class type, Graph graph) {
            super(resolver.getConfig(), type);
            this.graph = graph;
        }

        @Override
        public void write(WriteContext to, Number value) {
            MemoryBuffer buffer = to.getBuffer();
            if (value instanceof BigDecimal decimal) {
                buffer.writeVarUInt32Small7(decimal.scale());
                buffer.writeVarUInt32Small7(0); // of how many digits Fory would round it to: all
            }
            byte[] bytes =
                    (value instanceof BigDecimal decimal ? decimal.unscaledValue() : (BigInteger) value).toByteArray();
            buffer.writeVarUInt32Small7(bytes.length);
            buffer.writeBytes(bytes);
        }

        @Override
        public Number read(ReadContext from) {
            MemoryBuffer buffer = from.getBuffer();
            if (type == (Class) BigInteger.class) {
                return unscaled(buffer);
            }
            int scale = buffer.readVarUInt32Small7();
            buffer.readVarUInt32Small7();
            return new BigDecimal(unscaled(buffer), scale);
        }

        private BigInteger unscaled(MemoryBuffer from) {
            int length = graph.room(from.readVarUInt32Small7());
            from.checkReadableBytes(length);
            return new BigInteger(from.readBytes(length));
        }
    }
}
