package dev.wherry.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.process.Command.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandTest {
    private static Outcome run(String script) throws InterruptedException {
        return Command.run(List.of("sh", "-c", script), Path.of("/"), Duration.ofSeconds(60));
    }

    @Test
    void keepsBothEndsOfALongOutput() throws Exception {
        Outcome outcome = run("echo it begins; seq 100000; echo the reason; false");
        assertThat(outcome.succeeded()).isFalse();
        assertThat(outcome.firstLine()).isEqualTo("it begins");
        assertThat(outcome.tail(2)).isEqualTo("100000\nthe reason");
        assertThat(outcome.output()).hasSizeBetween(1 << 16, (1 << 16) + 10).contains("\n...\n");
    }

    @Test
    void keepsAllOfAShortOutput() throws Exception {
        Outcome outcome = run("seq 3; echo aside >&2");
        assertThat(outcome.succeeded()).isTrue();
        assertThat(outcome.output()).isEqualTo("1\n2\n3\naside\n");
    }

    @Test
    void removesItsTemporaryFiles() throws Exception {
        Path left =
                Path.of(run("echo something > $TMPDIR/left; ls $TMPDIR/left").firstLine());
        assertThat(left).hasFileName("left").doesNotExist();
        assertThat(left.getParent()).doesNotExist();
    }
}
