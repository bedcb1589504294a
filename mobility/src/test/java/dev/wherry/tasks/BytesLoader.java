package dev.wherry.tasks;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;

/** A class path that has some classes of its own, which it prefers to its parent's. */
final class BytesLoader extends ClassLoader {
    private final Map<String, byte[]> files;

    BytesLoader(ClassLoader parent, Map<String, byte[]> files) {
        super(parent);
        this.files = files;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        byte[] bytes = files.get(name);
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (bytes == null || known != null) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        byte[] bytes = files.get(name.replaceFirst("\\.class$", "").replace('/', '.'));
        return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    }
}
