package dev.wherry.cli;

import dev.wherry.Endpoint;
import dev.wherry.Peer;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Measures how long an endpoint takes to answer. */
@Command(
        name = "ping",
        header = "Measures how long an endpoint takes to answer",
        description = "Connects to an address, sends pings and shows how long each answer took.",
        mixinStandardHelpOptions = true)
final class PingCommand implements Runnable {
    private static final double NANOS_PER_MICRO = 1_000;

    /** How long an interrupted command waits for the line that it is printing before it ends without a summary. */
    private static final Duration LINE_LIMIT = Duration.ofSeconds(1);

    /** The permission to print. The summary of an interrupted command keeps it, so that nothing follows the summary. */
    private final Semaphore output = new Semaphore(1);

    @Parameters(paramLabel = "URI", description = "The address, such as tcp://host:5739")
    private String uri;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "4",
            description = "How many pings to send. Default: ${DEFAULT-VALUE}")
    private int count;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = DurationConverter.class,
            description = "The time from an answer to the next ping. Default: ${DEFAULT-VALUE}")
    private Duration interval;

    @Option(names = "--json", description = "Print one line of JSON at the end")
    private boolean json;

    @Mixin
    private TlsFolder tls = new TlsFolder();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        if (count < 1) {
            throw new CommandLine.ParameterException(spec.commandLine(), "--count must be at least 1; it is " + count);
        }
        String address = RemoteName.parse(uri).address();
        PrintWriter out = spec.commandLine().getOut();
        List<Duration> times = new CopyOnWriteArrayList<>();
        Thread interrupted = new Thread(() -> summarizeLast(address, times, out), "wherry-summary");
        Runtime.getRuntime().addShutdownHook(interrupted);
        try (Endpoint endpoint = Endpoint.create(tls.options().build())) {
            Peer peer = endpoint.connect(address);
            for (int i = 0; i < count && !out.checkError(); i++) {
                if (i > 0) {
                    Thread.sleep(interval);
                }
                Duration time = peer.ping();
                if (!output.tryAcquire()) {
                    break;
                }
                times.add(time);
                if (!json) {
                    out.printf(Locale.ROOT, "%s answered in %.1f µs%n", address, micros(time));
                }
                output.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCode.FAILED, "Interrupted after " + times.size() + " pings", e);
        }
        if (withdraw(interrupted)) {
            summarize(address, times, out);
        }
    }

    /** Removes the hook. Returns false if this JVM is ending, as by Ctrl-C: then the hook prints the summary. */
    private static boolean withdraw(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /** Summarizes in the shutdown hook, unless the line before cannot be written because nobody reads it. */
    private void summarizeLast(String address, List<Duration> times, PrintWriter out) {
        try {
            if (output.tryAcquire(LINE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                summarize(address, times, out);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void summarize(String address, List<Duration> times, PrintWriter out) {
        List<Duration> sorted = times.stream().sorted().toList();
        if (sorted.isEmpty()) {
            return;
        }
        double least = micros(sorted.getFirst());
        double median = micros(sorted.get(sorted.size() / 2));
        double most = micros(sorted.getLast());
        if (json) {
            ObjectNode node = JsonMapper.shared().createObjectNode();
            node.put("address", address).put("count", sorted.size());
            node.putObject("micros").put("min", least).put("median", median).put("max", most);
            out.println(node);
        } else if (count > 1) {
            out.printf(
                    Locale.ROOT,
                    "%d of %d answered: min %.1f, median %.1f, max %.1f µs%n",
                    sorted.size(),
                    count,
                    least,
                    median,
                    most);
        }
        out.flush();
    }

    private static double micros(Duration time) {
        return time.toNanos() / NANOS_PER_MICRO;
    }
}
