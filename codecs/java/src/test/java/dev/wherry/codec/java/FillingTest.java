package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.codec.java.Zoo.Colliding;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
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
import java.util.function.BooleanSupplier;
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

    private boolean filled;

    /** A message whose time is over as soon as a container begins to fill itself. */
    /** A message without definitions and references whose caller's deadline passes while it is read. */
    private static final class LateMessage extends Decoding {
        /** What the reading fails with. */
        static final String REASON = "the deadline has passed";

        private final BooleanSupplier late;

        /** @param late asked whenever the codec checks the deadline */
        LateMessage(byte[] bytes, BooleanSupplier late) {
            super(new In(bytes));
            this.late = late;
        }

        @Override
        public void checkTime() {
            if (late.getAsBoolean()) {
                throw CodecException.malformed(REASON);
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

    private LateMessage late(Object value, Class<?> container) {
        return new LateMessage(HostileStream.message(HostileStream.of(value)), () -> {
            filled = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                    .walk(frames -> frames.anyMatch(frame -> frame.getDeclaringClass() == container));
            return filled;
        });
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
                .hasMessageContaining(LateMessage.REASON);
        assertThat(filled).isTrue();
    }

    /** To find one key among those of its hash counts as much as reading many. */
    @Test
    void endsSoonWhereKeysAreSearched() {
        List<Colliding> keys =
                IntStream.range(0, 1_900).mapToObj(Colliding::new).toList();
        assertThatThrownBy(() -> open.decode(late(new HashSet<>(keys), HashSet.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(LateMessage.REASON);
    }
}
