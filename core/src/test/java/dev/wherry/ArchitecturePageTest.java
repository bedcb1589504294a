package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testsupport.Checkout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages that lead through the code, {@code docs/architecture.md} and {@code docs/performance.md}, follow the tree. */
final class ArchitecturePageTest {
    private static final Pattern FILE = Pattern.compile("`(\\w+\\.java)`");

    @Test
    void namesFilesThatExist() throws IOException {
        Set<String> existing;
        try (Stream<Path> files = Files.walk(Checkout.root())) {
            existing = files.filter(file ->
                            file.toString().contains("/src/main/java/".replace('/', java.io.File.separatorChar)))
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.toSet());
        }
        for (String page : new String[] {"architecture.md", "performance.md"}) {
            Set<String> named = new TreeSet<>();
            Matcher found = FILE.matcher(
                    Files.readString(Checkout.root().resolve("docs").resolve(page)));
            while (found.find()) {
                named.add(found.group(1));
            }
            assertThat(named)
                    .as("files that %s names", page)
                    .hasSizeGreaterThan(5)
                    .isSubsetOf(existing);
        }
    }

    @Test
    void showsTheModulesAndPackagesAsTheyAre() throws IOException, InterruptedException {
        Process drawing = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "docs/Drawing.java",
                        "--check")
                .directory(Checkout.root().toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(drawing.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(drawing.waitFor()).as(said).isZero();
    }
}
