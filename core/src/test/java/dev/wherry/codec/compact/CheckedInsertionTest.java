package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.LateMessage;
import dev.wherry.spi.CodecException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A container that is being filled. */
class CheckedInsertionTest {
    private static final Object[] ELEMENTS = IntStream.range(0, 10_000).boxed().toArray();

    private int looks;

    /** Of a message whose time is over at the third look. */
    private final DecodingBudget budget = DecodingBudget.of(new LateMessage(new byte[0], () -> ++looks == 3));

    @Test
    void endsASetWhenItsTimeIsOver() {
        Set<Object> set = new HashSet<>();
        assertThatThrownBy(() -> CheckedInsertion.fill(set, ELEMENTS, budget)).isInstanceOf(CodecException.class);
        assertThat(set).hasSizeBetween(1, ELEMENTS.length - 1);
    }

    @Test
    void endsAMapWhenItsTimeIsOver() {
        Map<Object, Object> map = new HashMap<>();
        assertThatThrownBy(() -> CheckedInsertion.fill(map, ELEMENTS, ELEMENTS, budget))
                .isInstanceOf(CodecException.class);
        assertThat(map).hasSizeBetween(1, ELEMENTS.length - 1);
    }
}
