package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.codec.SerialForm;
import dev.wherry.codec.java.Zoo.ByDefault;
import dev.wherry.codec.java.Zoo.ByHand;
import dev.wherry.codec.java.Zoo.Child;
import dev.wherry.codec.java.Zoo.Colour;
import dev.wherry.codec.java.Zoo.External;
import dev.wherry.codec.java.Zoo.Failed;
import dev.wherry.codec.java.Zoo.Listener;
import dev.wherry.codec.java.Zoo.Node;
import dev.wherry.codec.java.Zoo.NotSerializable;
import dev.wherry.codec.java.Zoo.Period;
import dev.wherry.codec.java.Zoo.Point;
import dev.wherry.codec.java.Zoo.Resolving;
import dev.wherry.codec.java.Zoo.Swallowing;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

class StreamFormTest {
    private static final SerialForm FORM = SerialForm.installed("a test");
    private static final TypeClosure TYPES = TypeClosure.of(Zoo.class, EndpointOptions.defaults());

    private static final class Names extends ArrayList<String> {}

    private static final class Moment extends Date {}

    @Test
    void isOwnedByClassesThatSayHowTheyAreWritten() {
        assertThat(new Class<?>[] {ByHand.class, ByDefault.class, External.class, Period.class, Resolving.class})
                .allMatch(SerialForm::has);
        assertThat(new Class<?>[] {Names.class, Moment.class, Date.class, Locale.class, HashMap.class})
                .allMatch(SerialForm::has);
    }

    @Test
    void isNotOwnedByPlainState() {
        assertThat(new Class<?>[] {Point.class, Node.class, Child.class, Colour.class, Failed.class, int[].class})
                .noneMatch(SerialForm::has);
        assertThat(new Class<?>[] {NotSerializable.class, Object.class, Listener.class, Thread.class})
                .noneMatch(SerialForm::has);
    }

    private static Object roundTrip(Object value, Message message) {
        message.encoding().out().writeInt(17);
        FORM.write(value, message.encoding(), TYPES);
        message.encoding().out().writeInt(18);
        assertThat(message.decoding().in().readInt()).isEqualTo(17);
        Object read = FORM.read(message.decoding(), TYPES, Object.class);
        assertThat(message.decoding().in().readInt()).isEqualTo(18);
        return read;
    }

    @Test
    void standsBetweenOtherBytes() {
        assertThat(((ByHand) roundTrip(new ByHand(1, "one"), new Message())).text)
                .isEqualTo("one");
        assertThat(((Period) roundTrip(new Period(5), new Message())).days).isEqualTo(5);
        assertThat(roundTrip(TimeZone.getTimeZone("UTC"), new Message())).isEqualTo(TimeZone.getTimeZone("UTC"));
    }

    @Test
    void carriesReferences() {
        Listener listener = event -> {};
        Message message = new Message();
        assertThat(((Swallowing) roundTrip(new Swallowing(listener), message)).held)
                .isSameAs(listener);
        assertThat(message.references).containsExactly(listener);
    }

    @Test
    void leavesTheCodecsOwnStateOfTheMessageAlone() {
        Message message = new Message();
        message.encoding().state("state");
        FORM.write(new ByHand(1, "one"), message.encoding(), TYPES);
        assertThat(message.encoding().state()).isEqualTo("state");
        message.decoding().state("state");
        FORM.read(message.decoding(), TYPES, Object.class);
        assertThat(message.decoding().state()).isEqualTo("state");
    }

    @Test
    void refusesNullAndWhatIsNotListed() {
        byte[] nothing = {0, 1, 0x70};
        assertThatThrownBy(() -> FORM.read(new Message().decoding(nothing), TYPES, Object.class))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("null instead of an object");
        assertThatThrownBy(() -> FORM.write(new Swallowing(new Names()), new Message().encoding(), TYPES))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(Names.class.getName())
                .hasMessageContaining("registerPackage(\"" + Names.class.getPackageName() + "\")");
    }
}
