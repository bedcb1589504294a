package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.RegisterTypes;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Classes that keep the only object of theirs. */
class SingletonsTest {
    /** As Kotlin compiles an {@code object}. */
    static final class Idle implements Serializable {
        private static final long serialVersionUID = 1;
        static final Idle INSTANCE = new Idle();

        private Idle() {}
    }

    static final class Backwards implements Comparator<String>, Serializable {
        private static final long serialVersionUID = 1;
        static final Backwards INSTANCE = new Backwards();

        private Backwards() {}

        @Override
        public int compare(String first, String second) {
            return second.compareTo(first);
        }
    }

    /** Keeps two objects whose bytes are the same. */
    static final class Side implements Serializable {
        private static final long serialVersionUID = 1;
        static final Side LEFT = new Side();
        static final Side RIGHT = new Side();

        private Side() {}
    }

    @RegisterTypes({Idle.class, Backwards.class, Side.class})
    interface Desk {
        Object any();
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

    @Test
    void arriveAsThemselves() {
        assertThat(sent(Idle.INSTANCE)).isSameAs(Idle.INSTANCE);
        assertThat((List<?>) sent(new ArrayList<>(List.of(Idle.INSTANCE, "and", Idle.INSTANCE))))
                .satisfies(list -> {
                    assertThat((Object) list.get(0)).isSameAs(Idle.INSTANCE);
                    assertThat((Object) list.get(2)).isSameAs(Idle.INSTANCE);
                });
    }

    @Test
    void arriveAsThemselvesWithinOthers() {
        TreeSet<String> set = new TreeSet<>(Backwards.INSTANCE);
        set.add("a");
        set.add("b");
        TreeSet<?> arrived = (TreeSet<?>) sent(set);
        assertThat((Object) arrived.comparator()).isSameAs(Backwards.INSTANCE);
        assertThat((Object) arrived.first()).isEqualTo("b");
    }

    @Test
    void arriveAsOthersWhereTheClassKeepsSeveral() {
        assertThat(sent(Side.LEFT)).isInstanceOf(Side.class).isNotSameAs(Side.RIGHT);
    }
}
