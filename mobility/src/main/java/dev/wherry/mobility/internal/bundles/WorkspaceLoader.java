package dev.wherry.mobility.internal.bundles;

import dev.wherry.mobility.internal.code.Platform;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Defines the classes of one workspace. Classes of the JDK and of Wherry are the host's; {@link WorkspaceCode} decides about others. */
final class WorkspaceLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final String SCHEME = "wherry";

    private final WorkspaceCode code;
    private final Resources resources = new Resources();
    private final ProtectionDomain domain;

    WorkspaceLoader(String name, ClassLoader host, WorkspaceCode code) {
        super("wherry workspace " + name, host);
        this.code = code;
        // Libraries ask for the place that they were loaded from. It cannot be listed; resources have other URLs.
        domain = new ProtectionDomain(new CodeSource(url("", 0), (Certificate[]) null), null, this, null);
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

    /** Fetches the file of a class, if a sender has it, for a host to which tasks are sent on. */
    void demand(String name) {
        code.found(name);
    }

    /**
     * Holds no lock for the name, since a sender may be asked for the class or a supertype. A sender that does not answer blocks only
     * the thread that needs its class. If two threads define the same class, the virtual machine uses the first.
     */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = code.bytes(name);
        try {
            return defineClass(name, bytes, 0, bytes.length, domain);
        } catch (LinkageError e) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            throw e;
        }
    }

    /** Called for a resource that the host lacks. */
    @Override
    protected @Nullable URL findResource(String name) {
        return code.resources(name).isEmpty() ? null : url(name, 0);
    }

    /** Returns resources in addition to the host's. */
    @Override
    protected Enumeration<URL> findResources(String name) {
        List<URL> all = new ArrayList<>();
        int count = code.resources(name).size();
        for (int number = 0; number < count; number++) {
            all.add(url(name, number));
        }
        return Collections.enumeration(all);
    }

    /** Returns {@code wherry:/NAME}, and {@code wherry:/NAME?1} for the second resource of a name. Relative URLs work. */
    private URL url(String name, int number) {
        try {
            return URL.of(new URI(SCHEME, null, "/" + name, number == 0 ? null : "" + number, null), resources);
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("A quoted path with a handler of its own makes a URL: " + name, e);
        }
    }

    private byte[] content(URL url) throws IOException {
        String path = URI.create(url.toString()).getPath();
        List<byte[]> contents = code.resources(path.startsWith("/") ? path.substring(1) : path);
        String number = url.getQuery();
        int index = number == null ? 0 : number.matches("[0-9]{1,6}") ? Integer.parseInt(number) : Integer.MAX_VALUE;
        if (index >= contents.size()) {
            throw new FileNotFoundException("No resource " + path + " of " + getName());
        }
        return contents.get(index);
    }

    /** Opens the URLs of this loader's resources, which are valid in this JVM only. */
    private final class Resources extends URLStreamHandler {
        @Override
        protected URLConnection openConnection(URL url) throws IOException {
            byte[] content = content(url);
            return new URLConnection(url) {
                @Override
                public void connect() {}

                @Override
                public long getContentLengthLong() {
                    return content.length;
                }

                @Override
                public InputStream getInputStream() {
                    return new ByteArrayInputStream(content);
                }
            };
        }
    }
}
