package dev.wherry.cli;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.cli.source.SourceException;
import dev.wherry.cli.source.SourceTask;
import dev.wherry.mobility.CodeSigner;
import dev.wherry.mobility.TaskPrints;
import dev.wherry.mobility.Tasks;
import dev.wherry.mobility.Workspace;
import dev.wherry.mobility.WorkspaceOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a source file at a host. */
@Command(
        name = "run",
        header = "Runs a source file at a host that accepts code",
        description = {
            "Compiles a Java file here, sends its public class, a Callable or a Runnable, with all the classes that it"
                    + " needs to a host, and prints what the task prints there, as it comes, and what it returns. Ctrl-C"
                    + " cancels it.",
            "",
            "An object is made here and travels. ARGUMENTS are passed to its constructor: the one that takes as many Strings,"
                    + " else a List<String>, else String...; '--' stands before those that begin with '-'. A host that is"
                    + " no 'wherry host' may print what the task prints where it is itself."
        },
        footer = {
            "",
            "Examples:",
            "  wherry run tcp://127.0.0.1:5739 Cores.java",
            "  wherry run tcp://build.example:5739 Count.java /var/log --key ann.key --timeout 10m --json"
        },
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    /** How long to wait for output once the time is up: the end of an interrupted task is not reported to its sender. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    @Parameters(index = "0", paramLabel = "URI", description = "The host, such as tcp://host:5739")
    private String uri;

    @Parameters(index = "1", paramLabel = "FILE", description = "The source file, such as Task.java")
    private Path file;

    @Parameters(index = "2..*", paramLabel = "ARGUMENT", description = "For the constructor")
    private List<String> arguments = List.of();

    @Option(
            names = "--json",
            description =
                    "Print the result as JSON, alone on the standard output: what the task prints there goes to the"
                            + " standard error. By default the result is printed by its toString()")
    private boolean json;

    @Option(
            names = {"--class-path", "-cp"},
            paramLabel = "PATH",
            description = "Libraries, whose classes and resources travel as well as they are needed: folders and jars,"
                    + " separated as java's own option has it")
    private List<String> classPath = List.of();

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "A private Ed25519 key in PEM to sign with what is sent")
    private @Nullable Path key;

    @Option(
            names = "--public-key",
            paramLabel = "FILE",
            description = "The public half. Default: the file of the private one, with .pub as its end")
    private @Nullable Path publicKey;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description =
                    "How long the task may take, such as 200ms, 5s or 10m; then it is interrupted, and what it prints"
                            + " within a second from then is still shown. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    @Option(
            names = "--workspace",
            paramLabel = "NAME",
            description = "Run it in the workspace of this name, whose classes and static fields others share")
    private @Nullable String workspace;

    @Option(
            names = "--keep",
            description = "If the workspace does not exist yet: let it stay when nobody uses it, static fields and all")
    private boolean keep;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (keep && workspace == null) {
            throw new CommandException(ExitCode.USAGE, "--keep goes with --workspace NAME");
        }
        RemoteName host = RemoteName.parse(uri);
        if (!host.name().isEmpty()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "'%s' in '%s': a host has no names; tasks go to %s".formatted(host.name(), uri, host.address()));
        }
        WorkspaceOptions shared = shared();
        PrintStream real = System.out;
        try {
            if (json) {
                System.setOut(System.err); // constructors and static initializers of the task's classes run here, too
            }
            SourceTask source = compiled();
            Object task = source.make(arguments);
            try (Endpoint endpoint = Endpoint.create(options())) {
                Peer peer = endpoint.connect(host.address());
                return run(source, task, endpoint, shared == null ? Tasks.at(peer) : Workspace.at(peer, shared));
            }
        } catch (SourceException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        } finally {
            System.setOut(real);
        }
    }

    private @Nullable WorkspaceOptions shared() {
        try {
            WorkspaceOptions shared = workspace == null ? null : WorkspaceOptions.shared(workspace);
            return shared != null && keep ? shared.keep() : shared;
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--workspace: " + e.getMessage(), e);
        }
    }

    private SourceTask compiled() {
        PrintWriter err = spec.commandLine().getErr();
        try {
            return SourceTask.compile(
                    file, UserClasses.paths(classPath), UserClasses.loader("wherry-run-libraries", classPath), err);
        } catch (IOException e) {
            throw new CommandException(ExitCode.NOT_FOUND, String.valueOf(e.getMessage()), e);
        } finally {
            err.flush();
        }
    }

    private EndpointOptions options() {
        if (key == null) {
            return EndpointOptions.defaults();
        }
        checkKey(key, "");
        Path half = publicKey != null
                ? publicKey
                : key.resolveSibling(key.getFileName().toString().replaceFirst("\\.[^.]*$", "") + ".pub");
        checkKey(half, "; that of the public half is named with --public-key");
        try {
            return EndpointOptions.builder().with(CodeSigner.of(key, half)).build();
        } catch (IOException e) {
            throw new CommandException(ExitCode.NOT_FOUND, "A key cannot be read: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private static void checkKey(Path file, String advice) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new CommandException(
                    ExitCode.NOT_FOUND, "There is no key file " + file + " that can be read" + advice);
        }
    }

    private int run(SourceTask source, Object task, Endpoint endpoint, Tasks place) {
        TaskOutput output =
                new TaskOutput(spec.commandLine().getOut(), spec.commandLine().getErr(), json);
        // The host's own deadline comes later, since past it a task can print nothing home.
        Tasks timed = place.with(CallOptions.ofTimeout(timeout.plus(LAST_WORDS)));
        CompletableFuture<@Nullable Object> running = timed.submit(TaskPrints.to(output::out, output::err, task));
        CompletableFuture<Void> _ = output.lost().thenRun(() -> running.cancel(true));
        Thread cancel = new Thread(
                () -> {
                    running.cancel(true);
                    endpoint.close();
                },
                "wherry-cancel");
        Runtime.getRuntime().addShutdownHook(cancel);
        try {
            Object result = inTime(running);
            Runtime.getRuntime().removeShutdownHook(cancel);
            if (json || source.answers()) {
                output.result(result);
            }
            return ExitCode.DONE.status();
        } catch (ExecutionException e) {
            return failed(e.getCause() == null ? e : e.getCause());
        } catch (CancellationException e) {
            if (output.lost().isDone()) {
                return ExitCode.FAILED.status(); // the program says why as it ends, as for every command
            }
            throw new CommandException(ExitCode.FAILED, "The task was cancelled", e);
        } catch (InterruptedException e) {
            running.cancel(true);
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCode.FAILED, "Interrupted; the task was cancelled", e);
        }
    }

    private @Nullable Object inTime(CompletableFuture<@Nullable Object> running)
            throws ExecutionException, InterruptedException {
        try {
            return running.get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            running.cancel(true);
            Thread.sleep(LAST_WORDS);
            throw new CommandException(
                    ExitCode.TIMED_OUT,
                    "The task took longer than " + timeout.toMillis()
                            + " ms, and was interrupted; --timeout sets how long it may take",
                    e);
        }
    }

    /** Shows the exception of a task as Java does. */
    private int failed(Throwable failure) {
        if (failure instanceof CallException remote && remote.code() != CallException.Code.INTERNAL) {
            throw remote;
        }
        if (!((Main) spec.root().userObject()).showsWholeTraces()) {
            UserFrames.keep(failure);
        }
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        PrintWriter err = spec.commandLine().getErr();
        trace.toString()
                .lines()
                .map(line -> Plain.line(line.replace("\t", "    ")))
                .forEach(err::println);
        err.flush();
        return ExitCode.FAILED.status();
    }
}
