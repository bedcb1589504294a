package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects of which their class keeps the only ones, and those that readResolve replaces. */
class SingletonsTest {
    static class State {}

    /** As Kotlin compiles an {@code object}. */
    static final class Idle extends State {
        public static final Idle INSTANCE = new Idle();
        static final String TAG = "idle";
        static int made;

        private Idle() {
            made++;
        }
    }

    static final class Level {
        static final Level LOW = new Level();
        static final Level HIGH = new Level();

        private Level() {}

        static Level another() {
            return new Level();
        }
    }

    /** Anybody can make one. */
    static final class Open {
        static final Open USUAL = new Open();
    }

    /** Guards its constructor, and is not Serializable. */
    static final class Unit {
        private static final Unit METRE = new Unit("m");
        private final String name;

        private Unit() {
            throw new AssertionError("made without a name");
        }

        private Unit(String name) {
            this.name = name;
        }

        private Object readResolve() {
            return name.equals("m") ? METRE : this;
        }
    }

    private static <T> T send(T value) {
        return new Messages().send(value, Object.class, Allowed.of(Idle.class, Level.class, Open.class, Unit.class));
    }

    @Test
    void arriveAsThemselves() {
        assertThat(send(Idle.INSTANCE)).isSameAs(Idle.INSTANCE);
        assertThat(send(List.of(Idle.INSTANCE, Idle.INSTANCE))).allMatch(each -> each == Idle.INSTANCE);
        assertThat(Idle.made).isEqualTo(1);
        assertThat(send(Level.HIGH)).isSameAs(Level.HIGH);
        assertThat(send(Level.LOW)).isSameAs(Level.LOW);
    }

    @Test
    void othersOfTheirClassArriveAsOthers() {
        assertThat(send(Level.another())).isNotSameAs(Level.HIGH).isNotSameAs(Level.LOW);
    }

    @Test
    void objectsThatAnybodyCanMakeAreNone() {
        assertThat(send(Open.USUAL)).isNotSameAs(Open.USUAL);
    }

    @ParameterizedTest
    @EnumSource
    void whatReadResolveGivesArrivesAndTheConstructorWithoutParametersDoesNotRun(CodeGeneration generator) {
        Allowed types = Allowed.of(Unit.class);
        Messages messages = new Messages(new CompactCodec(generator));
        assertThat(messages.<Object>send(Unit.METRE, Object.class, types)).isSameAs(Unit.METRE);
        assertThat(messages.send(new Unit("s"), Object.class, types).name).isEqualTo("s");
        List<Object> list = new ArrayList<>(List.of(Unit.METRE, new Unit("s")));
        assertThat(messages.<List<Object>>send(list, List.class, types).getFirst())
                .isSameAs(Unit.METRE);
    }

    @Test
    void aConstantThatIsNotHereIsNamed() {
        Messages messages = new Messages();
        Allowed types = Allowed.of(Level.class);
        byte[] bytes = messages.encode(messages.coder(Object.class, types), Level.HIGH);
        messages.changing("HIGH", "HUGE");
        assertThatThrownBy(() -> messages.decode(messages.coder(Object.class, types), bytes))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Level.HUGE, which is not here");
    }
}
