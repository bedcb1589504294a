package dev.wherry.codec.fory;

import dev.wherry.codec.library.Shapes;
import java.util.Collection;
import java.util.Map;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.Serializer;
import org.apache.fory.serializer.collection.CollectionLikeSerializer;
import org.apache.fory.serializer.collection.MapLikeSerializer;
import org.jspecify.annotations.Nullable;

/** Serializers for containers that Fory shall not fill by itself, in the three kinds that it asks for. */
@SuppressWarnings({"unchecked", "rawtypes"}) // Fory's own
final class Containers {
    private Containers() {}

    private static void write(Object container, WriteContext to) {
        @Nullable Object[] parts = Shapes.parts(container);
        to.getBuffer().writeVarUInt32(parts.length);
        for (Object part : parts) {
            to.writeRef(part);
        }
    }

    private static Object read(Graph graph, Class<?> type, ReadContext from) {
        if (graph.shapes.isAside(type)) {
            throw graph.shapes.refusal(type.getName());
        }
        Object empty = Shapes.empty(graph.shapes.writtenAs(type));
        from.reference(empty);
        @Nullable Object[] parts = new @Nullable Object[graph.reading().room(from.readVarUInt32())];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = from.readRef();
        }
        graph.reading().fill(empty, parts);
        return empty;
    }

    /** Of a collection. */
    static final class OfCollection extends CollectionLikeSerializer<Object> {
        private final Graph graph;

        OfCollection(TypeResolver resolver, Class type, Graph graph) {
            super(resolver, type, false);
            this.graph = graph;
        }

        @Override
        public void write(WriteContext to, Object value) {
            Containers.write(value, to);
        }

        @Override
        public Object read(ReadContext from) {
            return Containers.read(graph, type, from);
        }

        @Override
        public Collection<?> onCollectionWrite(WriteContext to, Object value) {
            throw new UnsupportedOperationException("It writes by itself");
        }

        @Override
        public Object onCollectionRead(Collection collection) {
            throw new UnsupportedOperationException("It reads by itself");
        }
    }

    /** Of a map. */
    static final class OfMap extends MapLikeSerializer<Object> {
        private final Graph graph;

        OfMap(TypeResolver resolver, Class type, Graph graph) {
            super(resolver, type, false);
            this.graph = graph;
        }

        @Override
        public void write(WriteContext to, Object value) {
            Containers.write(value, to);
        }

        @Override
        public Object read(ReadContext from) {
            return Containers.read(graph, type, from);
        }

        @Override
        public Map<?, ?> onMapWrite(WriteContext to, Object value) {
            throw new UnsupportedOperationException("It writes by itself");
        }

        @Override
        public Object onMapRead(Map map) {
            throw new UnsupportedOperationException("It reads by itself");
        }

        @Override
        public Object onMapCopy(Map map) {
            throw new UnsupportedOperationException("Nothing is copied");
        }
    }

    /** Of what is no container and never written. */
    static final class None extends Serializer<Object> {
        private final Graph graph;

        None(TypeResolver resolver, Class type, Graph graph) {
            super(resolver.getConfig(), type);
            this.graph = graph;
        }

        @Override
        public void write(WriteContext to, Object value) {
            throw graph.shapes.refusal(type.getName());
        }

        @Override
        public Object read(ReadContext from) {
            throw graph.shapes.refusal(type.getName());
        }
    }
}
