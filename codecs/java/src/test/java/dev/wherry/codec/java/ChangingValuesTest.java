package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Collections that would not notice that they change while they are written. */
class ChangingValuesTest {
    interface Desk {
        Meddler meddle();
    }

    /** Empties the collection in which it is written, as another thread might. */
    static final class Meddler implements Serializable {
        private static final long serialVersionUID = 1;
        private final transient Collection<Object> around;

        Meddler(Collection<Object> around) {
            this.around = around;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            around.clear();
        }
    }

    private final Coder coder = new JavaCodec()
            .coder(
                    new Declared(Object.class, "parameter 'it'"),
                    TypeClosure.of(Desk.class, EndpointOptions.defaults()));

    private Object sent(Object value) {
        Message message = new Message();
        coder.encode(value, message.encoding());
        return coder.decode(message.decoding());
    }

    static Stream<Collection<Object>> unguarded() {
        return Stream.of(new LinkedList<>(), new ArrayDeque<>());
    }

    @ParameterizedTest
    @MethodSource("unguarded")
    void arriveAsTheyWere(Collection<Object> live) {
        live.addAll(List.of("first", new Meddler(live), "last"));
        Object arrived = sent(live);
        assertThat(live).isEmpty();
        assertThat(arrived)
                .hasSameClassAs(live)
                .isInstanceOfSatisfying(
                        Collection.class,
                        elements -> assertThat(elements.toArray()).hasSize(3).contains("first", "last"));
    }

    @ParameterizedTest
    @MethodSource("unguarded")
    void arriveAsOneIfTheyAreReachedTwiceOrByThemselves(Collection<Object> live) {
        live.add(live);
        Object[] arrived = (Object[]) sent(new Object[] {live, live});
        assertThat(arrived[0]).isSameAs(arrived[1]);
        assertThat(((Collection<?>) arrived[0]).iterator().next()).isSameAs(arrived[0]);
    }

    @ParameterizedTest
    @MethodSource("unguarded")
    void keepWhatStandsInThem(Collection<Object> collection) {
        collection.addAll(Arrays.asList("a", 1, "a"));
        assertThat((Collection<?>) sent(collection))
                .hasSameClassAs(collection)
                .map(each -> (Object) each)
                .containsExactly("a", 1, "a");
    }
}
