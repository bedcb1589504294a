package dev.wherry.internal.types;

import dev.wherry.text.OneLine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The types that a text registers. Each line has a class, a package {@code p.*} or a tree of packages {@code p.**}.
 *
 * @param packages their classes, and not those of packages below them
 * @param trees packages whose classes are registered with those of all packages below them
 */
public record RegisteredTypes(List<Class<?>> classes, List<String> packages, List<String> trees) {
    private static final int MOST_BYTES = 1 << 20;
    /** The most characters of a line without its comment. */
    private static final int LONGEST_ENTRY = 1_000;
    /** The most absent classes that the log names. */
    private static final int MOST_LOGGED = 100;
    /** Compiled when the first name is checked: most programs register classes, and start sooner without it. */
    private static final class Name {
        /** Possessive, without backtracking: that would take stack space for each dot of a long text. */
        static final Pattern PATTERN = Pattern.compile(
                "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*+(?:\\.\\p{javaJavaIdentifierStart}"
                        + "\\p{javaJavaIdentifierPart}*+)*+");
    }

    private static final String IN_PACKAGE = ".*";
    private static final String BELOW = ".**";

    /** @throws IllegalArgumentException if this is not the name of a package */
    public static String requirePackage(String name) {
        if (!Name.PATTERN.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + OneLine.of(name)
                    + "' is not the name of a package: expected such as com.acme, without a star");
        }
        return name;
    }

    /** @throws IllegalArgumentException if a class belongs to the JDK and may not be sent; says what to do instead */
    public static Class<?> requireClass(Class<?> type) {
        Class<?> element = ArrayTypes.element(type);
        if (JdkRegistrations.concerns(element)) {
            JdkRegistrations.require(element);
        }
        return type;
    }

    /**
     * Reads a file. Logs the classes that are absent here.
     *
     * @throws IllegalArgumentException if a line cannot be registered; names the line
     * @throws UncheckedIOException if the file cannot be read
     */
    public static RegisteredTypes read(Path file) {
        List<String> lines = lines(file);
        List<String> packages = new ArrayList<>();
        List<String> trees = new ArrayList<>();
        List<Class<?>> classes = new ArrayList<>();
        List<String> absent = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = entry(lines.get(i));
            try {
                if (line.length() > LONGEST_ENTRY) {
                    throw new IllegalArgumentException("a name has at most " + LONGEST_ENTRY + " characters");
                }
                if (line.endsWith(BELOW)) {
                    trees.add(requirePackage(line.substring(0, line.length() - BELOW.length())));
                } else if (line.endsWith(IN_PACKAGE)) {
                    packages.add(requirePackage(line.substring(0, line.length() - IN_PACKAGE.length())));
                } else if (!line.isEmpty()) {
                    classes.add(requireClass(Class.forName(line, false, loader())));
                }
            } catch (ClassNotFoundException | NoClassDefFoundError e) {
                if (!Name.PATTERN.matcher(line).matches()) {
                    throw notRegistered(file, i, line, e);
                }
                absent.add(line + " (line " + (i + 1) + ")");
            } catch (LinkageError | IllegalArgumentException e) {
                throw notRegistered(file, i, line, e);
            }
        }
        if (!absent.isEmpty()) {
            List<String> logged = absent.subList(0, Math.min(MOST_LOGGED, absent.size()));
            // The logger is found here, since that takes a new process longer than a call.
            System.getLogger("dev.wherry")
                    .log(
                            Level.WARNING,
                            file + " names classes that are not on the class path here. They are not registered: "
                                    + String.join(", ", logged)
                                    + (logged.size() == absent.size()
                                            ? ""
                                            : " and " + (absent.size() - logged.size()) + " more"));
        }
        return new RegisteredTypes(classes, packages, trees);
    }

    private static List<String> lines(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IllegalArgumentException("Cannot read the classes to register from " + file
                        + ": it has more than " + MOST_BYTES
                        + " bytes. Name packages instead of their classes: com.acme.* or com.acme.**");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString()
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the classes to register from " + file + ": " + e, e);
        }
    }

    private static IllegalArgumentException notRegistered(Path file, int index, String line, Throwable cause) {
        return new IllegalArgumentException(
                file + ", line " + (index + 1) + ": '" + OneLine.of(line) + "' cannot be registered: "
                        + OneLine.whole(cause.toString())
                        + ". Expected a class such as com.acme.Order$Item, or com.acme.* or com.acme.**",
                cause);
    }

    /** Returns a line without its comment. */
    static String entry(String line) {
        return line.replaceFirst("#.*", "").strip();
    }

    static ClassLoader loader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context != null ? context : ClassLoader.getSystemClassLoader();
    }
}
