package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.codec.java.Zoo.Colliding;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Coder;
import dev.wherry.spi.Declared;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.spi.Types;
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

    private final Coder open = new JavaCodec()
            .coder(new Declared(Object.class, "parameter 'it'"), TypeClosure.of(Zoo.class, EndpointOptions.defaults()));

    /** A message whose time is over as soon as a container begins to fill itself. */
    private static final class Late extends Decoding {
        private final Class<?> container;
        boolean looked;

        Late(byte[] bytes, Class<?> container) {
            super(new In(bytes));
            this.container = container;
        }

        @Override
        public void checkTime() {
            boolean filling = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                    .walk(frames -> frames.anyMatch(frame -> frame.getDeclaringClass() == container));
            if (filling) {
                looked = true;
                throw CodecException.malformed("time");
            }
        }

        @Override
        public Definition definition(int number) {
            throw new AssertionError("None is asked for");
        }

        @Override
        public Object readReference(Class<?> declared, Types types) {
            throw new AssertionError("None is asked for");
        }

        @Override
        public Limits limits() {
            return Limits.defaults();
        }
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
        Class<?> filled = container instanceof LinkedHashSet<?> ? HashSet.class : container.getClass();
        Late late = new Late(HostileStream.message(HostileStream.of(container)), filled);
        assertThatThrownBy(() -> open.decode(late))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("time");
        assertThat(late.looked).isTrue();
    }

    /** To find one key among those of its hash counts as much as reading many. */
    @Test
    void endsSoonWhereKeysAreSearched() {
        List<Colliding> keys =
                IntStream.range(0, 1_900).mapToObj(Colliding::new).toList();
        Late late = new Late(HostileStream.message(HostileStream.of(new HashSet<>(keys))), HashSet.class);
        assertThatThrownBy(() -> open.decode(late))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("time");
    }
}
