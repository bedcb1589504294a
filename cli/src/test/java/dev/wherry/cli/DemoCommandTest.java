package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class DemoCommandTest {
    private static final Pattern SERVER = Pattern.compile("A server in process (\\d+) ");

    @Test
    void showsEachKindOfCallAndLeavesNoProcess() {
        Ran ran = Ran.wherry("demo", "--no-comparison");

        assertThat(ran.out()).endsWith("demo: 8 of 8 steps passed\n");
        assertThat(ran.out())
                .contains(" 1  sync ", " 2  async ", " 3  one-way ", " 4  callback ")
                .contains(" 5  reference ", " 6  exception ", " 7  deadline ", " 8  cancel ")
                .doesNotContain("FAILED");
        assertThat(ran.status()).isZero();
        Matcher server = SERVER.matcher(ran.out());
        assertThat(server.find()).isTrue();
        assertThat(ProcessHandle.of(Long.parseLong(server.group(1))).filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void saysThatAStepFailed(@TempDir Path nothing) {
        Ran ran = Ran.wherry("demo", "--root", nothing.toString());

        assertThat(ran.out()).contains(" 9  side by side  FAILED", "No lab found in ");
        assertThat(ran.out()).endsWith("demo: 8 of 9 steps passed\n");
        assertThat(ran.status()).isEqualTo(1);
    }

    @Test
    @Tag("long")
    void comparesWithJavaRmi(@TempDir Path out) {
        Ran ran = Ran.wherry("demo", "--out", out.toString());

        assertThat(ran.out()).endsWith("demo: 9 of 9 steps passed\n");
        assertThat(out.resolve("report.html")).isNotEmptyFile();
        assertThat(out.resolve("results.json")).isNotEmptyFile();
    }
}
