package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The first and last words on a link: preamble, Hello, GoAway. */
final class GreetingTest {
    private static final Hello HELLO = new Hello(
            3, new Id128(1, -2), new Id128(-3, 4), List.of("compact", "java"), 1 << 20, 16_384, 8, "wherry/1");

    private static In body(Hello hello) {
        Out out = new Out(64);
        hello.write(out);
        return new In().over(out.copy(), Frame.HEADER, out.size());
    }

    @Test
    void readsTheHelloThatItWrote() {
        In body = body(HELLO);
        assertThat(Hello.read(3, body)).isEqualTo(HELLO);
        assertThat(body.remaining()).isZero();
    }

    @Test
    void skipsExtensionsOfLaterVersions() {
        Out out = new Out(64);
        HELLO.write(out);
        out.size(out.size() - 1);
        out.writeSize(2);
        for (String name : List.of("express", "zip")) {
            out.writeText(name);
            out.writeSize(3);
            out.write(new byte[3], 0, 3);
        }
        In body = new In().over(out.copy(), Frame.HEADER, out.size());
        assertThat(Hello.read(3, body)).isEqualTo(HELLO);
        assertThat(body.remaining()).isZero();
    }

    @Test
    void refusesEveryPrefixOfAHello() {
        In whole = body(HELLO);
        for (int length = 0; length < whole.remaining(); length++) {
            In in = new In().over(whole.array(), whole.position(), whole.position() + length);
            assertThatThrownBy(() -> Hello.read(3, in)).isInstanceOf(CodecException.class);
        }
    }

    @Test
    void refusesHellosBeyondTheirLimits() {
        assertRefused(hello(Collections.nCopies(17, "c"), 1 << 20, "a"), "17 codecs");
        assertRefused(hello(List.of("c".repeat(33)), 1 << 20, "a"), "33 characters");
        assertRefused(hello(List.of("c"), 1 << 20, "a".repeat(201)), "201 characters");
        assertRefused(hello(List.of("c"), -1, "a"), "4294967295");
        assertRefused(hello(List.of("c"), 1_023, "a"), "1023 bytes");
    }

    private static Hello hello(List<String> codecs, int messageBytes, String agent) {
        return new Hello(0, Id128.NONE, Id128.NONE, codecs, messageBytes, 1, 1, agent);
    }

    private static void assertRefused(Hello hello, String message) {
        assertThatThrownBy(() -> Hello.read(0, body(hello)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @EnumSource
    void readsTheGoAwayThatItWrote(GoAway.Reason reason) {
        Out out = new Out(64);
        new GoAway(reason, "for a reason").write(out);
        GoAway read = GoAway.read(new In().over(out.copy(), Frame.HEADER, out.size()));
        assertThat(read).isEqualTo(new GoAway(reason, "for a reason"));
    }

    @Test
    void cutsLongReasonsAndRefusesUnknownOnes() {
        assertThat(new GoAway(GoAway.Reason.LIMIT, "x".repeat(5_000)).message()).hasSize(1_000);
        assertThatThrownBy(() -> GoAway.read(new In(new byte[] {9, 1}))).hasMessageContaining("reason 9");
        assertThatThrownBy(() -> GoAway.read(new In(new byte[] {0, 0}))).hasMessageContaining("name is missing");
    }

    @Test
    void startsEachDirectionWithThePreamble() {
        Out out = new Out(8);
        Preamble.write(out);
        assertThat(out.size()).isEqualTo(Preamble.LENGTH);
        Preamble.read(new In(out.copy()));
    }

    @Test
    void distinguishesAnotherVersionFromAnotherProtocol() {
        Out out = new Out(8);
        Preamble.write(out);
        for (int at = 0; at < Preamble.LENGTH; at++) {
            byte[] other = out.copy();
            other[at] ^= 0x40;
            ProtocolException refused =
                    catchThrowableOfType(ProtocolException.class, () -> Preamble.read(new In(other)));
            assertThat(refused.goAway().reason()).isEqualTo(at < 4 ? GoAway.Reason.PROTOCOL : GoAway.Reason.VERSION);
        }
    }
}
