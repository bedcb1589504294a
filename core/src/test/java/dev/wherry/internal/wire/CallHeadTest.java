package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.ContextKey;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CallHeadTest {
    private static final ContextKey<String> TRACE = new ContextKey<>("traceparent", String.class);
    private static final ContextKey<Long> TENANT = new ContextKey<>("tenant", Long.class);
    private static final ContextKey<Boolean> DEBUG = new ContextKey<>("debug", Boolean.class);

    private static byte[] written(CallHead head) {
        Out out = new Out(64);
        head.write(out);
        return out.copy();
    }

    @Test
    void readsWhatItWrote() {
        Map<ContextKey<?>, Object> context = new LinkedHashMap<>();
        context.put(TRACE, "00-4bf9");
        context.put(TENANT, -17L);
        context.put(DEBUG, true);
        CallHead plain = new CallHead(0, 1L << 40, 4_095, 30_000, 7_000, context);
        assertThat(CallHead.read(new In(written(plain)), 0)).isEqualTo(plain);
        CallHead ordered = new CallHead(Long.MAX_VALUE, 0, 0, 0, 7_000, Map.of());
        assertThat(CallHead.read(new In(written(ordered)), Frame.ORDERED)).isEqualTo(ordered);
    }

    @Test
    void carriesBytes() {
        ContextKey<byte[]> key = new ContextKey<>("token", byte[].class);
        CallHead head = new CallHead(0, 2, 1, 5, 7_000, Map.of(key, new byte[] {1, 2, 3}));
        assertThat((byte[]) CallHead.read(new In(written(head)), 0).context().get(key))
                .containsExactly(1, 2, 3);
    }

    @Test
    void leavesTheArgumentsUnread() {
        Out out = new Out(64);
        new CallHead(0, 2, 1, 5, 7_000, Map.of(TENANT, 1L)).write(out);
        out.writeByte(77);
        In in = new In(out.copy());
        CallHead.read(in, 0);
        assertThat(in.readByte()).isEqualTo(77);
    }

    @Test
    void refusesMoreEntriesThanThereMayBe() {
        Map<ContextKey<?>, Object> context = new LinkedHashMap<>();
        for (int i = 0; i <= 64; i++) {
            context.put(new ContextKey<>("k" + i, Long.class), 1L);
        }
        CallHead head = new CallHead(0, 2, 1, 5, 7_000, context);
        assertThatThrownBy(() -> written(head)).hasMessageContaining("65 context entries");
        Out out = new Out(64);
        new CallHead(0, 2, 1, 5, 7_000, Map.of()).write(out);
        out.size(out.size() - 1);
        out.writeSize(-1);
        assertThatThrownBy(() -> CallHead.read(new In(out.copy()), 0))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("4294967295 context entries");
    }

    @Test
    void refusesEntriesOfNoKindOrName() {
        assertThatThrownBy(() -> CallHead.read(entry("k", 4), 0)).hasMessageContaining("'k' of type 4");
        assertThatThrownBy(() -> CallHead.read(entry("", 1), 0)).hasMessageContaining("without a name");
        assertThatThrownBy(() -> CallHead.read(entry("n".repeat(65), 1), 0)).hasMessageContaining("65 characters");
    }

    private static In entry(String name, int kind) {
        Out out = new Out(64);
        new CallHead(0, 2, 1, 5, 7_000, Map.of()).write(out);
        out.size(out.size() - 1);
        out.writeSize(1);
        out.writeText(name);
        out.writeByte(kind);
        out.writeByte(0);
        return new In(out.copy());
    }

    @Test
    void refusesEveryPrefixOfItself() {
        byte[] whole = written(new CallHead(0, 300, 2, 30_000, 7_000, Map.of(TRACE, "t", TENANT, 5L)));
        for (int length = 0; length < whole.length; length++) {
            In in = new In().over(whole, 0, length);
            assertThatThrownBy(() -> CallHead.read(in, 0)).isInstanceOf(CodecException.class);
        }
    }
}
