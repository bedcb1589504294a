package dev.wherry.tasks;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.function.Predicate;

/** A host's class path that lacks some of the test's classes, which the tests' sides would share otherwise. */
final class HidingLoader extends ClassLoader {
    private final Predicate<String> hidden;

    HidingLoader(Predicate<String> hidden) {
        super(HidingLoader.class.getClassLoader());
        this.hidden = hidden;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (hidden.test(name)) {
            throw new ClassNotFoundException(name + " is hidden");
        }
        return super.loadClass(name, resolve);
    }

    private boolean hides(String resource) {
        return hidden.test(resource.replaceFirst("\\.class$", "").replace('/', '.'));
    }

    @Override
    public URL getResource(String name) {
        return hides(name) ? null : super.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        return hides(name) ? Collections.emptyEnumeration() : super.getResources(name);
    }
}
