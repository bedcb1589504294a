package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.codec.java.Zoo.Colliding;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A container that fills itself from an object stream. */
class FillingTest {
    private static final int ELEMENTS = 20_000;
    private static final String DEADLINE_PASSED = "the deadline has passed";

    private final Coder open = new JavaCodec()
            .coder(new Declared(Object.class, "parameter 'it'"), TypeClosure.of(Zoo.class, EndpointOptions.defaults()));

    private boolean filled;

    /** Returns a message whose deadline passes as soon as a container begins to fill itself. */
    private Decoding late(Object value, Class<?> container) {
        Message message = new Message();
        message.deadlineCheck = () -> {
            filled = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                    .walk(frames -> frames.anyMatch(frame -> frame.getDeclaringClass() == container));
            if (filled) {
                throw CodecException.malformed(DEADLINE_PASSED);
            }
        };
        return message.decoding(HostileStream.message(HostileStream.of(value)));
    }

    static Stream<Named<Object>> containers() {
        List<String> texts =
                IntStream.range(0, ELEMENTS).mapToObj(i -> "key " + i).toList();
        Map<String, Integer> entries = texts.stream().collect(Collectors.toMap(text -> text, String::length));
        Stream<Object> all = Stream.of(
                new HashSet<>(texts),
                new LinkedHashSet<>(texts),
                new HashSet<>(IntStream.range(0, ELEMENTS).boxed().toList()),
                new HashMap<>(entries),
                new Hashtable<>(entries),
                new ConcurrentHashMap<>(entries),
                new TreeMap<>(entries),
                new PriorityQueue<>(texts),
                new ArrayList<>(texts),
                new ArrayList<>(Collections.nCopies(ELEMENTS, texts)));
        return all.map(container -> Named.of(container.getClass().getSimpleName(), container)); // their text is long
    }

    @ParameterizedTest
    @MethodSource("containers")
    void endsWhenItsTimeIsOver(Object container) {
        Class<?> filling = container instanceof LinkedHashSet<?> ? HashSet.class : container.getClass();
        assertThatThrownBy(() -> open.decode(late(container, filling)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(DEADLINE_PASSED);
        assertThat(filled).isTrue();
    }

    /** To find one key among those of its hash counts as much as reading many. */
    @Test
    void endsSoonWhereKeysAreSearched() {
        List<Colliding> keys =
                IntStream.range(0, 1_900).mapToObj(Colliding::new).toList();
        assertThatThrownBy(() -> open.decode(late(new HashSet<>(keys), HashSet.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(DEADLINE_PASSED);
    }
}
