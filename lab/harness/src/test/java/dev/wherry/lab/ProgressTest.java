package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.plan.Progress;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.Absent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
        Progress progress = PrintedProgress.plain(out);
        progress.begins(2);
        progress.absent(new Absent("tao", "TAO_ROOT is not set", "set it"));
        progress.doing("rmi: warming up");
        progress.finished(cells.get(0));
        progress.finished(cells.get(1));
        progress.ends();
        assertThat(written().lines())
                .containsExactly(
                        "2 cells",
                        "absent: tao: TAO_ROOT is not set; to install: set it",
                        "[1/2] rmi           people-by-threads threads=1 size=1  calls/s 18,000  p50 µs 55.6  p99 µs 167",
                        "[2/2] raw-socket    people-by-threads threads=1 size=1  calls/s 19,000  p50 µs 52.6  p99 µs 158"
                                + "  1.06× rmi");
    }

    @Test
    void plainLinesSayWhyACellFailed() {
        Cell failed =
                cells.stream().filter(cell -> cell.reason() != null).findFirst().orElseThrow();
        assertThat(failed.reason()).contains("Broken pipe");
        PrintedProgress.plain(out).finished(failed);
        assertThat(written())
                .contains("failed: the client died with exit code 1")
                .doesNotContain("Broken pipe");
    }

    @Test
    void aTerminalsBottomLineIsCutToItsWidth() {
        Progress progress = PrintedProgress.terminal(out, 40);
        progress.begins(4);
        progress.finished(cells.getFirst());
        progress.doing("rmi: warming up something with a very long name");
        String last = written().substring(written().lastIndexOf("\u001b[2K") + 4);
        assertThat(last).hasSize(39).startsWith("#####............... 1/4 rmi: warm");
    }
}
