package dev.wherry.tasks;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Classes made from source text, for a test that needs several versions of one. */
public final class Compiled {
    private Compiled() {}

    /** @param sources class names, each followed by its text */
    static Map<String, byte[]> files(String... sources) {
        List<JavaFileObject> units = new ArrayList<>();
        for (int i = 0; i < sources.length; i += 2) {
            String text = sources[i + 1];
            units.add(
                    new SimpleJavaFileObject(
                            URI.create("string:///" + sources[i].replace('.', '/') + ".java"),
                            JavaFileObject.Kind.SOURCE) {
                        @Override
                        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                            return text;
                        }
                    });
        }
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        Map<String, ByteArrayOutputStream> made = new HashMap<>();
        JavaFileManager files = new ForwardingJavaFileManager<>(javac.getStandardFileManager(null, null, null)) {
            @Override
            public JavaFileObject getJavaFileForOutput(
                    Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                return new SimpleJavaFileObject(URI.create("string:///" + name), kind) {
                    @Override
                    public OutputStream openOutputStream() {
                        return made.computeIfAbsent(name, _ -> new ByteArrayOutputStream());
                    }
                };
            }
        };
        List<String> options = List.of("-proc:none", "-cp", System.getProperty("java.class.path"));
        if (!javac.getTask(null, files, null, options, null, units).call()) {
            throw new AssertionError("The test's sources do not compile");
        }
        Map<String, byte[]> all = new HashMap<>();
        made.forEach((name, bytes) -> all.put(name, bytes.toByteArray()));
        return all;
    }

    /** With these classes, and the parent's others. */
    public static ClassLoader loader(ClassLoader parent, String... sources) {
        return new BytesLoader(parent, files(sources));
    }
}
