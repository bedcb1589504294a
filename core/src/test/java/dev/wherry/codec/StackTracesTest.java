package dev.wherry.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class StackTracesTest {
    private static StackTraceElement[] crossed(StackTraceElement... frames) {
        Out out = new Out(64);
        StackTraces.write(frames, out);
        return StackTraces.read(new In(out.copy()));
    }

    private static In frame(String type, String method, String file) {
        Out out = new Out(64);
        out.writeSize(1);
        out.writeText(type);
        out.writeText(method);
        out.writeText(file);
        out.writeVarInt(-2);
        return new In(out.copy());
    }

    @Test
    void arriveWithoutNamesOfLoadersAndModules() {
        StackTraceElement sent = new StackTraceElement("app", "acme.bank", "1.2", "acme.Bank", "pay", "Bank.java", -2);
        assertThat(crossed(sent)).containsExactly(new StackTraceElement("acme.Bank", "pay", "Bank.java", -2));
        assertThat(crossed(new StackTraceElement("acme.Bank", "pay", null, 7))[0].getFileName())
                .isNull();
    }

    @Test
    void areCutAtTheirLimits() {
        String longName = "x".repeat(5_000);
        StackTraceElement[] many = new StackTraceElement[300];
        Arrays.fill(many, new StackTraceElement(longName, longName, longName, 1));
        StackTraceElement[] frames = crossed(many);
        assertThat(frames).hasSize(StackTraces.MOST);
        assertThat(frames[0].getClassName()).hasSize(4_096).endsWith("...");
        assertThat(frames[0].getFileName()).hasSize(4_096).endsWith("...");
    }

    @Test
    void areRefusedBeyondTheirLimits() {
        Out out = new Out(4_096);
        out.writeSize(257);
        out.size(out.size() + 4 * 257);
        assertThatThrownBy(() -> StackTraces.read(new In(out.copy())))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("a stack trace of 257 frames");
        String longName = "x".repeat(4_097);
        assertThatThrownBy(() -> StackTraces.read(frame(longName, "pay", null))).hasMessageContaining("a name of 4097");
        assertThatThrownBy(() -> StackTraces.read(frame("acme.Bank", longName, null)))
                .hasMessageContaining("a name of 4097");
        assertThatThrownBy(() -> StackTraces.read(frame("acme.Bank", null, null)))
                .hasMessageContaining("a name is missing");
        assertThatThrownBy(() -> StackTraces.read(frame("acme.Bank", "pay", longName)))
                .hasMessageContaining("a file name of 4097");
    }
}
