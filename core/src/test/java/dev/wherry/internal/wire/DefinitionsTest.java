package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

final class DefinitionsTest {
    private final OutboundDefinitions outbound = new OutboundDefinitions();
    private final InboundDefinitions inbound = new InboundDefinitions(new InboundCapacity(Long.MAX_VALUE).share());

    private static Definition definition(int content) {
        return new Definition(Definition.Kind.SCHEMA, new byte[] {(byte) content, (byte) (content >> 8)});
    }

    private void tell(int number) {
        Out out = new Out(64);
        outbound.write(number, out);
        inbound.define(number, new In().over(out.copy(), Frame.HEADER, out.size()));
    }

    @Test
    void areKnownOnceTheyWereReceived() {
        Definition one = definition(1);
        int number = outbound.number(one);
        assertThat(outbound.number(one)).isEqualTo(number);
        assertThatThrownBy(() -> inbound.get(number)).isInstanceOf(CodecException.class);
        tell(number);
        assertThat(inbound.get(number).kind()).isEqualTo(one.kind());
        assertThat(inbound.get(number).content()).isEqualTo(one.content());
    }

    @Test
    void mayBeReceivedAgainByAnotherLinkAndKeepTheirMeaning() {
        int number = outbound.number(definition(1));
        tell(number);
        Definition known = inbound.get(number);
        known.meaning(this, "what was made of it");
        tell(number);
        assertThat(inbound.get(number).meaning(this)).isEqualTo("what was made of it");
        assertThat(inbound.get(number).meaning("another reader")).isNull();
    }

    @Test
    void areRefusedWithOtherContentOrKind() {
        tell(outbound.number(definition(1)));
        assertThatThrownBy(() -> inbound.define(0, new In(new byte[] {2, 9, 9})))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("other content");
        assertThatThrownBy(() -> inbound.define(0, new In(new byte[] {1, 1, 0})))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("other content");
    }

    @Test
    void areRefusedOutOfTheirRange() {
        In body = new In(new byte[] {0});
        assertThatThrownBy(() -> inbound.define(OutboundDefinitions.MOST, body)).hasMessageContaining("4096");
        assertThatThrownBy(() -> inbound.define(-1, body)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> inbound.define(1L << 32, body)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> inbound.define(1, new In(new byte[] {3}))).hasMessageContaining("kind 3");
        assertThatThrownBy(() -> inbound.define(1, new In(new byte[Definition.LONGEST + 2])))
                .isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> inbound.define(1, new In(new byte[0]))).isInstanceOf(CodecException.class);
        assertThatThrownBy(() -> inbound.get(-1)).hasMessageContaining("4294967295");
        assertThatThrownBy(() -> inbound.get(OutboundDefinitions.MOST)).isInstanceOf(CodecException.class);
    }

    @Test
    void areAsManyAsASessionMayHave() {
        for (int i = 0; i < OutboundDefinitions.MOST; i++) {
            assertThat(outbound.number(definition(i))).isEqualTo(i);
        }
        assertThatThrownBy(() -> outbound.number(definition(OutboundDefinitions.MOST)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("4096");
    }

    @Test
    void haveOneNumberForAllThreads() throws InterruptedException {
        List<Definition> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            all.add(definition(i));
        }
        List<Set<Integer>> numbers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Set<Integer> mine = ConcurrentHashMap.newKeySet();
            numbers.add(mine);
            threads.add(Thread.ofPlatform().start(() -> {
                for (Definition each : all) {
                    int number = outbound.number(each);
                    // A thread that knows the number can write the definition.
                    outbound.write(number, new Out(32));
                    mine.add(number);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(numbers).allSatisfy(mine -> assertThat(mine).hasSize(500).isEqualTo(numbers.getFirst()));
    }

    @Test
    void haveOneNumberForOneContent() {
        int number = outbound.number(definition(1));
        assertThat(outbound.number(definition(1))).isEqualTo(number);
        assertThat(outbound.number(definition(2))).isNotEqualTo(number);
        assertThat(outbound.count()).isEqualTo(2);
    }

    @Test
    void holdNeitherAReaderNorItsMeaning() {
        Definition known = definition(1);
        byte[] meaning = new byte[1 << 10];
        byte[] reader = new byte[1 << 10];
        known.meaning(this, meaning);
        known.meaning(reader, this);
        WeakReference<Object> made = new WeakReference<>(meaning);
        WeakReference<Object> gone = new WeakReference<>(reader);
        meaning = null;
        reader = null;
        for (int i = 0; i < 1_000 && !(made.refersTo(null) && gone.refersTo(null)); i++) {
            System.gc();
        }
        assertThat(made.get()).isNull();
        assertThat(gone.get()).isNull();
        assertThat(known.meaning(this)).isNull();
    }

    private static In large(int first) {
        byte[] content = new byte[Definition.LONGEST];
        content[0] = 2;
        content[1] = (byte) first;
        return new In(content);
    }

    @Test
    void areLimitedUntilACallUsesThem() {
        for (int i = 0; i < 16; i++) {
            inbound.define(i, large(i));
        }
        assertThatThrownBy(() -> inbound.define(16, large(16)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("that no call has used");
        inbound.get(0);
        inbound.define(16, large(16));
        inbound.define(16, large(16));
    }

    @Test
    void takeFromTheRoomOfAllSessionsAndGiveItBack() {
        InboundCapacity capacity = new InboundCapacity(100_000);
        InboundDefinitions first = new InboundDefinitions(capacity.share());
        first.define(0, large(0));
        first.define(0, large(0));
        first.define(1, large(1));
        assertThat(capacity.taken()).isBetween(65_000L, 66_000L);
        InboundDefinitions second = new InboundDefinitions(capacity.share());
        second.define(0, new In(new byte[] {2, 9, 9}));
        second.define(1, large(1));
        assertThatThrownBy(() -> second.define(2, large(2)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("inboundBytes");
        first.close();
        second.close();
        assertThat(capacity.taken()).isZero();
    }

    @Test
    void whatIsKeptForThemIsCountedOnceForEachReader() {
        InboundCapacity capacity = new InboundCapacity(100_000);
        InboundDefinitions definitions = new InboundDefinitions(capacity.share());
        definitions.codecMemory().keep(3, this, 30_000);
        definitions.codecMemory().keep(3, this, 30_000);
        assertThat(capacity.taken()).isEqualTo(30_000);
        definitions.codecMemory().keep(3, "another reader", 30_000);
        assertThatThrownBy(() -> definitions.codecMemory().keep(4, this, 50_000))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("inboundBytes");
        definitions.close();
        assertThat(capacity.taken()).isZero();
    }

    @Test
    void whatIsKeptForThemHasALimitInEachSession() {
        InboundDefinitions.CodecMemory kept = inbound.codecMemory();
        kept.keep(1, this, InboundDefinitions.CodecMemory.MOST - 1);
        kept.keep(2, this, 1);
        assertThatThrownBy(() -> kept.keep(3, this, 1))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("in one session");
    }

    @Test
    void readersForgetThemWhenTheirSessionEnds() {
        List<Definition> forgotten = new ArrayList<>();
        Definition.Interpreter reader = forgotten::add;
        inbound.define(7, large(7));
        inbound.define(8, large(8));
        inbound.get(7).meaning(reader, "what was made of it");
        inbound.close();
        assertThat(forgotten).containsExactly(inbound.get(7));
    }
}
