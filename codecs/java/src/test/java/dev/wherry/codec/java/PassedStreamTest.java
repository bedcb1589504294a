package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes whose method {@code readObject} passes the stream to another method, which reads the fields or does not. */
class PassedStreamTest {
    private static final HexFormat HEX = HexFormat.of();

    private final TypeClosure types = TypeClosure.of(Values.class, EndpointOptions.defaults());
    private final Coder coder = new JavaCodec().coder(new Declared(Object.class, "parameter 'it'"), types);

    interface Values {
        ByBase byBase(ByOwn own, ByHelper helper, ByLambda lambda, ByVariable variable, ByReference reference);

        ByInterface byInterface(
                ByDefaultMethod method, Recursive recursive, ByHand hand, ByHandInBase handInBase, Empty empty);
    }

    /** The common part of the objects. The text is a field, and the tail is written after it. */
    abstract static class Sample {
        transient String tail = "";

        String text() {
            try {
                return (String) getClass().getDeclaredField("text").get(this);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public String toString() {
            return getClass().getSimpleName() + " " + text() + " " + tail;
        }

        void write(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeUTF(tail);
        }

        void restore(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            tail = in.readUTF();
        }

        final void restoreByHand(ObjectInput in) throws IOException {
            tail = in.readUTF();
        }
    }

    static class ByBase extends Sample implements Serializable {
        String text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            write(out);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            super.restore(in);
        }
    }

    static class ByOwn extends Sample implements Serializable {
        String text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            write(out);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            restore(in); // which it inherits
        }
    }

    static final class Helper {
        private Helper() {}

        static void restore(Sample sample, ObjectInputStream in, boolean more)
                throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField fields = in.readFields();
            ((ByHelper) sample).text = (String) fields.get("text", null);
            sample.tail = more ? in.readUTF() : "";
        }
    }

    static class ByHelper extends Sample implements Serializable {
        String text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            write(out);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            Helper.restore(this, in, true);
        }
    }

    interface Restorer {
        void restore(ObjectInputStream in) throws IOException, ClassNotFoundException;
    }

    static class ByLambda extends Sample implements Serializable {
        String text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            write(out);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            Restorer restorer = stream -> {
                stream.defaultReadObject();
                tail = stream.readUTF();
            };
            restorer.restore(in);
        }
    }

    interface Step<T> {
        void run(T with) throws IOException, ClassNotFoundException;
    }

    static class ByVariable extends Sample implements Serializable {
        private static final Step<ObjectInputStream> FIELDS = stream -> stream.defaultReadObject();
        String text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            write(out);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            FIELDS.run(in);
            tail = in.readUTF();
        }
    }

    static class ByReference extends Sample implements Serializable {
        String text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            write(out);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            Step<ObjectInputStream> fields = ObjectInputStream::defaultReadObject;
            fields.run(in);
            tail = in.readUTF();
        }
    }

    /** Where the code that runs cannot be known. */
    static class ByInterface extends Sample implements Serializable {
        static final Restorer FIELDS = ObjectInputStream::defaultReadObject;
        String text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            write(out);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            Restorers.fields().restore(in);
            tail = in.readUTF();
        }
    }

    static final class Restorers {
        private Restorers() {}

        static Restorer fields() {
            return ByInterface.FIELDS;
        }
    }

    interface Restorable {
        default void restoreFields(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }
    }

    static class ByDefaultMethod extends Sample implements Restorable, Serializable {
        String text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            write(out);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            restoreFields(in);
            tail = in.readUTF();
        }
    }

    /** Its methods call one another. */
    static class Recursive extends Sample implements Serializable {
        String text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeUTF(tail);
        }

        private void readObject(ObjectInputStream in) throws IOException {
            there(in, 3);
            text = "text";
        }

        private void there(ObjectInputStream in, int depth) throws IOException {
            if (depth == 0) {
                tail = in.readUTF();
            } else {
                back(in, depth - 1);
            }
        }

        private void back(ObjectInputStream in, int depth) throws IOException {
            there(in, depth);
        }
    }

    static class ByHand extends Sample implements Serializable {
        String text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            writeByHand(out);
        }

        private void writeByHand(ObjectOutput out) throws IOException {
            out.writeUTF(tail);
        }

        private void readObject(ObjectInputStream in) throws IOException {
            restoreByHand(in);
            text = "text";
        }
    }

    abstract static class HandBase extends Sample {
        void restoreAll(ObjectInputStream in) throws IOException {
            tail = in.readUTF();
        }
    }

    static class ByHandInBase extends HandBase implements Serializable {
        String text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeUTF(tail);
        }

        private void readObject(ObjectInputStream in) throws IOException {
            restoreAll(in);
            text = "text";
        }
    }

    /** Has no fields, and asks for them through a variable of another class. */
    static class Empty extends Sample implements Serializable {
        @Override
        String text() {
            return "text";
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            write(out);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            Steps.FIELDS.run(in);
            tail = in.readUTF();
        }
    }

    static final class Steps {
        static final Step<ObjectInputStream> FIELDS = ObjectInputStream::defaultReadObject;

        private Steps() {}
    }

    static Stream<Sample> samples() {
        List<Sample> samples = List.of(
                new ByBase(),
                new ByOwn(),
                new ByHelper(),
                new ByLambda(),
                new ByVariable(),
                new ByReference(),
                new ByInterface(),
                new ByDefaultMethod(),
                new Recursive(),
                new ByHand(),
                new ByHandInBase(),
                new Empty());
        samples.forEach(sample -> sample.tail = "tail of " + sample.getClass().getSimpleName());
        return samples.stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void readsWhatItsMethodReads(Sample sample) {
        Message message = new Message();
        coder.encode(new Object[] {sample, "next", sample}, message.encoding());
        Object[] read = (Object[]) coder.decode(message.decoding());
        assertThat(read[0]).hasToString(sample.toString()).isSameAs(read[2]);
        assertThat(read[1]).isEqualTo("next");
    }

    /** As codec compact carries such a class. */
    @ParameterizedTest
    @MethodSource("samples")
    void readsItAloneAsWell(Sample sample) {
        Message message = new Message();
        new StreamForm().write(sample, message.encoding(), types);
        assertThat(new StreamForm().read(message.decoding(), types, Sample.class))
                .hasToString(sample.toString());
    }

    /** With the texts of the fields left out, and with texts where there are none. */
    @ParameterizedTest
    @MethodSource("samples")
    void refusesAStreamThatItsClassReadsOtherwise(Sample sample) {
        String hex = HEX.formatHex(HostileStream.of(new Object[] {sample, "next"}));
        String text = "740004" + HEX.formatHex("text".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        String hostile = hex.contains("7870" + text)
                ? hex.replace("7870" + text, "7870")
                : hex.replace("787077", "7870" + text + "77");
        assertThat(hostile).isNotEqualTo(hex);
        byte[] message = HostileStream.message(HEX.parseHex(hostile));
        assertThatThrownBy(() -> coder.decode(new Message().decoding(message))).isInstanceOf(CodecException.class);
    }

    @Test
    void findsEachWayToPassTheStream() {
        assertThat(samples().map(Object::getClass).filter(ReadMethods::readFields))
                .doesNotContain(Recursive.class, ByHand.class, ByHandInBase.class, Empty.class)
                .hasSize(8);
    }
}
