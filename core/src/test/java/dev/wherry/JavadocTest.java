package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Requires Javadoc of each public or protected member of an exported type. Components of records are described by their
 * record, and methods that override one may inherit its description.
 */
class JavadocTest {
    private static final List<String> EXPORTED = List.of("dev/wherry", "dev/wherry/spi", "dev/wherry/statistics");
    private static final Set<String> OF_OBJECTS = Set.of("equals", "hashCode", "toString");
    private static final Set<String> OF_ENUMS = Set.of("values", "valueOf");

    @Test
    void findsADescriptionOfEachExportedMember() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String each : EXPORTED) {
            try (Stream<Path> files =
                    Files.list(Checkout.root().resolve("core/src/main/java").resolve(each))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        Undescribed undescribed = new Undescribed();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, null)) {
            JavaCompiler.CompilationTask task = compiler.getTask(
                    null,
                    files,
                    problems,
                    List.of("-proc:only", "-classpath", System.getProperty("java.class.path")),
                    null,
                    files.getJavaFileObjectsFromPaths(sources));
            task.setProcessors(List.of(undescribed));
            assertThat(task.call()).as("%s", problems.getDiagnostics()).isTrue();
        }

        assertThat(undescribed.seen).isGreaterThan(200);
        assertThat(undescribed.found).as("exported members without Javadoc").isEmpty();
    }

    /** Collects the members without Javadoc. */
    private static final class Undescribed extends AbstractProcessor {
        final List<String> found = new ArrayList<>();
        int seen;

        @Override
        public Set<String> getSupportedAnnotationTypes() {
            return Set.of("*");
        }

        @Override
        public SourceVersion getSupportedSourceVersion() {
            return SourceVersion.latest();
        }

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            round.getRootElements().forEach(this::visit);
            return false;
        }

        private void visit(Element element) {
            if (!isVisible(element)) {
                return;
            }
            seen++;
            if (processingEnv.getElementUtils().getDocComment(element) == null && !isExempt(element)) {
                found.add(element.getEnclosingElement() + "." + element);
            }
            if (element instanceof TypeElement) {
                element.getEnclosedElements().forEach(this::visit);
            }
        }

        private static boolean isVisible(Element element) {
            return element.getModifiers().contains(Modifier.PUBLIC)
                    || element.getModifiers().contains(Modifier.PROTECTED);
        }

        private static boolean isExempt(Element element) {
            String name = element.getSimpleName().toString();
            return switch (element.getEnclosingElement().getKind()) {
                case RECORD ->
                    element.getKind() == ElementKind.CONSTRUCTOR
                            || OF_OBJECTS.contains(name)
                            || ((TypeElement) element.getEnclosingElement())
                                    .getRecordComponents().stream()
                                            .anyMatch(
                                                    each -> each.getSimpleName().contentEquals(name));
                case ENUM -> OF_ENUMS.contains(name);
                default -> element.getAnnotation(Override.class) != null;
            };
        }
    }
}
