package dev.wherry.lab.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

class LinesTest {
    @Test
    void splitsAtLineEndsAndKeepsALastLineWithoutOne() throws IOException {
        Lines lines = new Lines(new StringReader("ready 1\r\n\nlast"));
        assertThat(lines.next()).isEqualTo("ready 1");
        assertThat(lines.next()).isEmpty();
        assertThat(lines.next()).isEqualTo("last");
        assertThat(lines.next()).isNull();
    }

    @Test
    void cutsALineThatNeverEnds() throws IOException {
        Lines lines = new Lines(new StringReader("x".repeat(Lines.MAX_LENGTH + 1)));
        assertThat(lines.next()).hasSize(Lines.MAX_LENGTH);
        assertThat(lines.next()).isEqualTo("x");
    }
}
