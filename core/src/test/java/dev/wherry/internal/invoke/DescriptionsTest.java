package dev.wherry.internal.invoke;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.ByReference;
import dev.wherry.Idempotent;
import dev.wherry.OneWay;
import dev.wherry.statistics.InterfaceDescription;
import dev.wherry.statistics.InterfaceDescription.Kind;
import dev.wherry.statistics.InterfaceDescription.Part;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DescriptionsTest {
    enum Colour {
        RED,
        GREEN
    }

    sealed interface Shape permits Circle, Box {}

    record Circle(double radius, Colour colour) implements Shape {}

    static class Base<T> {
        List<T> tags;
        transient int cached;
    }

    static final class Box extends Base<String> implements Shape {
        static int made;
        int[] sides;
    }

    @ByReference
    interface Listener {
        void drawn(Shape shape);
    }

    interface Store<K, V> {
        V get(K key) throws IOException;
    }

    interface Canvas extends Store<Integer, Shape> {
        <T extends Comparable<T>> CompletableFuture<Map<String, ? extends T>> draw(
                List<? super Circle> shapes, T[] keys, Map.Entry<?, int[][]> entry);

        @OneWay
        @Idempotent
        void listen(Listener... listener);
    }

    private final InterfaceDescription canvas = Loop.parsed(Canvas.class).describe();

    /** Peers ask for it on the thread that reads their calls. */
    @Test
    void describesAnInterfaceOnce() {
        RemoteInterface parsed = Loop.parsed(Canvas.class);
        assertThat(parsed.describe()).isSameAs(parsed.describe()).isEqualTo(canvas);
    }

    @Test
    void putsMethodsIntoSignatures() {
        String here = "Ldev/wherry/internal/invoke/DescriptionsTest$";
        assertThat(canvas.type()).isEqualTo(Canvas.class.getName());
        assertThat(canvas.rmi()).isFalse();
        assertThat(canvas.methods())
                .containsExactly(
                        new InterfaceDescription.Method(
                                "draw",
                                "(Ljava/util/List;[Ljava/lang/Comparable;Ljava/util/Map$Entry;)"
                                        + "Ljava/util/concurrent/CompletableFuture;",
                                List.of(
                                        new Part("shapes", "Ljava/util/List<-" + here + "Circle;>;"),
                                        new Part("keys", "[TT;"),
                                        new Part("entry", "Ljava/util/Map$Entry<*[[I>;")),
                                "Ljava/util/concurrent/CompletableFuture<Ljava/util/Map<Ljava/lang/String;+TT;>;>;",
                                List.of(),
                                false,
                                false,
                                false),
                        new InterfaceDescription.Method(
                                "get",
                                "(Ljava/lang/Object;)Ljava/lang/Object;",
                                List.of(new Part("key", "Ljava/lang/Integer;")),
                                here + "Shape;",
                                List.of("java.io.IOException"),
                                false,
                                false,
                                false),
                        new InterfaceDescription.Method(
                                "listen",
                                "([" + here + "Listener;)V",
                                List.of(new Part("listener", "[" + here + "Listener;")),
                                "V",
                                List.of(),
                                true,
                                true,
                                true));
    }

    @Test
    void describesTheTypesThatTheyReach() {
        assertThat(type(Shape.class))
                .returns(Kind.SEALED, InterfaceDescription.Type::kind)
                .returns(List.of(Circle.class.getName(), Box.class.getName()), InterfaceDescription.Type::permits);
        assertThat(type(Circle.class))
                .returns(Kind.RECORD, InterfaceDescription.Type::kind)
                .returns(List.of(Shape.class.getName()), InterfaceDescription.Type::supertypes)
                .returns(
                        List.of(new Part("radius", "D"), new Part("colour", Colour.class.descriptorString())),
                        InterfaceDescription.Type::parts);
        assertThat(type(Colour.class))
                .returns(Kind.ENUM, InterfaceDescription.Type::kind)
                .returns(List.of("RED", "GREEN"), InterfaceDescription.Type::constants);
        assertThat(type(Box.class))
                .returns(Kind.CLASS, InterfaceDescription.Type::kind)
                .returns(
                        List.of(new Part("tags", "Ljava/util/List<Ljava/lang/String;>;"), new Part("sides", "[I")),
                        InterfaceDescription.Type::parts);
        assertThat(type(Listener.class)).returns(Kind.REFERENCE, InterfaceDescription.Type::kind);
        assertThat(canvas.types()).noneMatch(type -> type.name().startsWith("java."));
    }

    private InterfaceDescription.Type type(Class<?> type) {
        return canvas.types().stream()
                .filter(one -> one.name().equals(type.getName()))
                .findFirst()
                .orElseThrow();
    }
}
