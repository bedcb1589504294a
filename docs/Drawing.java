import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Draws the modules and the packages of core into docs/architecture.md, from the poms and the imports. In the root of the tree:
 *
 * <pre>
 * java docs/Drawing.java           writes the drawing
 * java docs/Drawing.java --check   exits with 1 if it is not current
 * </pre>
 */
final class Drawing {
    private static final String BEGIN = "<!-- drawing: made by docs/Drawing.java -->\n```text\n";
    private static final String END = "```\n<!-- end of drawing -->";
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?(dev\\.wherry[.\\w]*?)\\.[A-Z]", Pattern.MULTILINE);

    private static final Pattern INSIDE =
            Pattern.compile("dev\\.wherry\\.(internal|codec|transport|net|reflect|text)\\b");

    public static void main(String[] arguments) throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("docs/Drawing.java"))) {
            root = root.getParent();
        }
        Path page = root.resolve("docs/architecture.md");
        String before = Files.readString(page);
        int begin = before.indexOf(BEGIN) + BEGIN.length();
        int end = before.indexOf(END, begin);
        if (begin < BEGIN.length() || end < 0) {
            throw new IllegalStateException(page + " has no place for the drawing");
        }
        String after = before.substring(0, begin) + modules(root) + "\n" + packages(root) + before.substring(end);
        if (arguments.length > 0 && arguments[0].equals("--check")) {
            if (!after.equals(before)) {
                System.err.println("The drawing in docs/architecture.md is not current: run java docs/Drawing.java");
                System.exit(1);
            }
            return;
        }
        Files.writeString(page, after);
    }

    // ---- modules

    private static String modules(Path root) throws IOException {
        Map<String, Path> poms = new TreeMap<>();
        Matcher modules =
                Pattern.compile("<module>([^<]+)</module>").matcher(Files.readString(root.resolve("pom.xml")));
        while (modules.find()) {
            poms.put(modules.group(1), root.resolve(modules.group(1)).resolve("pom.xml"));
        }
        Map<String, String> byArtifact = new TreeMap<>();
        for (Map.Entry<String, Path> each : poms.entrySet()) {
            byArtifact.put(artifact(Files.readString(each.getValue())), each.getKey());
        }
        Map<String, Set<String>> uses = new TreeMap<>();
        for (Map.Entry<String, Path> each : poms.entrySet()) {
            Set<String> used = new TreeSet<>();
            Matcher one = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL)
                    .matcher(Files.readString(each.getValue())
                            .replaceAll("(?s)<dependencyManagement>.*?</dependencyManagement>", ""));
            while (one.find()) {
                String module = byArtifact.get(artifact(one.group(1)));
                if (module != null && !one.group(1).contains("<scope>test</scope>")) {
                    used.add(module);
                }
            }
            uses.put(each.getKey(), used);
        }
        return "modules\n" + drawn(uses);
    }

    private static String artifact(String pom) {
        Matcher found = Pattern.compile("<artifactId>([^<]+)</artifactId>")
                .matcher(pom.replaceAll("(?s)<parent>.*?</parent>", ""));
        return found.find() ? found.group(1) : "";
    }

    // ---- packages

    private static String packages(Path root) throws IOException {
        Map<String, Set<String>> uses = new TreeMap<>();
        Path sources = root.resolve("core/src/main/java");
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                    .sorted()
                    .toList()) {
                String from = sources.relativize(file.getParent())
                        .toString()
                        .replace('/', '.')
                        .replace('\\', '.');
                if (INSIDE.matcher(from).lookingAt()) {
                    Set<String> used = uses.computeIfAbsent(from, none -> new TreeSet<>());
                    Matcher imports = IMPORT.matcher(Files.readString(file));
                    while (imports.find()) {
                        used.add(imports.group(1));
                    }
                }
            }
        }
        Map<String, Set<String>> shorter = new TreeMap<>();
        uses.forEach((from, used) -> {
            used.retainAll(uses.keySet());
            used.remove(from);
            shorter.put(
                    shortened(from),
                    used.stream().map(Drawing::shortened).collect(Collectors.toCollection(TreeSet::new)));
        });
        return "packages inside core (dev.wherry.*)\n" + drawn(shorter);
    }

    private static String shortened(String name) {
        return name.substring("dev.wherry.".length());
    }

    // ---- both

    /** One line for each node, those that use most first. What is used by way of another one is left out. */
    private static String drawn(Map<String, Set<String>> uses) {
        Map<String, Set<String>> all = new TreeMap<>();
        uses.keySet().forEach(each -> all.put(each, reached(each, uses)));
        int width = uses.keySet().stream().mapToInt(String::length).max().orElse(0);
        List<String> order = new ArrayList<>(uses.keySet());
        order.sort((a, b) -> all.get(a).size() != all.get(b).size()
                ? Integer.compare(all.get(b).size(), all.get(a).size())
                : a.compareTo(b));
        StringBuilder lines = new StringBuilder();
        for (String from : order) {
            Collection<String> direct = uses.get(from).stream()
                    .filter(to -> uses.get(from).stream()
                            .noneMatch(by -> !by.equals(to)
                                    && all.get(by).contains(to)
                                    && !all.get(to).contains(by)
                                    && !all.get(by).contains(from)))
                    .collect(Collectors.toCollection(TreeSet::new));
            String line = "  " + from + " ".repeat(width - from.length());
            lines.append(direct.isEmpty() ? line.stripTrailing() : line + "  -> " + String.join(", ", direct))
                    .append('\n');
        }
        return lines.toString();
    }

    private static Set<String> reached(String from, Map<String, Set<String>> uses) {
        Set<String> met = new TreeSet<>();
        List<String> open = new ArrayList<>(List.of(from));
        while (!open.isEmpty()) {
            for (String each : uses.getOrDefault(open.removeLast(), Set.of())) {
                if (met.add(each)) {
                    open.add(each);
                }
            }
        }
        met.remove(from);
        return met;
    }
}
