package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Follows each link of each Markdown page of the repository, to its file and to its anchor. */
class LinksTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern CODE = Pattern.compile("^```.*?^```|`[^`\n]*`", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)|<(?:a|img)[^>]+(?:href|src)=\"([^\"]+)\"");
    private static final Pattern HEADING = Pattern.compile("^#+ +(.*?) *#*$", Pattern.MULTILINE);
    private static final Pattern ID = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");

    private final Map<Path, Set<String>> anchors = new HashMap<>();

    @Test
    void linksToExistingFilesAndAnchors() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher link = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
            while (link.find()) {
                String target = link.group(1) == null ? link.group(2) : link.group(1);
                if (!target.matches("[a-z]+:.*") && !exists(page, target)) {
                    broken.add(ROOT.relativize(page) + " links to " + target);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    /** Each record has its row in the index, with its title. */
    @Test
    void listsEachDecision() throws IOException {
        Path folder = ROOT.resolve("docs/decisions");
        List<String> expected = new ArrayList<>();
        try (Stream<Path> records = Files.list(folder)) {
            for (Path record :
                    records.filter(each -> !each.endsWith("README.md")).sorted().toList()) {
                String file = record.getFileName().toString();
                String title = Files.readAllLines(record).getFirst().replaceFirst("^# [0-9]{4}: ", "");
                expected.add("| [%s](%s) | %s |".formatted(file.substring(0, 4), file, title));
            }
        }
        List<String> rows = Files.readAllLines(folder.resolve("README.md")).stream()
                .filter(line -> line.startsWith("| ["))
                .map(line -> line.replaceFirst("[^|]+\\|$", "").strip())
                .toList();
        assertThat(rows).isEqualTo(expected);
    }

    /** The head of a record and its row in the index name the same later records, in the same words. */
    @Test
    void repeatsInTheIndexWhichRecordsHaveChanged() throws IOException {
        Path folder = ROOT.resolve("docs/decisions");
        for (String row : Files.readAllLines(folder.resolve("README.md"))) {
            if (row.startsWith("| [")) {
                String[] cells = row.split("\\|");
                String file = cells[1].replaceAll(".*\\((.*)\\).*", "$1");
                String record = Files.readString(folder.resolve(file));
                String head = record.substring(0, record.indexOf("\n\n", record.indexOf("**Decided**")));
                assertThat(changes(cells[3])).as(file).isEqualTo(changes(head));
            }
        }
    }

    /** Returns by which records another one was overruled, replaced or changed: "changed by 0061". */
    private static Set<String> changes(String text) {
        Set<String> found = new HashSet<>();
        Matcher change = Pattern.compile(
                        "(overruled|replaced|changed)(?:\\*\\*)? (.*?)(?=\\*\\*|\nnames since|$)", Pattern.DOTALL)
                .matcher(text.toLowerCase(Locale.ROOT));
        while (change.find()) {
            Matcher number = Pattern.compile("\\[([0-9]{4})]").matcher(change.group(2));
            while (number.find()) {
                found.add(change.group(1) + " by " + number.group(1));
            }
        }
        return found;
    }

    @Test
    void linksTheFirstUseOfATermToTheGlossary() throws IOException {
        List<String> missing = new ArrayList<>();
        for (Path page : guide()) {
            String text = Files.readString(page);
            String prose = CODE.matcher(text).replaceAll("");
            for (String word : List.of("lane", "main link", "session", "stub", "workspace", "bundle", "floor")) {
                String id = word.replace(' ', '-');
                if (Pattern.compile("\\b" + word + "s?\\b").matcher(prose).find()
                        && !text.contains("glossary.md#" + id + ")")) {
                    missing.add(ROOT.relativize(page) + " uses " + word);
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    private boolean exists(Path page, String target) throws IOException {
        int hash = target.indexOf('#');
        Path file = hash == 0
                ? page
                : page.resolveSibling(hash < 0 ? target : target.substring(0, hash))
                        .normalize();
        if (!Files.exists(file)) {
            return false;
        }
        return hash < 0 || !file.toString().endsWith(".md") || anchors(file).contains(target.substring(hash + 1));
    }

    private Set<String> anchors(Path page) throws IOException {
        Set<String> known = anchors.get(page);
        if (known == null) {
            known = new HashSet<>();
            String text = Files.readString(page);
            Matcher heading = HEADING.matcher(Pattern.compile("^```.*?^```", Pattern.DOTALL | Pattern.MULTILINE)
                    .matcher(text)
                    .replaceAll(""));
            while (heading.find()) {
                String anchor = heading.group(1)
                        .replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
                String unique = anchor;
                for (int i = 1; !known.add(unique); i++) {
                    unique = anchor + "-" + i;
                }
            }
            Matcher id = ID.matcher(text);
            while (id.find()) {
                known.add(id.group(1));
            }
            anchors.put(page, known);
        }
        return known;
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.find(
                ROOT,
                8,
                (path, attributes) ->
                        attributes.isRegularFile() && path.toString().endsWith(".md"))) {
            return files.filter(
                            page -> !ROOT.relativize(page).toString().matches(".*\\btarget/.*|\\..*|lab-results/.*"))
                    .sorted()
                    .toList();
        }
    }

    private static List<Path> guide() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("docs/guide"))) {
            return files.filter(page -> page.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }
}
