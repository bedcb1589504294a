package dev.wherry.dds.idl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The classes of sources, which are compiled in memory. */
final class Compiled extends ClassLoader {
    private final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

    private Compiled() {
        super(Compiled.class.getClassLoader());
    }

    /** Compiles sources by their paths. Fails the test if they do not compile. */
    static Compiled of(Map<String, String> sources) {
        Compiled compiled = new Compiled();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        List<JavaFileObject> files = new ArrayList<>();
        sources.forEach((path, text) -> files.add(new Source(path, text)));
        JavaFileManager manager = new Memory(compiler.getStandardFileManager(problems, null, null), compiled);
        compiler.getTask(null, manager, problems, List.of("-parameters", "-proc:none"), null, files)
                .call();
        assertThat(problems.getDiagnostics())
                .filteredOn(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .as(() -> String.join("\n----\n", sources.values()))
                .isEmpty();
        return compiled;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        ByteArrayOutputStream bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes.toByteArray(), 0, bytes.size());
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String path, String text) {
            super(URI.create("string:///" + path), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Compiled to;

        Memory(JavaFileManager manager, Compiled to) {
            super(manager);
            this.to = to;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) throws IOException {
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    to.classes.put(name, bytes);
                    return bytes;
                }
            };
        }
    }
}
