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

/** The wherry command. */
@Command(
        name = "wherry",
        description =
                "Remote method invocation for the JVM: serve objects, look at them, call them, send tasks, measure.",
        subcommands = {
            DemoCommand.class,
            ServeCommand.class,
            LsCommand.class,
            CallCommand.class,
            PingCommand.class,
            TopCommand.class,
            ExplainCommand.class,
            HostCommand.class,
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

    /** The commands that the script handles without this program. The head of the script lists them, too. */
    static final List<String> SCRIPT = """

            The script ./wherry has besides:
              ./wherry test [MAVEN...]   every test of the fast tier; further arguments go to Maven, such as -pl core -am
                  --long                 adds the long tier: fuzz, races, faults, many seeds
                  --long-only            the long tier alone
                  --share PERCENT        runs that share of the long tier's seeds, the first ones; 100 if it is not given
              ./wherry docs              builds the API reference and prints where it is
              ./wherry java-home         the JDK that it found, for a direct use of Maven

              WHERRY_JAVA_OPTS           flags for the JVM that runs the command, split at white space

            Exit status of the script itself:
              69   No JDK 25 or later, or no Maven 3.8 or later, was found
              70   The build failed""".lines().toList();

    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "On a failure print the whole stack trace, not a line.")
    private boolean stackTrace;

    @Spec
    private CommandSpec spec;

    private Main() {}

    /** Runs the command and exits with its status. */
    public static void main(String... arguments) {
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT); // digits and points as programs read them
        StandardOutput standard = new StandardOutput();
        PrintWriter out = new PrintWriter(standard, true, System.out.charset());
        PrintWriter err = new PrintWriter(System.err, true, System.err.charset());
        int status = commandLine().setOut(out).setErr(err).execute(arguments);
        out.flush();
        IOException failed = standard.failure();
        if (failed != null) {
            // As "| head" does it: the reader has what it wanted, and no message is due.
            if (!"Broken pipe".equals(failed.getMessage())) {
                err.println("wherry: The output could not be written: " + failed.getMessage());
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

    /** The whole help would push the mistake out of sight. */
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

    /** A missing parameter is reported before an unknown option; the option is the more helpful of the two. */
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
                .map(asked -> "There is no command '%s'. There is: %s"
                        .formatted(
                                asked,
                                String.join(
                                        ", ",
                                        mistake.getCommandLine()
                                                .getSubcommands()
                                                .keySet())))
                .orElseGet(() -> String.valueOf(mistake.getMessage()).replace("option option", "option"));
    }

    private static Optional<String> unknownCommand(CommandLine.ParameterException mistake) {
        return mistake instanceof CommandLine.UnmatchedArgumentException unmatched
                        && !unmatched.isUnknownOption()
                        && !mistake.getCommandLine().getSubcommands().isEmpty()
                ? Optional.of(unmatched.getUnmatched().getFirst())
                : Optional.empty();
    }

    /** Of commands only what is near: picocli itself always finds some that are nearer than others. */
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

    /** Remembers why writing failed, which a PrintWriter does not say. */
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
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                "Which command? There is: "
                        + String.join(", ", spec.commandLine().getSubcommands().keySet()));
    }
}
