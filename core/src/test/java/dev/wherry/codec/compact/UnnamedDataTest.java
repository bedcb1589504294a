package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.security.cert.CertificateRevokedException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class UnnamedDataTest {
    private static UnnamedData written() throws IOException {
        UnnamedData.Output output = new UnnamedData.Output();
        ObjectOutputStream out = output;
        out.write(1);
        out.write(new byte[] {2, 3});
        out.write(new byte[] {4, 5, 6, 7}, 1, 2);
        out.writeBoolean(true);
        out.writeByte(-1);
        out.writeByte(-1);
        out.writeShort(-2);
        out.writeShort(-2);
        out.writeObject("first");
        out.writeChar('c');
        out.writeInt(-3);
        out.writeLong(-4);
        out.writeFloat(0.5f);
        out.writeDouble(0.25);
        out.flush();
        out.reset();
        out.writeUnshared(null);
        out.writeUTF("text");
        out.writeBytes("b");
        out.writeChars("c");
        out.writeObject("last");
        return output.written();
    }

    @Test
    void isReadAsItWasWritten() throws Exception {
        try (ObjectInputStream in = new UnnamedData.Input(written())) {
            assertThat(in.read()).isEqualTo(1);
            byte[] bytes = new byte[3];
            in.readFully(bytes, 0, 2);
            assertThat(bytes).containsExactly(2, 3, 0);
            assertThat(in.read(bytes)).isEqualTo(3);
            assertThat(bytes).containsExactly(5, 6, 1); // the last of which is true
            assertThat(in.readByte()).isEqualTo((byte) -1);
            assertThat(in.readUnsignedByte()).isEqualTo(255);
            assertThat(in.readShort()).isEqualTo((short) -2);
            assertThat(in.readUnsignedShort()).isEqualTo(0xfffe);
            assertThat(in.readObject()).isEqualTo("first");
            assertThat(in.readChar()).isEqualTo('c');
            assertThat(in.readInt()).isEqualTo(-3);
            assertThat(in.readLong()).isEqualTo(-4);
            assertThat(in.readFloat()).isEqualTo(0.5f);
            assertThat(in.readDouble()).isEqualTo(0.25);
            assertThat(in.readUnshared()).isNull();
            assertThat(in.readUTF()).isEqualTo("text");
            assertThat(in.available()).isEqualTo(3);
            assertThat(in.skipBytes(1)).isEqualTo(1);
            assertThat(in.readChar()).isEqualTo('c');
            assertThat(in.readObject()).isEqualTo("last");
        }
    }

    @Test
    void endsWhereNoMoreWasWritten() throws Exception {
        try (ObjectInputStream in = new UnnamedData.Input(UnnamedData.NONE)) {
            assertThat(in.read()).isEqualTo(-1);
            assertThatThrownBy(in::readInt).isInstanceOf(EOFException.class);
            assertThatThrownBy(in::readObject).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void isFoundInTheCodeOfAClass() {
        assertThat(SerialFields.of(CertificateRevokedException.class).writesMoreThanFields())
                .isTrue();
        for (Class<?> type :
                new Class<?>[] {BatchUpdateException.class, ClassNotFoundException.class, SQLException.class}) {
            assertThat(SerialFields.of(type).writesMoreThanFields())
                    .as(type.getName())
                    .isFalse();
        }
    }
}
