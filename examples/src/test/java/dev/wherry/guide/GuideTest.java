package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Keeps the pages true: every block of Java is a region of code that is compiled and run here. A line
 * {@code <!-- FILE#REGION ... -->} before a block names its regions; in the code a region stands between
 * {@code // @start region=NAME} and {@code // @end}.
 */
class GuideTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("(?:<!-- ([\\w# ]+) -->\n)?```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

    static List<Path> pages() throws IOException {
        try (Stream<Path> guide = Files.list(ROOT.resolve("docs/guide"))) {
            return Stream.concat(Stream.of(ROOT.resolve("README.md"), ROOT.resolve("CHANGES.md")), guide.sorted())
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void showsCodeThatRuns(Path page) throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(page));
        while (block.find()) {
            assertThat(block.group(1)).as("the regions of %n%s", block.group(2)).isNotNull();
            String wanted =
                    Stream.of(block.group(1).split(" ")).map(GuideTest::region).collect(Collectors.joining("\n"));
            assertThat(block.group(2)).as("%s in %s", block.group(1), page).isEqualTo(wanted);
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksToFilesThatExist(Path page) throws IOException {
        Matcher link = LINK.matcher(Files.readString(page));
        while (link.find()) {
            assertThat(page.resolveSibling(link.group(1)))
                    .as("linked in %s", page)
                    .exists();
        }
    }

    @Test
    void hasAPageForEachEntryOfItsList() throws IOException {
        String list = Files.readString(ROOT.resolve("docs/guide/README.md"));
        for (Path page : pages()) {
            if (page.getParent().endsWith("guide") && !page.endsWith("README.md")) {
                assertThat(list).contains("(" + page.getFileName() + ")");
            }
        }
    }

    private static String region(String name) {
        String[] parts = name.split("#");
        try (Stream<Path> files = Files.walk(ROOT.resolve("examples/src"))) {
            Path file = files.filter(each -> each.endsWith(parts[0] + ".java"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("There is no " + parts[0]));
            String code = Files.readString(file);
            int start = code.indexOf("// @start region=" + parts[1] + "\n");
            assertThat(start).as("region %s", name).isNotNegative();
            int first = code.indexOf('\n', start) + 1;
            int end = code.lastIndexOf('\n', code.indexOf("// @end", start));
            return code.substring(first, end).stripIndent() + "\n";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
