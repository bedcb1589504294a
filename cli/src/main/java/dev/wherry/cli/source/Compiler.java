package dev.wherry.cli.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Calls the JDK's compiler, and keeps its output in memory. */
final class Compiler {
    private Compiler() {}

    /**
     * Returns the classes of a source file, by binary name.
     *
     * @param says receives the messages of the compiler
     * @throws SourceException if it does not compile, or if this JVM has no compiler
     */
    static Map<String, byte[]> compile(Path source, List<Path> classPath, Writer says) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new SourceException("This Java runtime has no compiler: run the command with a JDK", null);
        }
        // Malformed bytes in a file are reported to the listener of the file manager only, and the compiler goes on.
        DiagnosticCollector<JavaFileObject> reading = new DiagnosticCollector<>();
        try (StandardJavaFileManager files =
                        compiler.getStandardFileManager(reading, Locale.getDefault(), StandardCharsets.UTF_8);
                InMemory output = new InMemory(files)) {
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
            boolean compiled = compiler.getTask(
                            says, output, null, List.of("-proc:none"), null, files.getJavaFileObjects(source))
                    .call();
            for (Diagnostic<? extends JavaFileObject> each : reading.getDiagnostics()) {
                says.write(each + System.lineSeparator());
                compiled &= each.getKind() != Diagnostic.Kind.ERROR;
            }
            if (!compiled) {
                throw new SourceException(source + " does not compile", null);
            }
            return output.classes();
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

        InMemory(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location,
                String name,
                JavaFileObject.Kind kind,
                @Nullable FileObject sibling) {
            URI uri = URI.create("memory:///" + name.replace('.', '/') + kind.extension);
            return new SimpleJavaFileObject(uri, kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    written.put(name, bytes);
                    return bytes;
                }
            };
        }

        Map<String, byte[]> classes() {
            return written.entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, entry -> entry.getValue().toByteArray()));
        }
    }
}
