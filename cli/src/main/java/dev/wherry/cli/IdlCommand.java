package dev.wherry.cli;

import dev.wherry.dds.idl.IdlException;
import dev.wherry.dds.idl.IdlExport;
import dev.wherry.dds.idl.IdlImport;
import dev.wherry.dds.idl.IdlProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes IDL of Java interfaces, and Java sources of IDL. */
@Command(
        name = "idl",
        header = "Writes IDL of a Java interface, or the Java sources of a file of IDL",
        description = "Translates between Java and IDL 4.2, for services at dds:// that other languages serve or call.",
        footer = {
            "",
            "Examples:",
            "  wherry idl export acme.Bank --class-path classes -o bank.idl",
            "  wherry idl export acme.Bank --class-path classes --topics -o bank-topics.idl",
            "  wherry idl import bank.idl -o src/main/java"
        },
        subcommands = {IdlCommand.Export.class, IdlCommand.Import.class},
        mixinStandardHelpOptions = true)
final class IdlCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw Main.missingCommand(spec.commandLine());
    }

    /** Writes IDL. */
    @Command(
            name = "export",
            header = "Writes the IDL of a Java interface",
            description =
                    "Writes the interface with its types and exceptions. Methods that DDS cannot call are comments with"
                            + " the reason.",
            mixinStandardHelpOptions = true)
    static final class Export implements Runnable {
        @Parameters(paramLabel = "INTERFACE", description = "The name of the interface, such as acme.Bank")
        private String name;

        @Mixin
        private ClassPathOption classPath = new ClassPathOption();

        @Option(
                names = "--topics",
                description = "Write the types of the request and reply topics instead, which a program in another"
                        + " language can use with its own compiler of IDL")
        private boolean topics;

        @Option(
                names = {"-o", "--output"},
                paramLabel = "FILE",
                description = "Where to write. Default: standard output")
        private @Nullable Path output;

        @Spec
        private CommandSpec spec;

        @Override
        public void run() {
            try (URLClassLoader loader = classPath.loader("idl")) {
                Class<?> type = UserClasses.load(name, loader);
                String idl = topics ? IdlExport.topics(type) : IdlExport.of(type);
                if (output == null) {
                    PrintWriter out = spec.commandLine().getOut();
                    out.print(idl);
                    out.flush();
                } else {
                    Files.writeString(output, idl);
                }
            } catch (IllegalArgumentException e) {
                throw new CommandException(
                        ExitCode.REFUSED, "Cannot write the IDL of " + name + ": " + e.getMessage(), e);
            } catch (IOException e) {
                throw new CommandException(ExitCode.FAILED, "Cannot write " + output + ": " + e, e);
            }
        }
    }

    /** Writes Java sources. */
    @Command(
            name = "import",
            header = "Writes the Java sources of a file of IDL",
            description =
                    "Writes an interface, record, enum or exception for each definition. Compile them with -parameters."
                            + " Mistakes are reported with their line and column.",
            mixinStandardHelpOptions = true)
    static final class Import implements Runnable {
        @Parameters(paramLabel = "FILE", description = "The file of IDL")
        private Path file;

        @Option(
                names = {"-o", "--output"},
                paramLabel = "FOLDER",
                defaultValue = ".",
                description = "Where to write the folders of the packages. Default: the current folder")
        private Path output;

        @Option(
                names = "--package",
                paramLabel = "NAME",
                description =
                        "The package in which the packages of the modules are. Default: none; 'idl' for what is in"
                                + " no module")
        private @Nullable String inPackage;

        @Option(
                names = {"-I", "--include"},
                paramLabel = "FOLDER",
                description = "Where included files may be, besides the folder of the file")
        private List<Path> includes = List.of();

        @Option(
                names = "--final",
                description = "Take types for final that do not say it, as the compiler of Cyclone DDS does."
                        + " Default: appendable")
        private boolean finalByDefault;

        @Spec
        private CommandSpec spec;

        @Override
        public void run() {
            if (Files.isDirectory(file)) {
                throw new CommandException(ExitCode.USAGE, file + " is a folder. Name a file of IDL in it");
            }
            if (!Files.isRegularFile(file)) {
                throw new CommandException(ExitCode.NOT_FOUND, "No such file: " + file);
            }
            try {
                IdlImport imported = builder().read(file);
                if (imported.sources().isEmpty()) {
                    throw new CommandException(
                            ExitCode.USAGE, file + " defines nothing: it has no interface, type or constant of IDL");
                }
                imported.writeTo(output);
                PrintWriter out = spec.commandLine().getOut();
                new TreeSet<>(imported.sources().keySet()).forEach(each -> out.println(output.resolve(each)));
                out.flush();
                PrintWriter err = spec.commandLine().getErr();
                imported.warnings().forEach(each -> err.println(Plain.line("warning: " + each)));
                err.flush();
            } catch (IdlException e) {
                List<String> mistakes =
                        e.problems().stream().map(IdlProblem::toString).toList();
                throw new CommandException(ExitCode.USAGE, "The IDL has mistakes:", e, mistakes);
            } catch (IOException e) {
                throw new CommandException(ExitCode.FAILED, "Cannot import " + file + ": " + e, e);
            }
        }

        private IdlImport.Builder builder() {
            IdlImport.Builder builder = IdlImport.builder();
            includes.forEach(builder::include);
            if (finalByDefault) {
                builder.finalByDefault();
            }
            try {
                return inPackage == null ? builder : builder.inPackage(inPackage);
            } catch (IllegalArgumentException e) {
                throw new CommandException(ExitCode.USAGE, "--package: " + e.getMessage(), e);
            }
        }
    }
}
