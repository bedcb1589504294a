package dev.wherry.cli;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.cli.policy.PolicyException;
import dev.wherry.cli.policy.PolicyFile;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.TaskPrints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs tasks that others send. */
@Command(
        name = "host",
        header = "Runs tasks that others send, with the classes that come with them",
        description = {
            "Accepts code and runs it until it is stopped (SIGTERM or Ctrl-C). Then it accepts no more, and lets"
                    + " what runs finish. Prints 'listening URI' once tasks can be sent, with 'wherry run' or by any"
                    + " endpoint.",
            "",
            "This is not a sandbox: code that runs here may do all that this process's user may. A policy says whose code runs;"
                    + " a child JVM limits what a crash, a leak or an endless loop takes with it.",
            "",
            "The output of a task is sent to its sender, if that asks for it, as 'wherry run' does."
        },
        footer = {
            "",
            "A policy file, of which all but [who] may be left out:",
            "  [who]                       # one of these is enough",
            "  keys = [\"ann.pub\"]          # who has signed; the file is beside this one",
            "  users = [\"ann\"]             # of a Unix socket's peer",
            "  [packages]",
            "  allow = [\"com.acme.*\"]",
            "  [child]                     # in a child JVM",
            "  heap = \"256 MiB\"",
            "  wall-time = \"5m\"",
            "  [records]",
            "  file = \"received.jsonl\"     # of each bundle: who, which classes, accepted or why not",
            "The guide has one with all there is: docs/guide/policy.toml"
        },
        mixinStandardHelpOptions = true)
final class HostCommand implements Runnable {
    @Option(
            names = "--listen",
            paramLabel = "URI",
            description =
                    "Where to listen, such as tcp://127.0.0.1:5739 or unix:/run/host.sock. Port 0 is any free one."
                            + " Default: tcp://127.0.0.1:0; where everybody's code is let in, a Unix socket in a new"
                            + " directory that is this user's alone")
    private List<String> addresses = List.of();

    @Option(
            names = "--allow-code",
            paramLabel = "any|POLICY-FILE",
            required = true,
            description = "Whose code runs: that of everybody who can connect, or of those whom a file names")
    private String allowed;

    @Option(
            names = "--child",
            description = "Run it in a child JVM, within the limits of the policy's [child], or their defaults."
                    + " There tasks find the libraries of this program, and none that --class-path could name")
    private boolean child;

    @Option(
            names = {"--class-path", "-cp"},
            paramLabel = "PATH",
            description =
                    "Classes that tasks find here: folders and jars, separated as java's own option has it. Beside"
                            + " them they find the JDK and Wherry's core. Not with --child")
    private List<String> classPath = List.of();

    @Option(
            names = "--anyone-on-the-network",
            description = "Accept code from anyone, although other machines can connect")
    private boolean anyoneOnTheNetwork;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        addresses.forEach(Addresses::parse);
        MobilityPolicy policy = policy();
        if (addresses.isEmpty()) {
            addresses = List.of(policy.anyone() ? "unix:" + ownDirectory().resolve("host.sock") : "tcp://127.0.0.1:0");
        }
        if (policy.anyone() && !anyoneOnTheNetwork) {
            addresses.stream()
                    .filter(Predicate.not(Addresses::isLocal))
                    .findFirst()
                    .ifPresent(this::refuse);
        }
        if (policy.child() != null && !classPath.isEmpty()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "A child JVM has the class path of this program alone: do not give --class-path, and send the"
                            + " libraries with the tasks");
        }
        TaskPrints.sendHome();
        EndpointOptions options = EndpointOptions.builder()
                .with(policy.toBuilder()
                        .host(UserClasses.alone("wherry-host", classPath))
                        .build())
                .build();
        try (Endpoint endpoint = Service.listen(addresses, options)) {
            Service.run(endpoint, spec.commandLine().getOut());
        }
    }

    /** Over TCP each user of this machine could run code here. */
    private static Path ownDirectory() {
        try {
            String runtime = System.getenv("XDG_RUNTIME_DIR");
            Path made = runtime != null && Files.isWritable(Path.of(runtime))
                    ? Files.createTempDirectory(Path.of(runtime), "wherry-host")
                    : Files.createTempDirectory("wherry-host");
            made.toFile().deleteOnExit(); // once the endpoint has been closed, and has deleted its socket
            return made;
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "No directory for a Unix socket can be made: " + e + "; say where, by --listen",
                    e);
        }
    }

    private void refuse(String address) {
        throw new CommandException(
                ExitCode.USAGE,
                "Whoever can connect to %s could run anything here. Listen on this machine only, as in --listen"
                                .formatted(address)
                        + " tcp://127.0.0.1:5739; or name those who may in a policy file, as --help shows; or say"
                        + " --anyone-on-the-network");
    }

    private MobilityPolicy policy() {
        MobilityPolicy policy = allowed.equals("any") ? MobilityPolicy.acceptAnyone() : read();
        return child && policy.child() == null
                ? policy.toBuilder().child(ChildLimits.defaults()).build()
                : policy;
    }

    private MobilityPolicy read() {
        try {
            Path file = Path.of(allowed);
            if (!Files.isRegularFile(file)) {
                throw new CommandException(
                        ExitCode.NOT_FOUND,
                        "There is no policy file " + file.toAbsolutePath() + "; --help shows one. To accept code of"
                                + " everybody who can connect, say --allow-code any");
            }
            return PolicyFile.read(file, DurationConverter::parsed);
        } catch (PolicyException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        } catch (IOException | InvalidPathException e) {
            throw new CommandException(ExitCode.NOT_FOUND, "The policy file '" + allowed + "' cannot be read: " + e, e);
        }
    }
}
