package dev.wherry.testkit.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** A class loader that defines its own copy of some classes, as the JVM of a peer does. */
public final class OtherLoader extends ClassLoader {
    private final Set<String> own;
    private String from = "";
    private String to = "";

    private OtherLoader(Set<String> own) {
        super(OtherLoader.class.getClassLoader());
        this.own = own;
    }

    public static OtherLoader loading(Class<?>... types) {
        return new OtherLoader(Arrays.stream(types).map(Class::getName).collect(Collectors.toSet()));
    }

    /** Replaces a name in those classes by another of the same length. */
    public OtherLoader renaming(String from, String to) {
        this.from = from;
        this.to = to;
        return this;
    }

    public Class<?> theirs(Class<?> type) throws ClassNotFoundException {
        return loadClass(type.getName());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null || !own.contains(name)) {
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
            byte[] bytes = classFile(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private byte[] classFile(String name) {
        String file = name.replace('.', '/') + ".class";
        try (InputStream in = Objects.requireNonNull(getParent().getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
                    .replace(from, to)
                    .getBytes(StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
