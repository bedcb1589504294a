package dev.wherry.dds.idl;

import dev.wherry.dds.idl.grammar.IdlParser.SpecificationContext;
import dev.wherry.dds.types.DataType.Extensibility;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;

/**
 * The Java sources of a file of IDL. Services with these interfaces have the same types in DDS as those of other languages. Files are
 * limited to 2 million characters, 2,000 definitions and 50 nested brackets. Immutable; for any thread.
 */
public final class IdlImport {
    private final List<Definition> definitions;
    private final Map<String, String> sources;
    private final List<IdlProblem> warnings;

    private IdlImport(List<Definition> definitions, Map<String, String> sources, List<IdlProblem> warnings) {
        this.definitions = definitions;
        this.sources = sources;
        this.warnings = warnings;
    }

    /** Returns a builder that has the defaults set. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the texts of the sources, by their paths, such as {@code bank/Receipt.java}. */
    public Map<String, String> sources() {
        return sources;
    }

    /** Returns what has no meaning in Java and is left out, such as annotations that are not known. */
    public List<IdlProblem> warnings() {
        return warnings;
    }

    List<Definition> definitions() {
        return definitions;
    }

    /** Writes the sources below a folder, instead of files that are there. */
    public void writeTo(Path folder) throws IOException {
        for (Map.Entry<String, String> each : sources.entrySet()) {
            Path file = folder.resolve(each.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, each.getValue());
        }
    }

    /** Builds imports. For one thread. */
    public static final class Builder {
        private final List<Path> folders = new ArrayList<>();
        private String prefix = "";
        private Extensibility byDefault = Extensibility.APPENDABLE;

        private Builder() {}

        /** Allows files of a folder to be included. Those of the folder of the file itself always are. */
        public Builder include(Path folder) {
            folders.add(folder);
            return this;
        }

        /**
         * Sets the package in which the packages of the modules are (default: none). What is in no module is in the package {@code idl}
         * by default.
         *
         * @throws IllegalArgumentException if it is not the name of a package
         */
        public Builder inPackage(String name) {
            boolean ofJdk = Stream.of("java", "javax").anyMatch(name.split("\\.")[0]::equals);
            if (!SourceVersion.isName(name, SourceVersion.latest()) || ofJdk) {
                throw new IllegalArgumentException("'" + name + "' cannot be the name of a package");
            }
            prefix = name;
            return this;
        }

        /** Takes types that do not say how they may change for final, as the compiler of Cyclone DDS does (default: appendable). */
        public Builder finalByDefault() {
            byDefault = Extensibility.FINAL;
            return this;
        }

        /**
         * Reads a file.
         *
         * @throws IdlException if it has mistakes
         */
        public IdlImport read(Path file) throws IOException, IdlException {
            Preprocessor preprocessor = new Preprocessor(folders);
            return read(preprocessor, () -> preprocessor.read(file));
        }

        /**
         * Reads a text. It can include files of the allowed folders.
         *
         * @param name for messages
         * @throws IdlException if it has mistakes
         */
        public IdlImport read(String name, String text) throws IOException, IdlException {
            Preprocessor preprocessor = new Preprocessor(folders);
            return read(preprocessor, () -> preprocessor.read(name, text));
        }

        private interface Reading {
            void run() throws IOException;
        }

        private IdlImport read(Preprocessor preprocessor, Reading reading) throws IOException, IdlException {
            Problems problems = preprocessor.problems();
            List<Definition> definitions = List.of();
            try {
                reading.run();
                SpecificationContext tree = Parsing.parse(preprocessor.source(), problems);
                if (tree != null) {
                    definitions = new DefinitionReader(problems, preprocessor.keys(), byDefault).read(tree);
                }
            } catch (Problems.TooMany e) {
                problems.check();
            }
            problems.check();
            return new IdlImport(definitions, Map.copyOf(JavaSources.of(definitions, prefix)), problems.warnings());
        }
    }
}
