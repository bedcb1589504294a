package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Classes that say themselves how they are serialized travel so. */
class SerialFormsTest {
    public static final class Outward implements Externalizable {
        private String secret = "";

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeUTF("sent " + secret);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            secret = in.readUTF();
        }
    }

    static final class Doubling implements Serializable {
        private static final long serialVersionUID = 1;
        private transient int number;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(number * 2);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            number = in.readInt();
        }
    }

    static final class One implements Serializable {
        private static final long serialVersionUID = 1;
        static final One ONE = new One();

        private Object readResolve() {
            return ONE;
        }
    }

    record Holder(Outward outward, String after) {}

    @Test
    void inTheMiddleOfOtherValues() {
        Outward outward = new Outward();
        outward.secret = "x";
        Doubling doubling = new Doubling();
        doubling.number = 4;
        Allowed allowed = Allowed.of(Outward.class, Doubling.class, One.class, Holder.class);
        List<Object> sent = Arrays.asList(1, outward, doubling, One.ONE, new Holder(outward, "after"), "end");
        List<Object> arrived = new Messages().send(sent, Object.class, allowed);
        assertThat(((Outward) arrived.get(1)).secret).isEqualTo("sent x");
        assertThat(((Doubling) arrived.get(2)).number).isEqualTo(8);
        assertThat(arrived.get(3)).isSameAs(One.ONE);
        Holder holder = (Holder) arrived.get(4);
        assertThat(holder.outward().secret).isEqualTo("sent x");
        assertThat(holder.after()).isEqualTo("after");
        assertThat(arrived.get(5)).isEqualTo("end");
    }
}
