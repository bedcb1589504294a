package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the names of Wherry's API on the pages for users exist. */
class ApiNamesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern EXPORTS = Pattern.compile("^ +exports ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern EVENT = Pattern.compile("@Name\\(\"(dev\\.wherry\\.\\w+)\"\\)");
    private static final Pattern QUALIFIED = Pattern.compile("\\bdev\\.wherry(?:\\.[a-z]\\w*)*\\.[A-Z]\\w*");
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern CHAIN = Pattern.compile("([A-Z]\\w*)((?:\\.\\w+(?:\\([^()]*\\))?)+).*");
    private static final Pattern WITH = Pattern.compile("(with[A-Z]\\w*).*");
    private static final Pattern SEGMENT = Pattern.compile("\\.(\\w+)(\\([^()]*\\))?");

    /** Simple names are not unique: {@code Registry} is in a module for users of Java RMI as well. */
    private final Map<String, List<Class<?>>> exported = new HashMap<>();

    private final Set<String> sources = new HashSet<>();

    @Test
    void namesTypesAndMembersThatExist() throws Exception {
        findTypes();
        assertThat(exported).containsKeys("Endpoint", "EndpointOptions", "Transport", "Tasks", "CodecContract");

        List<String> unknown = new ArrayList<>();
        for (Path page : Stream.concat(Stream.of(ROOT.resolve("SECURITY.md")), GuideRegions.pages(ROOT).stream())
                .toList()) {
            String text = Files.readString(page);
            all(QUALIFIED, text)
                    .map(MatchResult::group)
                    .filter(name -> !sources.contains(name))
                    .forEach(name -> unknown.add(page.getFileName() + ": " + name));
            all(CODE, text)
                    .map(code -> code.group(1))
                    .filter(code -> !exists(code))
                    .forEach(code -> unknown.add(page.getFileName() + ": " + code));
        }
        assertThat(unknown).isEmpty();
    }

    private boolean exists(String code) {
        Matcher with = WITH.matcher(code);
        if (with.matches()) {
            return exported.values().stream()
                    .flatMap(List::stream)
                    .anyMatch(type -> member(type, with.group(1), true).isPresent());
        }
        Matcher chain = CHAIN.matcher(code);
        return !chain.matches()
                || !exported.containsKey(chain.group(1))
                || exported.get(chain.group(1)).stream().anyMatch(type -> has(type, chain.group(2)));
    }

    /** Follows a chain of nested types, methods and constants as far as their types are classes of Wherry. */
    private static boolean has(Class<?> type, String members) {
        Class<?> at = type;
        for (MatchResult segment : all(SEGMENT, members).toList()) {
            Optional<Class<?>> next = member(at, segment.group(1), segment.group(2) != null);
            if (next.isEmpty()) {
                return false;
            }
            at = next.get();
            if (!at.getName().startsWith("dev.wherry.")) {
                return true;
            }
        }
        return true;
    }

    private static Optional<Class<?>> member(Class<?> type, String name, boolean called) {
        Stream<Class<?>> methods = Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(name))
                .map(Method::getReturnType);
        Stream<Class<?>> others = called
                ? Stream.empty()
                : Stream.concat(
                        Arrays.stream(type.getClasses())
                                .filter(nested -> nested.getSimpleName().equals(name)),
                        Arrays.stream(type.getFields())
                                .filter(field -> field.getName().equals(name))
                                .map(Field::getType));
        return Stream.concat(methods, others).findFirst();
    }

    private void findTypes() throws IOException {
        try (Stream<Path> files = Files.find(
                ROOT,
                16,
                (path, attributes) ->
                        path.toString().contains("/src/") && path.toString().endsWith(".java"))) {
            for (Path file : files.toList()) {
                find(file);
            }
        }
    }

    private void find(Path file) throws IOException {
        String path = file.toString();
        if (path.endsWith("/src/main/java/module-info.java") && !path.contains("/consumers/")) {
            for (MatchResult exports : all(EXPORTS, Files.readString(file)).toList()) {
                findExported(file.getParent(), exports.group(1));
            }
        } else if (path.contains("/java/")) {
            sources.add(path.substring(path.lastIndexOf("/java/") + 6, path.length() - 5)
                    .replace('/', '.'));
            if (path.contains("/internal/events/")) {
                all(EVENT, Files.readString(file)).forEach(event -> sources.add(event.group(1)));
            }
        }
    }

    private void findExported(Path root, String packageName) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(packageName.replace('.', '/')))) {
            for (String name : files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("\\w+\\.java"))
                    .map(name -> name.replace(".java", ""))
                    .collect(Collectors.toSet())) {
                try {
                    Class<?> type = Class.forName(
                            packageName + "." + name, false, getClass().getClassLoader());
                    exported.computeIfAbsent(name, _ -> new ArrayList<>()).add(type);
                } catch (ClassNotFoundException e) {
                    // Of a module that the examples do not use.
                    assertThat(root.toString())
                            .containsAnyOf("lab", "bench", "codecs", "test-support", "examples", "servlet", "dds-idl");
                }
            }
        }
    }

    private static Stream<MatchResult> all(Pattern pattern, String text) {
        return pattern.matcher(text).results();
    }
}
