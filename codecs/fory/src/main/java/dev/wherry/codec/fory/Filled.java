package dev.wherry.codec.fory;

import java.util.Collection;
import java.util.Map;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.Serializer;
import org.apache.fory.serializer.collection.CollectionSerializer;
import org.apache.fory.serializer.collection.MapSerializer;
import org.jspecify.annotations.Nullable;

/** Serializers for objects that Fory must not fill, in the kinds that it asks for. */
@SuppressWarnings({"unchecked", "rawtypes"}) // as Fory declares it
final class Filled {
    private Filled() {}

    static Serializer<?> of(TypeResolver resolver, Class<?> type, Graph graph) {
        if (Map.class.isAssignableFrom(type)) {
            return new OfMap(resolver, type, graph);
        }
        return Collection.class.isAssignableFrom(type)
                ? new OfCollection(resolver, type, graph)
                : new OfObject(resolver, type, graph);
    }

    private static void write(Graph graph, Object object, WriteContext to) {
        @Nullable Object[] parts = graph.writing().parts(object);
        to.getBuffer().writeVarUInt32(parts.length);
        for (Object part : parts) {
            to.writeRef(part);
        }
    }

    private static Object read(Graph graph, Class<?> type, ReadContext from) {
        if (!graph.isTaken(type)) {
            throw graph.shapes.refusal(type.getName());
        }
        Object empty = graph.shapes.empty(graph.shapes.writtenAs(type));
        from.reference(empty);
        @Nullable Object[] parts = new @Nullable Object[graph.elements(from.readVarUInt32())];
        graph.reading().object(type);
        for (int i = 0; i < parts.length; i++) {
            parts[i] = from.readRef();
        }
        graph.reading().fill(empty, parts);
        return empty;
    }

    /** Of a collection. */
    private static final class OfCollection extends CollectionSerializer<Collection> {
        private final Graph graph;

        OfCollection(TypeResolver resolver, Class type, Graph graph) {
            super(resolver, type, false);
            this.graph = graph;
        }

        @Override
        public void write(WriteContext to, Collection value) {
            Filled.write(graph, value, to);
        }

        @Override
        public Collection<?> read(ReadContext from) {
            return (Collection<?>) Filled.read(graph, type, from);
        }
    }

    /** Of a map. */
    private static final class OfMap extends MapSerializer<Map> {
        private final Graph graph;

        OfMap(TypeResolver resolver, Class type, Graph graph) {
            super(resolver, type, false);
            this.graph = graph;
        }

        @Override
        public void write(WriteContext to, Map value) {
            Filled.write(graph, value, to);
        }

        @Override
        public Map<?, ?> read(ReadContext from) {
            return (Map<?, ?>) Filled.read(graph, type, from);
        }
    }

    /** Of an object that writes itself, and of what is not written at all. */
    private static final class OfObject extends Serializer<Object> {
        private final Graph graph;

        OfObject(TypeResolver resolver, Class type, Graph graph) {
            super(resolver.getConfig(), type);
            this.graph = graph;
        }

        @Override
        public void write(WriteContext to, Object value) {
            Filled.write(graph, value, to);
        }

        @Override
        public Object read(ReadContext from) {
            return Filled.read(graph, type, from);
        }
    }
}
