package dev.wherry.cli.source;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Loads compiled classes from memory. It also returns their bytes as resources, so that they can be sent. */
final class CompiledClasses extends ClassLoader {
    private final Map<String, byte[]> classes;

    /** @param classes by binary name */
    CompiledClasses(Map<String, byte[]> classes, ClassLoader parent) {
        super("wherry-run", parent);
        this.classes = Map.copyOf(classes);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        byte[] bytes = name.endsWith(".class")
                ? classes.get(
                        name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                : null;
        return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    }
}
