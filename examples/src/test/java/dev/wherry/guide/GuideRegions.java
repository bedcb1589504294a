package dev.wherry.guide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The regions of code that README and the guide show. */
final class GuideRegions {
    static final Pattern BLOCK = Pattern.compile("(?:<!-- ([\\w#/. -]+) -->\n)?```(\\w+)\n(.*?)```", Pattern.DOTALL);

    private GuideRegions() {}

    static List<Path> pages(Path root) throws IOException {
        try (Stream<Path> guide = Files.list(root.resolve("docs/guide"))) {
            return Stream.concat(
                            Stream.of(root.resolve("README.md")),
                            guide.filter(page -> page.toString().endsWith(".md"))
                                    .sorted())
                    .toList();
        }
    }

    /** Writes the regions into the pages: {@code java examples/src/test/java/dev/wherry/guide/GuideRegions.java}. */
    public static void main(String... arguments) throws IOException {
        Path root = Path.of("").toAbsolutePath();
        for (Path page : pages(root)) {
            String text = Files.readString(page);
            String written = BLOCK.matcher(text)
                    .replaceAll(block -> Matcher.quoteReplacement(
                            block.group(1) == null
                                    ? block.group()
                                    : "<!-- " + block.group(1) + " -->\n```" + block.group(2) + "\n"
                                            + of(root, block.group(1)) + "```"));
            if (!written.equals(text)) {
                Files.writeString(page, written);
                System.out.println("wrote " + root.relativize(page));
            }
        }
    }

    static String of(Path root, String names) {
        return Stream.of(names.split(" ")).map(name -> region(root, name)).collect(Collectors.joining("\n"));
    }

    private static String region(Path root, String name) {
        String[] parts = name.split("#");
        try {
            String code = Files.readString(parts[0].contains("/") ? root.resolve(parts[0]) : example(root, parts[0]));
            Matcher start =
                    Pattern.compile("@start region=" + parts[1] + "\\b.*\n").matcher(code);
            if (!start.find()) {
                throw new AssertionError("There is no region " + name);
            }
            return lines(code.substring(start.end())).stripIndent() + "\n";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }

    /** Returns the lines up to the end of a region, without the marks of regions in it. */
    private static String lines(String rest) {
        List<String> lines = new ArrayList<>();
        int depth = 1;
        for (String line : rest.lines().toList()) {
            if (line.contains("@start region=")) {
                depth++;
            } else if (!line.contains("@end")) {
                lines.add(line);
            } else if (--depth == 0) {
                break;
            }
        }
        return String.join("\n", lines);
    }

    private static Path example(Path root, String name) throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve("examples/src"))) {
            return files.filter(each -> each.endsWith(name + ".java"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("There is no " + name));
        }
    }
}
