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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a source file at a host. */
@Command(
        name = "run",
        header = "Runs a source file at a host that accepts code",
        description = {
            "Compiles a Java file here and sends an object of its public class, a Callable or a Runnable, to a host, with"
                    + " all the classes that it needs. It prints the output of the task at once, then the result. Ctrl-C"
                    + " cancels the task.",
            "",
            "The object is made here. ARGUMENTS are passed to its constructor: the one that takes as many Strings, else a"
                    + " List<String>, else String... Write '--' before arguments that begin with '-'. A program other than"
                    + " 'wherry host' may print the output of the task itself."
        },
        footer = {
            "",
            "Examples:",
            "  wherry run tcp://127.0.0.1:5739 Cores.java",
            "  wherry run tls://build.example:5739 --tls certificates/ann Cores.java",
            "  wherry run tcp://build.example:5739 Count.java /var/log --key ann.key --timeout 10m --json"
        },
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    /** How long to wait for output after the deadline: the end of an interrupted task is not reported to its sender. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    @Parameters(index = "0", paramLabel = "URI", description = "The host, such as tcp://host:5739")
    private String uri;

    @Parameters(index = "1", paramLabel = "FILE", description = "The source file, such as Task.java")
    private Path file;

    @Parameters(index = "2..*", paramLabel = "ARGUMENT", description = "Passed to the constructor")
    private List<String> arguments = List.of();

    @Option(
            names = "--json",
            description =
                    "Print the result as JSON, alone on the standard output; the output of the task is printed on the"
                            + " standard error. Default: print the result by its toString()")
    private boolean json;

    @Option(
            names = {"--class-path", "-cp"},
            paramLabel = "PATH",
            description = "Libraries: directories and jars, separated as in java's option --class-path. Their classes"
                    + " and resources are sent when they are needed")
    private List<String> classPath = List.of();

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "A private Ed25519 key in PEM, to sign the classes with")
    private @Nullable Path key;

    @Option(
            names = "--public-key",
            paramLabel = "FILE",
            description = "The public key. Default: the file of the private key, with the ending .pub")
    private @Nullable Path publicKey;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description =
                    "How long the task may take, such as 200ms, 5s or 10m. Then it is interrupted, and its output of"
                            + " one more second is shown. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    @Option(
            names = "--workspace",
            paramLabel = "NAME",
            description = "Run the task in the shared workspace of this name, with its classes and static fields")
    private @Nullable String workspace;

    @Option(
            names = "--keep",
            description = "Keep the workspace, with its static fields, when nobody uses it. For a new workspace")
    private boolean keep;

    @Mixin
    private TlsFolder tls = new TlsFolder();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (keep && workspace == null) {
            throw new CommandException(ExitCode.USAGE, "--keep requires --workspace NAME");
        }
        RemoteName host = RemoteName.parse(uri);
        if (!host.name().isEmpty()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "'%s' in '%s': a host has no names. Send tasks to %s".formatted(host.name(), uri, host.address()));
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
            return workspace == null
                    ? null
                    : WorkspaceOptions.builder().name(workspace).kept(keep).build();
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
            return tls.options().build();
        }
        checkKey(key, "");
        Path half = publicKey != null
                ? publicKey
                : key.resolveSibling(key.getFileName().toString().replaceFirst("\\.[^.]*$", "") + ".pub");
        checkKey(half, ". Name the file of the public key with --public-key");
        try {
            return tls.options().with(CodeSigner.of(key, half)).build();
        } catch (IOException e) {
            throw new CommandException(ExitCode.NOT_FOUND, "Cannot read a key: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private static void checkKey(Path file, String advice) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new CommandException(ExitCode.NOT_FOUND, "Key file not found, or not readable: " + file + advice);
        }
    }

    private int run(SourceTask source, Object task, Endpoint endpoint, Tasks place) {
        TaskOutput output =
                new TaskOutput(spec.commandLine().getOut(), spec.commandLine().getErr(), json);
        // The deadline of the call at the host is later, because a task cannot send output after it.
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
                return ExitCode.FAILED.status(); // Main prints the reason
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
                    "The task ran longer than " + timeout.toMillis()
                            + " ms, and was interrupted: --timeout sets how long it may run",
                    e);
        }
    }

    /** Prints the stack trace of a task's exception. */
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
