package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.plan.Progress;
import dev.wherry.lab.plan.TimeLeft;
import dev.wherry.lab.plan.TimeLeft.Certainty;
import dev.wherry.lab.results.Absent;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private List<Cell> cells = List.of();

    @BeforeEach
    void readSample() throws Exception {
        cells = Results.read(Path.of(Results.class.getResource("sample.json").toURI()))
                .cells();
    }

    private String written() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void plainLinesTellEachCellOnce() {
        Progress progress = new PlainProgress(out);
        progress.begins(2);
        progress.lacks(new Absent("tao", "TAO_ROOT is not set", "set it"));
        progress.doing("rmi: warming up");
        progress.finished(cells.get(0));
        progress.finished(cells.get(1));
        progress.ends();
        assertThat(written().lines())
                .containsExactly(
                        "2 cells",
                        "absent: tao: TAO_ROOT is not set; to install: set it",
                        "[1/2] rmi           people-by-threads threads=1 size=1  18000 calls/s  p50 55.6 µs  p99 166.7 µs",
                        "[2/2] raw-socket    people-by-threads threads=1 size=1  19000 calls/s  p50 52.6 µs  p99 157.9 µs"
                                + "  1.06x rmi");
    }

    @Test
    void tellsTheTimeLeftBesideEachCell() {
        Progress plain = new PlainProgress(out);
        plain.begins(3);
        plain.keeps(cells.subList(0, 1));
        plain.left(new TimeLeft(Duration.ofMinutes(17), Certainty.FAIR));
        plain.finished(cells.get(1));
        plain.left(new TimeLeft(Duration.ZERO, Certainty.FAIR));
        plain.finished(cells.get(2));
        assertThat(written().lines())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("3 cells"),
                        line -> assertThat(line).isEqualTo("1 of them are there already"),
                        line -> assertThat(line).startsWith("[2/3, about 15 min left] raw-socket "),
                        line -> assertThat(line).startsWith("[3/3] floor-tcp "));
    }

    @Test
    void aTerminalShowsTheTimeLeft() {
        Progress progress = new TerminalProgress(out, 80);
        progress.begins(4);
        progress.left(new TimeLeft(Duration.ofMinutes(3), Certainty.FAIR));
        progress.doing("rmi: warming up");
        assertThat(written()).endsWith(" 0/4 about 3 min left, rmi: warming up");
    }

    @Test
    void saysNoMoreOfTheTimeLeftThanIsKnown() {
        assertThat(words(1, Certainty.NONE)).isEqualTo("time left unknown yet");
        assertThat(words(30, Certainty.ORDER)).isEqualTo("a minute or two left");
        assertThat(words(600, Certainty.ORDER)).isEqualTo("some minutes left");
        assertThat(words(9000, Certainty.ORDER)).isEqualTo("an hour or more left");
        assertThat(words(200, Certainty.ROUGH)).isEqualTo("perhaps 3 min left");
        assertThat(words(20, Certainty.FAIR)).isEqualTo("about 1 min left");
        assertThat(words(3_000, Certainty.FAIR)).isEqualTo("about 50 min left");
        assertThat(words(7_300, Certainty.FAIR)).isEqualTo("about 2 h left");
        assertThat(words(9_000, Certainty.FAIR)).isEqualTo("about 2.5 h left");
        assertThat(words(0, Certainty.FAIR)).isEmpty();
    }

    private static String words(long seconds, Certainty certainty) {
        return new TimeLeft(Duration.ofSeconds(seconds), certainty).words();
    }

    @Test
    void plainLinesSayWhyACellFailed() {
        Cell failed =
                cells.stream().filter(cell -> cell.reason() != null).findFirst().orElseThrow();
        assertThat(failed.reason()).contains("Broken pipe");
        new PlainProgress(out).finished(failed);
        assertThat(written())
                .contains("failed: the client died with exit code 1")
                .doesNotContain("Broken pipe");
    }

    @Test
    void aTerminalsBottomLineIsCutToItsWidth() {
        Progress progress = new TerminalProgress(out, 40);
        progress.begins(4);
        progress.finished(cells.getFirst());
        progress.doing("rmi: warming up something with a very long name");
        String last = written().substring(written().lastIndexOf("\u001b[2K") + 4);
        assertThat(last).hasSize(39).startsWith("#####............... 1/4 rmi: warm");
    }
}
