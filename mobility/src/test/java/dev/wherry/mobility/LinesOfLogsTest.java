package dev.wherry.mobility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Identity;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer that chooses a name or a message cannot write a line of a log with it. */
class LinesOfLogsTest {
    private static final String FORGED = "\nINFO: Accepted";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\nb",
                "a\rb",
                "a\tb",
                "a\u0000",
                "\u001b[2J",
                "a\u007f",
                "a\u0085b",
                "a\u2028b",
                "a\u2029b",
                "\u202eb"
            })
    void areNotBegunByTheNameOfAWorkspace(String name) {
        assertThatThrownBy(() -> WorkspaceOptions.shared(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no control or format characters")
                .message()
                .doesNotContain(name)
                .doesNotContainPattern("[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cf}]");
    }

    @Test
    void namesOfWorkspacesOtherwiseAreAsOneLikes() {
        assertThat(WorkspaceOptions.shared("Größe 猫 😀 (2)").name()).isEqualTo("Größe 猫 😀 (2)");
        assertThatThrownBy(() -> WorkspaceOptions.shared("x".repeat(100_000)))
                .message()
                .contains("this has 100000")
                .hasSizeLessThan(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.acme\u0000", "com.\u001bacme", "com\u0085.acme"})
    void areNotBegunByThatOfAPackage(String name) {
        assertThatThrownBy(() -> WorkspaceOptions.builder().shippedFirst(name).build())
                .hasMessageContaining("names no package");
    }

    @Test
    void areOneForEachRecord() {
        CodeReceived received = new CodeReceived(
                Instant.EPOCH, Set.of(Identity.of("address", "1.2.3.4:5")), "w", "ab", List.of(), 0, "text" + FORGED);
        assertThat(received)
                .hasToString("Refused 0 classes, 0 bytes, from [1.2.3.4:5] for workspace 'w', manifest ab: text?INFO:"
                        + " Accepted");
        assertThat(received.refusal()).as("as the peer got it").isEqualTo("text" + FORGED);
    }

    @Test
    void areAsLongAsAnybodyReads() {
        assertThat(new CodeReceived(Instant.EPOCH, Set.of(), "w", "ab", List.of(), 0, "x".repeat(1 << 20)).toString())
                .hasSizeLessThan(3_000);
    }
}
