package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that each block of Java on the pages is a region of code that is compiled and run here. A line {@code <!--
 * FILE#REGION ... -->} before a block names its regions. In the code a region is between {@code // @start region=NAME}
 * and {@code // @end}. A file is a class of the examples or, with its path, any file of the repository. {@link
 * GuideRegions} writes the regions into the pages.
 */
class GuideTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    static List<Path> pages() throws IOException {
        return GuideRegions.pages(ROOT);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void showsCodeThatRuns(Path page) throws IOException {
        Matcher block = GuideRegions.BLOCK.matcher(Files.readString(page));
        while (block.find()) {
            if (block.group(1) == null) {
                assertThat(block.group(2))
                        .as("the language of a block that names no regions: %n%s", block.group(3))
                        .isNotEqualTo("java");
            } else {
                assertThat(block.group(3))
                        .as("%s in %s", block.group(1), page)
                        .isEqualTo(GuideRegions.of(ROOT, block.group(1)));
            }
        }
    }

    @Test
    void hasAPageForEachEntryOfTheList() throws IOException {
        String list = Files.readString(ROOT.resolve("docs/guide/README.md"));
        for (Path page : pages()) {
            if (page.getParent().endsWith("guide") && !page.endsWith("README.md")) {
                assertThat(list).contains("(" + page.getFileName() + ")");
            }
        }
    }
}
