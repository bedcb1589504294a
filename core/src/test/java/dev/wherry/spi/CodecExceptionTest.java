package dev.wherry.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CodecExceptionTest {
    @Test
    void saysItsProblemOnceHoweverLongItsPathIs() {
        CodecException inner = CodecException.impossible("It has no encoding");
        CodecException outer = inner.at("[an entry]").at(".lines").at("parameter 'order'");
        assertThat(outer)
                .hasMessage("It has no encoding\n    at parameter 'order'.lines[an entry]")
                .hasNoCause();
        assertThat(outer.path()).isEqualTo("parameter 'order'.lines[an entry]");
        assertThat(outer.getStackTrace()).isEqualTo(inner.getStackTrace());
        assertThat(inner.path()).isEmpty();
    }

    @Test
    void keepsItsCauseAndAcceptsALaterOne() {
        Exception cause = new IllegalStateException("broken");
        CodecException caused = CodecException.impossible("Its accessor failed");
        caused.initCause(cause);
        assertThat(caused.at("[0]").at("result")).hasCause(cause);
        CodecException later = CodecException.impossible("x").at("[0]");
        later.initCause(cause);
        assertThat(later).hasCause(cause);
    }
}
