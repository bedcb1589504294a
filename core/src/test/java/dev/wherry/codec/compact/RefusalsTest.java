package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.codec.compact.Shapes.*;
import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What may not travel is refused at the sender, with the way to it and what to do. */
class RefusalsTest {
    private final Messages messages = new Messages();

    @Test
    void namesTheClassTheWayToItAndTheLineToAdd() {
        Bag bag = new Bag();
        bag.anything = Map.of("key", Arrays.asList(1, new Thread()));
        assertThatThrownBy(() -> messages.send(List.of(bag), List.class, Shapes.allowed()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("java.lang.Thread")
                .hasMessageContaining("@Registers")
                .hasMessageContaining("the value[0].anything[an entry][1]");
    }

    @Test
    void findsBeforeAnyCallWhatCanNeverTravel() {
        assertThatThrownBy(() -> messages.coder(new Generic<List<Unregistered>>() {}.type, Shapes.allowed()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the value")
                .hasMessageContaining(Unregistered.class.getName());
    }

    record Unregistered() {}

    @Test
    void aLambdaIsNeverAValue() {
        Runnable lambda = () -> {};
        for (Object value : List.of(lambda, (java.util.function.Supplier<String>) () -> "x")) {
            assertThatThrownBy(() -> messages.send(List.of(value), Object.class, Shapes.allowed()))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("A lambda is never a value")
                    .hasMessageContaining("[0]");
        }
    }

    @Test
    void aComparatorThatIsALambdaIsRefusedWithItsPlace() {
        TreeSet<String> set = new TreeSet<>((a, b) -> a.compareTo(b));
        assertThatThrownBy(() -> messages.send(set, Object.class, Shapes.allowed()))
                .hasMessageContaining("lambda")
                .hasMessageContaining(".comparator()");
    }

    @Test
    void theJdksPowersAreRefused() {
        for (Object value :
                List.of(String.class, new java.io.File("x"), java.nio.file.Path.of("x"), Runtime.getRuntime())) {
            assertThatThrownBy(() -> messages.send(value, Object.class, Shapes.allowed()))
                    .isInstanceOf(CodecException.class);
        }
    }

    @Test
    void whatTheValuesOwnCodeThrowsIsTheCauseOfACodecException() {
        List<Object> hostile = new ArrayList<>() {
            @Override
            public int size() {
                throw new IllegalStateException("not today");
            }
        };
        assertThatThrownBy(() -> messages.send(hostile, Object.class, Shapes.allowed()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("not today");
    }

    @Test
    void referencesStandWhereverTheyAreDeclared() {
        Callback callback = () -> {};
        Box<Callback> box = new Box<>(callback, Optional.of(callback), List.of(callback));
        Box<Callback> arrived = messages.send(box, new Generic<Box<Callback>>() {}.type, Shapes.allowed());
        assertThat(arrived.content()).isSameAs(callback);
        assertThat(arrived.maybe().orElseThrow()).isSameAs(callback);
        assertThat(arrived.more().getFirst()).isSameAs(callback);
        Callback[] array = messages.send(new Callback[] {callback, null}, Callback[].class, Shapes.allowed());
        assertThat(array).containsExactly(callback, null);
    }

    @Test
    void whatWasExportedTravelsByReferenceInOpenPlacesAndElseNot() {
        Callback callback = () -> {};
        assertThatThrownBy(() -> messages.send(List.of(callback), Object.class, Shapes.allowed()))
                .isInstanceOf(CodecException.class);
        messages.byReference(value -> value == callback);
        assertThat(messages.send(List.of(callback), Object.class, Shapes.allowed())
                        .getFirst())
                .isSameAs(callback);
    }
}
