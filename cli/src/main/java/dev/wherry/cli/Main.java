package dev.wherry.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code wherry}. */
@Command(
        name = "wherry",
        description = "Remote method invocation for the JVM: serve, list and call objects, send tasks, measure.",
        subcommands = {
            DemoCommand.class,
            ServeCommand.class,
            LsCommand.class,
            CallCommand.class,
            PingCommand.class,
            TopCommand.class,
            RefsCommand.class,
            ExplainCommand.class,
            HostCommand.class,
            CertCommand.class,
            DdsCommand.class,
            IdlCommand.class,
            RunCommand.class,
            LabCommand.class,
            CompletionCommand.class,
            CommandLine.HelpCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {
    private static final int WIDTH = 120;

    /** The help for the commands that the script handles without this program. The head of the script has it, too. */
    static final List<String> SCRIPT = List.of(
            "",
            "Commands that the script ./wherry handles itself:",
            "  ./wherry test [MAVEN...]   every test of the fast tier; passes further arguments to Maven, such as -pl core -am",
            "      --long                 adds the long tier: fuzz, races, faults, many seeds",
            "      --long-only            the long tier only",
            "      --share PERCENT        runs this share of the long tier's seeds, the first ones; 100 by default",
            "  ./wherry docs              builds the API reference and prints where it is",
            "  ./wherry java-home         prints the JDK that it found, to use Maven directly",
            "",
            "  WHERRY_JAVA_OPTS           flags for the JVM that runs the command, split at white space",
            "",
            "Exit status of the script itself:",
            "  69   No JDK 25 or later, or no Maven 3.8 or later, was found",
            "  70   The build failed");

    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "Print the whole stack trace of a failure, instead of one line.")
    private boolean stackTrace;

    @Spec
    private CommandSpec spec;

    private Main() {}

    /** Runs the command and exits with its status. */
    public static void main(String... arguments) {
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT); // programs read the numbers
        StandardOutput standard = new StandardOutput();
        PrintWriter out = new PrintWriter(standard, true, System.out.charset());
        PrintWriter err = new PrintWriter(System.err, true, System.err.charset());
        int status = commandLine().setOut(out).setErr(err).execute(arguments);
        out.flush();
        IOException failed = standard.failure();
        if (failed != null) {
            // A reader such as "head" has closed the pipe, because it needs no more output: that is not an error.
            if (!"Broken pipe".equals(failed.getMessage())) {
                err.println("wherry: Cannot write the output: " + failed.getMessage());
            }
            status = Math.max(status, ExitCode.FAILED.status());
        }
        System.exit(status);
    }

    static CommandLine commandLine() {
        Main main = new Main();
        CommandLine line = new CommandLine(main);
        line.setExecutionExceptionHandler((failure, command, parsed) ->
                new Failures(main.stackTrace).handleExecutionException(failure, command, parsed));
        line.setParameterExceptionHandler(Main::misused);
        everyCommand(line)
                .forEach(command -> command.getCommandSpec().usageMessage().width(WIDTH));
        line.getCommandSpec()
                .usageMessage()
                .footer(Stream.of(
                                Stream.of("", "Exit status of every command:"),
                                Arrays.stream(ExitCode.values()).map(ExitCode::line),
                                SCRIPT.stream())
                        .flatMap(lines -> lines)
                        .toArray(String[]::new));
        return line;
    }

    /** Reports a mistake in the command line in few lines. The whole help would push it off the screen. */
    private static int misused(CommandLine.ParameterException first, String[] arguments) {
        CommandLine.ParameterException mistake = unknownOption(first, arguments).orElse(first);
        CommandLine command = mistake.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(command.getColorScheme().errorText("wherry: " + Plain.line(describe(mistake))));
        suggest(mistake, err);
        err.println("'" + command.getCommandSpec().qualifiedName() + " --help' lists the options");
        err.flush();
        return ExitCode.USAGE.status();
    }

    /** Returns the unknown option if there is one: picocli reports a missing parameter first, which helps less. */
    private static Optional<CommandLine.ParameterException> unknownOption(
            CommandLine.ParameterException mistake, String[] arguments) {
        if (!(mistake instanceof CommandLine.MissingParameterException)) {
            return Optional.empty();
        }
        CommandLine command = mistake.getCommandLine();
        return Arrays.stream(arguments)
                .takeWhile(argument -> !argument.equals("--"))
                .filter(argument -> argument.startsWith("--"))
                .filter(argument -> command.getCommandSpec().findOption(argument.replaceFirst("=.*", "")) == null)
                .findFirst()
                .map(unknown -> new CommandLine.UnmatchedArgumentException(command, List.of(unknown)));
    }

    private static String describe(CommandLine.ParameterException mistake) {
        return unknownCommand(mistake)
                .map(asked -> "Unknown command '%s'. %s".formatted(asked, commands(mistake.getCommandLine())))
                .orElseGet(() -> String.valueOf(mistake.getMessage()).replace("option option", "option"));
    }

    private static String commands(CommandLine command) {
        return "Commands: " + String.join(", ", command.getSubcommands().keySet());
    }

    /** Returns the failure of a command that needs the name of one of its subcommands. */
    static CommandLine.ParameterException missingCommand(CommandLine command) {
        return new CommandLine.ParameterException(command, "Missing command. " + commands(command));
    }

    private static Optional<String> unknownCommand(CommandLine.ParameterException mistake) {
        return mistake instanceof CommandLine.UnmatchedArgumentException unmatched
                        && !unmatched.isUnknownOption()
                        && !mistake.getCommandLine().getSubcommands().isEmpty()
                ? Optional.of(unmatched.getUnmatched().getFirst())
                : Optional.empty();
    }

    /** Suggests only commands with a similar name, whereas picocli always suggests some. */
    private static void suggest(CommandLine.ParameterException mistake, PrintWriter err) {
        Optional<String> asked = unknownCommand(mistake);
        if (asked.isEmpty()) {
            CommandLine.UnmatchedArgumentException.printSuggestions(mistake, err);
            return;
        }
        CommandLine command = mistake.getCommandLine();
        List<String> near = command.getSubcommands().keySet().stream()
                .filter(known -> Spelling.isNear(asked.get(), known))
                .map(known -> command.getCommandSpec().qualifiedName() + " " + known)
                .toList();
        if (!near.isEmpty()) {
            err.println("Did you mean: " + String.join(" or ", near) + "?");
        }
    }

    private static Stream<CommandLine> everyCommand(CommandLine line) {
        return Stream.concat(
                Stream.of(line), line.getSubcommands().values().stream().flatMap(Main::everyCommand));
    }

    boolean showsWholeTraces() {
        return stackTrace;
    }

    /** Keeps the reason why writing failed, which a PrintWriter does not report. */
    private static final class StandardOutput extends FilterOutputStream {
        private volatile @Nullable IOException failure;

        StandardOutput() {
            super(new FileOutputStream(FileDescriptor.out));
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }

        @Nullable
        IOException failure() {
            return failure;
        }
    }

    @Override
    public void run() {
        throw missingCommand(spec.commandLine());
    }
}
