package dev.wherry.internal.types;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;

/**
 * The JDK's exceptions that travel in every call: all unchecked ones but those that hold a class or a permission, and the
 * checked ones that are plain data. Apart from {@link JdkTypes}, as most calls throw none and reading the table takes time.
 */
final class JdkExceptions {
    static final Set<String> NAMES = JdkTypes.names(read("jdk-exceptions.txt"));

    private JdkExceptions() {}

    private static String read(String table) {
        try (InputStream in = Objects.requireNonNull(JdkExceptions.class.getResourceAsStream(table), table)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
