package dev.wherry.cli.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.access.PolicyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyFileTest {
    private static final int MOST_BYTES = 256 << 10;

    @TempDir
    Path folder;

    private AbstractThrowableAssert<?, ?> assertRefused(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("policy.toml"), text);
        return assertThatThrownBy(() -> PolicyFile.read(file, Duration::parse))
                .isInstanceOf(PolicyException.class)
                .hasMessageStartingWith(file.toString())
                .satisfies(
                        e -> assertThat(e.getMessage()).hasSizeLessThan(1_000).doesNotContainPattern("\\p{Cc}"));
    }

    @Test
    void refusesWhatIsNestedTooDeep() throws IOException {
        int depth = 5_000;
        assertRefused("keys = " + "[".repeat(depth) + "]".repeat(depth)).hasMessageContaining("nested too deep");
        assertRefused("a=" + "[".repeat(MOST_BYTES - 2)).hasMessageContaining("nested too deep");
        assertRefused("a=" + "{a=".repeat(depth) + "1" + "}".repeat(depth)).hasMessageContaining("nested too deep");
    }

    @Test
    void readsAFileOfTheMostThatAPolicyMayHaveAndNoLongerOne() throws IOException {
        String policy = "[who]\nanyone = true\n";
        String most = policy + "#".repeat(MOST_BYTES - policy.length());
        Path file = Files.writeString(folder.resolve("most.toml"), most);
        assertThat(PolicyFile.read(file, Duration::parse).isOff()).isFalse();
        assertRefused(most + "#").hasMessageContaining("at most 262144 bytes");
    }

    @Test
    void shortensWhatItShowsOfLongTexts() throws IOException {
        String text = "a".repeat(30_000);
        assertRefused(text + " = 1").hasMessageContaining("unknown key");
        assertRefused("[who]\n" + text + " = 1").hasMessageContaining("unknown key");
        assertRefused("[who]\n\"a\\u001b" + text + "\" = 1").hasMessageContaining("unknown key 'a?a");
        assertRefused("[who]\nkeys = \"" + text + "\"").hasMessageContaining("expected a list");
        assertRefused("[who]\nkeys = [\"ed25519:" + text + "\"]").hasMessageContaining("SHA-256");
        assertRefused("[who]\nkeys = [\"" + text + "\"]").hasMessageContaining("cannot be read");
        assertRefused("[who]\nanyone = true\n[limits]\nbundle = \"" + text + "\"")
                .hasMessageContaining("not an amount of bytes");
        assertRefused("[who]\nanyone = true\n[packages]\nallow = [\"" + text + ",\"]")
                .hasMessageContaining("names no package");
        assertRefused("[who]\nanyone = true\n[records]\nfile = \"" + text + "/x\"")
                .hasMessageContaining("cannot be written");
        assertRefused(text + " " + text);
    }
}
