package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Limits;
import dev.wherry.codec.DecodingBudget;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.spi.Types;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A container that is being filled. */
class FillingTest {
    private static final Object[] ELEMENTS = IntStream.range(0, 10_000).boxed().toArray();

    /** Of a message whose time is over at the third look. */
    private final DecodingBudget budget = DecodingBudget.of(new Decoding(new In(new byte[0])) {
        private int looks;

        @Override
        public void checkTime() {
            if (++looks == 3) {
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
    });

    @Test
    void endsASetWhenItsTimeIsOver() {
        Set<Object> set = new HashSet<>();
        assertThatThrownBy(() -> Filling.fill(set, ELEMENTS, budget)).isInstanceOf(CodecException.class);
        assertThat(set).hasSizeBetween(1, ELEMENTS.length - 1);
    }

    @Test
    void endsAMapWhenItsTimeIsOver() {
        Map<Object, Object> map = new HashMap<>();
        assertThatThrownBy(() -> Filling.fill(map, ELEMENTS, ELEMENTS, budget)).isInstanceOf(CodecException.class);
        assertThat(map).hasSizeBetween(1, ELEMENTS.length - 1);
    }
}
