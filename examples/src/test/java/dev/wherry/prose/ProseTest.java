package dev.wherry.prose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.prose.Prose.Sentence;
import dev.wherry.prose.ProseCheck.Finding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Keeps the language of the files and directories that the list SOURCES names. */
class ProseTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    static List<String> sources() throws IOException {
        try (InputStream list = Objects.requireNonNull(ProseTest.class.getResourceAsStream("SOURCES"))) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("sources")
    void isWrittenInPlainEnglish(String source) {
        Path path = ROOT.resolve(source);
        assertThat(path).as("named in the list SOURCES").exists();
        List<Finding> findings = ProseCheck.files(path).stream()
                .flatMap(file -> ProseCheck.check(ROOT, file).stream())
                .toList();
        assertThat(findings).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Who asks is told.                                         | told; Who asks
        The watcher tells the caller.                             | tells
        What is bound is bound on purpose.                        | What is bound
        It is no sandbox.                                         | is no
        There is no lane.                                         |
        The class is no longer used.                              |
        The server has no room.                                   | room
        A call that lasts.                                        | lasts
        A thread that spins before he sleeps.                     | he
        Endpoints refuse code by themselves.                      | by themselves
        It lets go of the child.                                  | lets go
        An idle endpoint releases it and takes another in.        |
        Which classes travel?                                     |
        What if the server restarts?                              |
        Anyone who may connect can call it.                       |
        """)
    void findsTheWords(String text, String expected) {
        List<String> advice = Prose.of("page.md", text).stream()
                .flatMap(each -> ProseCheck.advice(each).stream())
                .toList();
        if (expected == null) {
            assertThat(advice).isEmpty();
        } else {
            String[] words = expected.split("; ");
            assertThat(advice).hasSameSizeAs(words);
            for (int i = 0; i < words.length; i++) {
                assertThat(advice.get(i)).startsWith("'" + words[i]);
            }
        }
    }

    @Test
    void findsSentencesThatAreTooLong() {
        String most = "word ".repeat(ProseCheck.LONGEST - 1) + "end.";

        assertThat(ProseCheck.advice(Prose.of("page.md", most).getFirst())).isEmpty();
        assertThat(ProseCheck.advice(Prose.of("page.md", "One " + most).getFirst()))
                .singleElement()
                .asString()
                .contains("make two sentences");
    }

    @Test
    void readsPagesWithoutTheirCode() {
        String page = """
            # A title

            One sentence that
            has two lines. Another with `code that tells`.

            ```java
            String told;
            ```
            | a cell | [a link](told.md) |
            - An item
            """;

        assertThat(Prose.of("page.md", page).stream().map(Sentence::text))
                .containsExactly(
                        "A title",
                        "One sentence that has two lines.",
                        "Another with X.",
                        "a cell",
                        "a link",
                        "An item");
        assertThat(Prose.of("page.md", page).stream().map(Sentence::line)).containsExactly(1, 3, 4, 9, 9, 10);
    }

    @Test
    void readsCommentsAndMessagesOfSources() {
        String source = """
            /**
             * Returns the sum.
             *
             * @param told the {@code first} number
             */
            int sum(int told) { // One comment
                // on two lines.
                throw new IllegalStateException("cannot add '" + told + "' to nothing");
            }
            """;

        assertThat(Prose.of("Sum.java", source).stream().map(Sentence::text))
                .containsExactly(
                        "Returns the sum.",
                        "the X number",
                        "One comment on two lines.",
                        "cannot add '",
                        "' to nothing");
    }

    @Test
    void leavesOutTheTextBlocksOfTests() {
        String block = "String input = \"\"\"\n    a caller with many words\n    \"\"\";\n";

        assertThat(Prose.of("core/src/main/java/Input.java", block)).hasSize(1);
        assertThat(Prose.of("core/src/test/java/Input.java", block)).isEmpty();
    }
}
