package dev.wherry.dds.idl;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of IDL and the files that it includes. Guards ({@code #ifndef}), {@code #include} and {@code #pragma keylist} are supported;
 * macros are not replaced. Included files are in the folder of the file, or in one that was given. For one thread.
 */
final class Preprocessor {
    private static final int MOST_CHARACTERS = 2_000_000;
    private static final int MOST_FILES = 200;
    private static final int DEEPEST = 20;
    private static final int LONGEST_LINE = 20_000;

    private static final Pattern DIRECTIVE = Pattern.compile("\\s*+#\\s*+(\\w*+)\\s*+(.*)");
    private static final Pattern INCLUDED = Pattern.compile("\"([^\"]++)\"\\s*+|<([^>]++)>\\s*+");
    private static final Pattern DEFINED = Pattern.compile("(!?+)\\s*+defined\\s*+\\(?+\\s*+(\\w++)\\s*+\\)?+\\s*+");
    private static final Pattern COMMENT = Pattern.compile("//.*|/\\*.*?\\*/");
    private static final String OPEN_SPLICE = "dds_rmi.idl";

    private final SourceText source = new SourceText();
    private final Problems problems = new Problems(source);
    private final List<Path> folders = new ArrayList<>();
    private final Set<String> macros = new HashSet<>();
    private final Map<String, List<String>> keys = new HashMap<>();
    private int files;
    private int characters;

    /** @param folders where included files may be, besides the folder of the file that is read */
    Preprocessor(List<Path> folders) {
        this.folders.addAll(folders);
    }

    SourceText source() {
        return source;
    }

    Problems problems() {
        return problems;
    }

    /** Returns the members that {@code #pragma keylist} makes keys, by the name of the structure as it was written. */
    Map<String, List<String>> keys() {
        return keys;
    }

    /** Reads a file, and what it includes. */
    void read(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            folders.addFirst(folder);
        }
        read(file.toString(), content(file), folder, 0);
    }

    /** Reads a text that is in no file. It can include files of the given folders only. */
    void read(String name, String content) throws IOException {
        read(name, content, null, 0);
    }

    private String content(Path file) throws IOException {
        if (Files.size(file) > MOST_CHARACTERS) {
            throw new IOException(file + " is longer than " + MOST_CHARACTERS + " bytes");
        }
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private void read(String name, String content, @Nullable Path folder, int depth) throws IOException {
        characters += content.length();
        if (++files > MOST_FILES || characters > MOST_CHARACTERS) {
            throw new IOException(
                    name + ": more than " + MOST_FILES + " files or " + MOST_CHARACTERS + " characters are included");
        }
        Deque<Boolean> conditions = new ArrayDeque<>();
        boolean comment = false;
        int number = 0;
        for (String line : content.split("\r\n|[\r\n]", -1)) {
            number++;
            Matcher directive = DIRECTIVE.matcher(line);
            boolean active = !conditions.contains(false);
            if (!comment && line.length() <= LONGEST_LINE && directive.matches()) {
                source.add(name, number, "");
                String rest =
                        COMMENT.matcher(directive.group(2)).replaceAll(" ").strip();
                if (!condition(directive.group(1), rest, conditions) && active) {
                    directive(directive.group(1), rest, folder, depth);
                }
                continue;
            }
            if (line.length() > LONGEST_LINE) {
                source.add(name, number, "");
                problem(1, "the line is longer than " + LONGEST_LINE + " characters");
                continue;
            }
            source.add(name, number, active ? line : "");
            comment = endsInComment(line, comment);
        }
        if (!conditions.isEmpty()) {
            problem(1, "an #if has no #endif");
        }
    }

    /** Reports a problem in the line that was added last. */
    private void problem(int column, String message) {
        problems.error(source.nextLine() - 1, column, message);
    }

    /** Runs a directive that decides which lines count. Returns whether it was one. */
    private boolean condition(String directive, String rest, Deque<Boolean> conditions) {
        boolean outer = !conditions.contains(false);
        switch (directive) {
            case "ifdef" -> conditions.push(macros.contains(rest));
            case "ifndef" -> conditions.push(!macros.contains(rest));
            case "if" -> conditions.push(!outer || holds(rest));
            case "else", "endif" -> {
                if (conditions.isEmpty()) {
                    problem(1, "#" + directive + " without #if");
                } else if (directive.equals("else")) {
                    conditions.push(!conditions.pop());
                } else {
                    conditions.pop();
                }
            }
            default -> {
                return false;
            }
        }
        if (conditions.size() > DEEPEST) {
            problem(1, "#if is nested more than " + DEEPEST + " deep");
            conditions.clear();
        }
        return true;
    }

    private boolean holds(String condition) {
        Matcher defined = DEFINED.matcher(condition);
        if (defined.matches()) {
            return macros.contains(defined.group(2)) == defined.group(1).isEmpty();
        }
        if (!condition.equals("0") && !condition.equals("1")) {
            problem(1, "#if supports 0, 1, defined(NAME) and !defined(NAME) only");
        }
        return condition.equals("1");
    }

    private void directive(String directive, String rest, @Nullable Path folder, int depth) throws IOException {
        switch (directive) {
            case "", "line", "warning", "ident" -> {}
            case "include" -> include(rest, folder, depth);
            case "define" -> {
                if (!rest.matches("\\w++(\\s++1)?")) {
                    problem(1, "a macro with a value is not supported. Use const");
                } else {
                    macros.add(rest.split("\\s")[0]);
                }
            }
            case "undef" -> macros.remove(rest);
            case "pragma" -> pragma(rest);
            case "error" -> problem(1, "#error " + rest);
            default -> problem(1, "#" + directive + " is not supported");
        }
    }

    private void pragma(String rest) {
        String[] words = rest.split("[\\s,]++");
        if (words.length >= 2 && words[0].equals("keylist")) {
            List<String> members = Arrays.asList(words).subList(2, words.length);
            if (members.stream().anyMatch(each -> each.contains("."))) {
                problem(1, "a key within a member is not supported by #pragma keylist. Mark it with @key");
            } else {
                keys.put(words[1], members);
            }
        }
    }

    private void include(String rest, @Nullable Path from, int depth) throws IOException {
        Matcher included = INCLUDED.matcher(rest);
        if (!included.matches()) {
            problem(1, "expected #include \"file\"");
            return;
        }
        String name = included.group(1) != null ? included.group(1) : included.group(2);
        if (depth >= DEEPEST) {
            problem(1, "files are included more than " + DEEPEST + " deep");
            return;
        }
        List<Path> bases = new ArrayList<>(folders);
        if (from != null) {
            bases.addFirst(from);
        }
        for (Path base : bases) {
            Path file = base.resolve(name.replace('\\', '/')).normalize();
            if (Files.isRegularFile(file)) {
                Path real = file.toRealPath();
                boolean allowed = false;
                for (Path each : folders) {
                    allowed |= real.startsWith(each.toRealPath());
                }
                if (!allowed) {
                    problem(1, "'" + name + "' is outside of the folder of the file. Allow its folder with --include");
                    return;
                }
                read(
                        base.equals(folders.getFirst()) ? name : file.toString(),
                        content(real),
                        file.getParent(),
                        depth + 1);
                return;
            }
        }
        if (!name.endsWith(OPEN_SPLICE)) {
            problem(1, "'" + name + "' is not found");
        }
    }

    /** Returns whether the next line begins within a comment. */
    private static boolean endsInComment(String line, boolean comment) {
        boolean inside = comment;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (inside) {
                if (line.startsWith("*/", i)) {
                    inside = false;
                    i++;
                }
            } else if (quote != 0) {
                if (c == '\\') {
                    i++;
                } else if (c == quote) {
                    quote = 0;
                }
            } else if (line.startsWith("//", i)) {
                return false;
            } else if (line.startsWith("/*", i)) {
                inside = true;
                i++;
            } else if (c == '"' || c == '\'') {
                quote = c;
            }
        }
        return inside;
    }
}
