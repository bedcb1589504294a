package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.codec.java.Zoo.Holder;
import dev.wherry.codec.java.Zoo.Node;
import dev.wherry.codec.java.Zoo.Resolving;
import dev.wherry.codec.java.Zoo.Swallowing;
import dev.wherry.codec.java.Zoo.Trouble;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each gadget is shown to fire before it is shown to be refused: else the case would prove nothing. */
class GadgetTest {
    /** The ways into a message. */
    private enum Entry {
        ARGUMENT(gadget -> gadget),
        FIELD(gadget -> {
            Node node = new Node();
            node.value = gadget;
            return node;
        }),
        ELEMENT(gadget -> {
            Holder holder = new Holder();
            holder.items.add(gadget);
            return holder;
        }),
        ARRAY(gadget -> new Object[] {gadget}),
        MAP_KEY(gadget -> new HashMap<>(Map.of(1, new ArrayList<>(List.of(gadget))))),
        EXCEPTION(Trouble::new),
        READ_RESOLVE(Resolving::new),
        SWALLOWED(Swallowing::new);

        private final UnaryOperator<Object> wrapping;

        Entry(UnaryOperator<Object> wrapping) {
            this.wrapping = wrapping;
        }
    }

    private final Coder open = new JavaCodec()
            .coder(new Declared(Object.class, "parameter 'it'"), TypeClosure.of(Zoo.class, EndpointOptions.defaults()));

    @AfterEach
    void forget() {
        for (Gadget gadget : Gadget.values()) {
            System.clearProperty(gadget.canary());
        }
    }

    @ParameterizedTest
    @EnumSource
    void firesInAnUnprotectedStream(Gadget gadget) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(gadget.make());
        }
        assertThat(System.getProperty(gadget.canary())).isNull();
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            in.readObject();
        } catch (RuntimeException e) {
            // some gadgets fail after they have fired; whether they have is asserted next
        }
        assertThat(System.getProperty(gadget.canary())).isEqualTo("fired");
    }

    @ParameterizedTest
    @EnumSource
    void isRefusedAtEveryEntry(Gadget gadget) {
        for (Entry entry : Entry.values()) {
            byte[] message = HostileStream.message(HostileStream.of(entry.wrapping.apply(gadget.make())));
            assertThatThrownBy(() -> open.decode(new Message().decoding(message)))
                    .as("%s as %s", gadget, entry)
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("Refused: ");
            assertThat(System.getProperty(gadget.canary())).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void isRefusedWithinTheFormOfAValueOfAnotherCodec(Gadget gadget) {
        byte[] message = HostileStream.message(HostileStream.of(new Swallowing(gadget.make())));
        assertThatThrownBy(() -> {
                    var decoding = new Message().decoding(message);
                    decoding.in().skip(1); // whether the stream goes on: single values always begin one
                    new StreamForm()
                            .read(decoding, TypeClosure.of(Zoo.class, EndpointOptions.defaults()), Object.class);
                })
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Refused: ");
        assertThat(System.getProperty(gadget.canary())).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void isRefusedAtTheSender(Gadget gadget) {
        assertThatThrownBy(() -> open.encode(gadget.make(), new Message().encoding()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Refused: ");
    }
}
