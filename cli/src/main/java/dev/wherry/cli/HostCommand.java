package dev.wherry.cli;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.access.PolicyException;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs tasks that other programs send. */
@Command(
        name = "host",
        header = "Runs tasks that other programs send, with their classes",
        description = {
            "Accepts code and runs it until it is stopped (SIGTERM or Ctrl-C). Then it accepts no more tasks, and the"
                    + " running ones finish. It prints 'listening URI' when tasks can be sent, by 'wherry run' or by"
                    + " any endpoint.",
            "",
            "This is not a sandbox: the code can do all that the user of this process can. A policy decides whose code"
                    + " runs. With a child JVM, a crash, a leak or an endless loop ends that JVM only.",
            "",
            "A task's output is sent to its sender if the sender asks for it, as 'wherry run' does."
        },
        footer = {
            "",
            "A policy file. All tables but [who] are optional:",
            "  [who]                       # one of these is enough",
            "  keys = [\"ann.pub\"]          # public keys of the signers; in the directory of this file",
            "  users = [\"ann\"]             # users at the other end of a Unix socket",
            "  [packages]",
            "  allow = [\"com.acme.*\"]",
            "  [child]                     # in a child JVM",
            "  heap = \"256 MiB\"",
            "  wall-time = \"5m\"",
            "  [records]",
            "  file = \"received.jsonl\"     # for each bundle: its sender, its classes, and whether it was accepted",
            "The guide has one with all entries: docs/guide/policy.toml"
        },
        mixinStandardHelpOptions = true)
final class HostCommand implements Runnable {
    @Option(
            names = "--listen",
            paramLabel = "URI",
            description =
                    "Where to listen, such as tcp://127.0.0.1:5739 or unix:/run/host.sock. Port 0 takes any free port."
                            + " Default: tcp://127.0.0.1:0; if code of anyone is accepted, a Unix socket in a new"
                            + " directory that only this user can enter")
    private List<String> addresses = List.of();

    @Option(
            names = "--allow-code",
            paramLabel = "any|POLICY-FILE",
            required = true,
            description = "Whose code to accept: that of anyone who can connect, or of the senders that a file names")
    private String allowed;

    @Option(
            names = "--child",
            description = "Run tasks in child JVMs, within the limits of the policy's [child] or their defaults."
                    + " Tasks find the libraries of this program there. Not with --class-path")
    private boolean child;

    @Option(
            names = {"--class-path", "-cp"},
            paramLabel = "PATH",
            description =
                    "Classes for tasks: directories and jars, separated as in java's option --class-path. Tasks find"
                            + " the JDK and Wherry's core, too. Not with --child")
    private List<String> classPath = List.of();

    @Option(
            names = "--anyone-on-the-network",
            description = "Accept code from anyone although other machines can connect")
    private boolean anyoneOnTheNetwork;

    @Mixin
    private AccessOption access = new AccessOption();

    @Mixin
    private TlsFolder tls = new TlsFolder();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        addresses.forEach(Addresses::check);
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
                    "A child JVM has only the class path of this program: do not give --class-path, and send the"
                            + " libraries with the tasks");
        }
        TaskPrints.sendHome();
        EndpointOptions options = access.applyTo(tls.options())
                .with(policy.toBuilder()
                        .host(UserClasses.alone("wherry-host", classPath))
                        .build())
                .build();
        try (Endpoint endpoint = Service.listen(addresses, options)) {
            Service.run(endpoint, spec.commandLine().getOut());
        }
    }

    /** Creates a directory that only this user can enter. Over TCP each user of this machine could run code here. */
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
                    "Cannot create a directory for a Unix socket: " + e + ". Give an address with --listen",
                    e);
        }
    }

    private void refuse(String address) {
        throw new CommandException(
                ExitCode.USAGE,
                "Refused to listen at %s: other machines can connect there, and could run any code. Listen on this"
                                .formatted(address)
                        + " machine only, such as --listen tcp://127.0.0.1:5739; or name the senders in a policy file,"
                        + " see --help; or add --anyone-on-the-network");
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
                        "Policy file not found: " + file.toAbsolutePath() + ". --help shows an example. To accept"
                                + " code from anyone who can connect, use --allow-code any");
            }
            return PolicyFile.read(file, DurationConverter::parsed);
        } catch (PolicyException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        } catch (IOException | InvalidPathException e) {
            throw new CommandException(ExitCode.NOT_FOUND, "Cannot read the policy file '" + allowed + "': " + e, e);
        }
    }
}
