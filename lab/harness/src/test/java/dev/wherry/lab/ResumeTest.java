package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run that is interrupted between its two points of the grid, with real processes. */
@Timeout(120)
class ResumeTest {
    @TempDir
    Path root;

    private LabFolder folder;
    private Checkpoint checkpoint;

    @BeforeEach
    void prepare() throws IOException {
        folder = new LabFolder(root);
        checkpoint = Checkpoint.in(root.resolve("out"));
    }

    private List<Cell> interruptAfterTheFirst(String... systems) throws Exception {
        Recorder recorder = Recorder.interruptingAfter(systems.length);
        Lab lab = folder.with(systems).open();
        assertThatThrownBy(() -> lab.run(LabFolder.smoke(systems), recorder, checkpoint))
                .isInstanceOf(InterruptedException.class);
        assertThat(checkpoint.exists()).isTrue();
        return recorder.cells;
    }

    private void edit(Path file, String from, String to) throws IOException {
        String text = Files.readString(file);
        assertThat(text).contains(from);
        Files.writeString(file, text.replace(from, to));
    }

    private void assertRefused(String... words) throws IOException {
        Lab lab = folder.open();
        Recorder recorder = new Recorder();
        assertThatThrownBy(() -> lab.resume(checkpoint, recorder))
                .isInstanceOf(LabException.class)
                .hasMessageContainingAll(words);
        assertThat(recorder.cells).isEmpty();
    }

    @Test
    void carriesOnWithTheFirstContestThatIsNotDone() throws Exception {
        List<Cell> before = interruptAfterTheFirst("good", "echoes-twice");
        Recorder recorder = new Recorder();
        Results results = folder.open().resume(checkpoint, recorder);

        assertThat(before).hasSize(2);
        assertThat(results.cells()).hasSize(4).startsWith(before.toArray(Cell[]::new));
        assertThat(results.cells()).extracting(Cell::verdict).containsOnly(Verdict.MEASURED);
        assertThat(recorder.kept).isEqualTo(before);
        assertThat(recorder.cells).isEqualTo(results.cells().subList(2, 4));
        assertThat(recorder.announced).isEqualTo(4);
        assertThat(recorder.doings.stream().filter(doing -> doing.contains("people-by-threads")))
                .as("good has been through all")
                .extracting(doing -> doing.replaceAll(":.*", ""))
                .containsOnly("echoes-twice");
        assertThat(results.resumedAt()).hasSize(1);
        checkpoint.discard();
        assertThat(checkpoint.exists()).isFalse();
    }

    @Test
    void tellsTheSystemsThatWereAbsentThenAndTakesInNoOther() throws Exception {
        folder.peer("tao", "good", "probe = [\"sh\", \"-c\", \"echo TAO_ROOT is not set; exit 1\"]\n");
        folder.with("good");
        Lab lab = folder.open();
        Recorder recorder = Recorder.interruptingAfter(1);
        assertThatThrownBy(() -> lab.run(LabFolder.smoke(), recorder, checkpoint))
                .isInstanceOf(InterruptedException.class);
        folder.with("echoes-twice");
        Results results = folder.open().resume(checkpoint, new Recorder());
        assertThat(results.cells()).extracting(Cell::system).containsOnly("good");
        assertThat(results.absent()).extracting(absent -> absent.system()).containsExactly("tao");
    }

    @Test
    void keepsWhatItHasEvenWhenItIsKilled() throws Exception {
        folder.with("hangs-at-two");
        LabProcess.inARound(root, LabFolder.smoke("hangs-at-two"), "threads=2").end(ProcessHandle::destroyForcibly);

        Results results = folder.open().resume(checkpoint, new Recorder());
        assertThat(results.cells()).extracting(Cell::verdict).containsExactly(Verdict.MEASURED, Verdict.FAILED);
    }

    @Test
    void mayBeInterruptedAgain() throws Exception {
        interruptAfterTheFirst("good");
        Lab lab = folder.open();
        Recorder impatient = new Recorder() {
            @Override
            public void doing(String what) {
                if (what.contains("round")) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        assertThatThrownBy(() -> lab.resume(checkpoint, impatient)).isInstanceOf(InterruptedException.class);
        assertThat(folder.open().resume(checkpoint, new Recorder()).resumedAt()).hasSize(2);
    }

    @Test
    void refusesASystemThatHasChanged() throws Exception {
        interruptAfterTheFirst("good");
        Files.writeString(root.resolve("lab/peers/good/Source.java"), "class Source {}");
        assertRefused("cannot be carried on", "what they are made of, have changed: good");
    }

    @Test
    void refusesWhereASystemIsGone() throws Exception {
        interruptAfterTheFirst("good");
        edit(root.resolve("lab/peers/good/peer.toml"), "probe = [\"true\"]", "probe = [\"false\"]");
        assertRefused("good took part in it, and now: ");
        Files.delete(root.resolve("lab/peers/good/peer.toml"));
        assertRefused("good took part in it, and now: it is gone");
    }

    @Test
    void refusesASuiteThatAsksForSomethingElse() throws Exception {
        interruptAfterTheFirst("good");
        Path suite = root.resolve("lab/suites/tiny/suite.toml");
        edit(suite, "calls = 100", "calls = 101");
        assertRefused("the suites no longer have: tiny people-by-threads", "calls=100", "calls=101");
        edit(suite, "calls = 101", "calls = 100");
        edit(suite, "threads = [1, 2]", "threads = [2, 1]");
        assertRefused("the suites have another order");
    }

    @Test
    void carriesOnWhereWhatHasChangedDoesNotMatter() throws Exception {
        interruptAfterTheFirst("good");
        edit(root.resolve("lab/suites/tiny/suite.toml"), "title = \"by threads\"", "title = \"by number of threads\"");
        edit(root.resolve("lab/suites/tiny/published.toml"), "as published", "as it was published");
        folder.with("another");
        assertThat(folder.open().resume(checkpoint, new Recorder()).cells()).hasSize(2);
    }

    /** What was kept, with another text in this field. */
    private void keepInstead(String field, String text) throws IOException {
        String kept = Files.readString(checkpoint.file());
        Files.writeString(
                checkpoint.file(),
                kept.replaceFirst("\"%s\":\"[^\"]*\"".formatted(field), "\"%s\":\"%s\"".formatted(field, text)));
    }

    @Test
    void refusesAnotherMachine() throws Exception {
        interruptAfterTheFirst("good");
        keepInstead("kernel", "Plan 9");
        assertRefused("the kernel was Plan 9 and is ");
    }

    @Test
    void refusesOtherFlagsOfTheEnvironment() throws Exception {
        interruptAfterTheFirst("good");
        keepInstead("flags", "-Xint");
        assertRefused("the environment's JVM flags were '-Xint' and are '");
    }

    @Test
    void refusesAFileThatIsCutOffOrForeign() throws Exception {
        interruptAfterTheFirst("good");
        String whole = Files.readString(checkpoint.file());
        Results other = folder.open().run(LabFolder.smoke("good"), new Recorder());
        for (String text : List.of(
                "",
                "{}",
                "[]",
                "null",
                "never JSON",
                other.toJson(),
                whole.substring(0, whole.length() / 2),
                whole.strip().substring(0, whole.strip().length() - 1),
                whole + "{}",
                whole.replaceFirst("\"schema\":\\d+", "\"schema\":9"),
                whole.replaceFirst("\"words\":\"[^\"]*\"", "\"words\":null"),
                whole.replaceFirst("\"cells\":\\[", "\"cells\":[null,"),
                whole.replaceFirst("\"systems\":\\[\\{", "\"systems\":[{\"system\":\"x\",\"hash\":\"y\"},{")
                        .replace("\"systems\":[\"good\"]}", "\"systems\":[\"x\",\"good\"]}"))) {
            Files.writeString(checkpoint.file(), text);
            assertThatThrownBy(() -> folder.open().resume(checkpoint, new Recorder()))
                    .as(text)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("unfinished.json is no unfinished run of this lab, or only a part of one");
        }
        Files.write(checkpoint.file(), new byte[] {'"', (byte) 0xff, '"'});
        assertThatThrownBy(() -> folder.open().resume(checkpoint, new Recorder()))
                .hasMessageContaining("it is not UTF-8");
    }

    @Test
    void saysWhatOfAPlanIsMissingInItsOwnWords() throws Exception {
        interruptAfterTheFirst("good");
        String whole = Files.readString(checkpoint.file());
        String without = whole.replaceFirst("\"params\":\\{}", "\"params\":null");
        assertThat(without).isNotEqualTo(whole);
        Files.writeString(checkpoint.file(), without);
        assertThatThrownBy(() -> folder.open().resume(checkpoint, new Recorder()))
                .hasMessageEndingWith("from it: Unfinished.plan: something in it is missing");
    }

    @Test
    void saysBeforeItMeasuresThatNothingCanBeKept() throws Exception {
        Files.writeString(root.resolve("out"), "a file where the folder should be");
        Recorder recorder = new Recorder();
        Lab lab = folder.with("good").open();
        assertThatThrownBy(() -> lab.run(LabFolder.smoke("good"), recorder, checkpoint))
                .isInstanceOf(IOException.class);
        assertThat(recorder.cells).isEmpty();
    }

    @Test
    void tellsHowMuchTimeIsLeft() throws Exception {
        Recorder recorder = new Recorder();
        folder.with("good").open().run(LabFolder.smoke("good"), recorder, checkpoint);
        assertThat(recorder.lefts)
                .startsWith("time left unknown yet")
                .contains("perhaps 1 min left")
                .endsWith("");
    }
}
