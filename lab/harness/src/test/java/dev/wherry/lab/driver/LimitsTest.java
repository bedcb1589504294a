package dev.wherry.lab.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LimitsTest {
    @Test
    void giveClientsThatShareProcessorsAsMuchMoreTime() {
        int processors = Runtime.getRuntime().availableProcessors();

        assertThat(Limits.USUAL.silenceAmong(1)).isEqualTo(Limits.USUAL.silence());
        assertThat(Limits.USUAL.silenceAmong(processors)).isEqualTo(Limits.USUAL.silence());
        assertThat(Limits.USUAL.silenceAmong(15 * processors))
                .isEqualTo(Limits.USUAL.silence().multipliedBy(15));
    }
}
