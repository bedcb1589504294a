package dev.wherry.internal.bundles;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Defines the classes of one workspace. The JDK's and Wherry's own come from the host; of others the workspace's code decides. */
final class WorkspaceLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final WorkspaceCode code;

    WorkspaceLoader(String name, ClassLoader host, WorkspaceCode code) {
        super("wherry workspace " + name, host);
        this.code = code;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
            return loaded;
        }
        Class<?> hosts = code.brings(name) ? null : host(name);
        return hosts != null ? hosts : findClass(name);
    }

    private @Nullable Class<?> host(String name) {
        Class<?> platform = Platform.find(name);
        if (platform != null || !code.isOfHost(name)) {
            return platform;
        }
        try {
            return getParent().loadClass(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Gets the file of a class that whoever comes after asks for, if those who sent the others have it. */
    void demand(String name) {
        code.found(name);
    }

    /**
     * Without the lock of the name: whoever has sent code may be asked for the class, or for one above it, and one that does
     * not answer holds up nobody but who asks for him. Of two that define the same, the virtual machine takes the first.
     */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = code.bytes(name);
        try {
            return defineClass(name, bytes, 0, bytes.length);
        } catch (LinkageError e) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            throw e;
        }
    }

    /** Of the host, unless it has none. */
    @Override
    protected @Nullable URL findResource(String name) {
        List<byte[]> contents = code.resources(name);
        return contents.isEmpty() ? null : url(name, 0, contents.getFirst());
    }

    /** Beside the host's. */
    @Override
    protected Enumeration<URL> findResources(String name) {
        List<URL> all = new ArrayList<>();
        for (byte[] each : code.resources(name)) {
            all.add(url(name, all.size(), each));
        }
        return Collections.enumeration(all);
    }

    private static URL url(String name, int number, byte[] content) {
        try {
            String path = HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8)) + "/" + number;
            return URL.of(URI.create("wherry:/" + path), new Content(content));
        } catch (IOException e) {
            throw new IllegalStateException("A URL with a handler of its own needs no other", e);
        }
    }

    /** What stands behind a URL that nothing outside this JVM could open. */
    private static final class Content extends URLStreamHandler {
        private final byte[] bytes;

        Content(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {}

                @Override
                public long getContentLengthLong() {
                    return bytes.length;
                }

                @Override
                public InputStream getInputStream() {
                    return new ByteArrayInputStream(bytes);
                }
            };
        }
    }
}
