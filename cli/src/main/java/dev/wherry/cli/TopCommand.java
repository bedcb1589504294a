package dev.wherry.cli;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.statistics.EndpointStatistics;
import dev.wherry.statistics.MethodStatistics;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows the calls that an endpoint serves, live. */
@Command(
        name = "top",
        header = "Shows the calls that an endpoint serves, live",
        description = {
            "Shows the statistics of an endpoint again and again, until Ctrl-C. For each method these are the calls per"
                    + " second, the failed and the running ones, the time at the server, the bytes in and out per"
                    + " second, and the mode. Percentiles are too long by at most a sixteenth. The mode is the thread"
                    + " that ran a call: of a lane, of a lane over shared memory, the loop of the main connection, or a"
                    + " virtual thread.",
            "",
            "Times and rates are those of the last interval; FAILED and TOTAL count since the endpoint was created."
        },
        mixinStandardHelpOptions = true)
final class TopCommand implements Runnable {

    @Parameters(paramLabel = "URI", description = "The address, such as tcp://host:5739 or unix:/run/bank.sock")
    private String uri;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = DurationConverter.class,
            description = "The time between two updates. Default: ${DEFAULT-VALUE}")
    private Duration interval;

    @Option(names = "--once", description = "Show one interval and end")
    private boolean once;

    @Option(
            names = "--sort",
            paramLabel = "rate|p99|bytes",
            defaultValue = "rate",
            converter = Order.Converter.class,
            description = "The order of the methods. Default: ${DEFAULT-VALUE}")
    private Order order;

    @Option(names = "--json", description = "Print a line of JSON for each interval")
    private boolean json;

    @Mixin
    private TlsFolder tls = new TlsFolder();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        String address = RemoteName.parse(uri).address();
        // Lanes of this command would only appear in the statistics that it shows.
        try (Endpoint endpoint = Endpoint.create(tls.options().lanes(0).build())) {
            Peer peer = endpoint.connect(address);
            EndpointStatistics first = first(address, peer);
            boolean live = !once && !json && Screen.isTerminal();
            try (Screen screen = new Screen(spec.commandLine().getOut(), live)) {
                watch(address, peer, first, screen);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(
                    ExitCode.FAILED, "Interrupted while the statistics of " + address + " were read", e);
        }
    }

    private static EndpointStatistics first(String address, Peer peer) {
        try {
            return peer.statistics();
        } catch (CallException e) {
            throw e.code() == Code.NOT_FOUND
                    ? new CommandException(
                            ExitCode.NOT_FOUND, address + " has a version without statistics: " + e.getMessage(), e)
                    : e;
        }
    }

    private void watch(String address, Peer peer, EndpointStatistics first, Screen screen) throws InterruptedException {
        EndpointStatistics before = first;
        do {
            Thread.sleep(interval);
            EndpointStatistics now = next(address, peer);
            TopTable table = new TopTable(address, now, now.since(before), order);
            screen.show(
                    json
                            ? List.of(json(table))
                            : table.lines(screen.size(), spec.commandLine().getColorScheme()));
            before = now;
        } while (!once && !spec.commandLine().getOut().checkError());
    }

    private static EndpointStatistics next(String address, Peer peer) {
        @Nullable CallException gone;
        try {
            return peer.statistics();
        } catch (CallException e) {
            gone = e;
        }
        if (peer.isOpen()) {
            throw gone;
        }
        throw new CommandException(
                ExitCode.UNREACHABLE, "The connection to " + address + " ended: " + gone.getMessage(), gone);
    }

    private static String json(TopTable table) {
        EndpointStatistics now = table.now();
        double seconds = Amounts.seconds(table.lately().uptime());
        ObjectNode node = JsonMapper.shared().createObjectNode();
        node.put("address", table.address())
                .put("uptimeSeconds", Amounts.seconds(now.uptime()))
                .put("seconds", seconds)
                .put("sessions", now.sessions())
                .put("lanes", now.lanes())
                .put("memoryLanes", now.memoryLanes())
                .put("callsIn", now.callsIn())
                .put("callsWaiting", now.callsWaiting())
                .put("callsOut", now.callsOut())
                .put("callsRepeated", table.lately().callsRepeated())
                .put("callsHedged", table.lately().callsHedged())
                .put("unsentBytes", now.unsentBytes())
                .put("exports", now.exports())
                .put("imports", now.imports());
        ObjectNode refused = node.putObject("refused");
        table.lately().refused().forEach(refused::put);
        ArrayNode methods = node.putArray("methods");
        table.sorted().forEach(method -> add(methods.addObject(), method, seconds));
        return node.toString();
    }

    /** Adds the statistics of a method. All are those of the interval, but for the running calls. */
    private static void add(ObjectNode node, MethodStatistics method, double seconds) {
        node.put("interface", method.type())
                .put("method", method.method())
                .put("running", method.running())
                .put("calls", method.calls())
                .put("failures", method.failures())
                .put("callsPerSecond", method.calls() / seconds)
                .put("bytesIn", method.bytesIn())
                .put("bytesOut", method.bytesOut());
        node.putObject("latencyNanos")
                .put("p50", method.times().percentile(0.5).toNanos())
                .put("p90", method.times().percentile(0.9).toNanos())
                .put("p99", method.times().percentile(0.99).toNanos())
                .put("max", method.times().percentile(1).toNanos());
        node.putObject("modes")
                .put("lane", method.onLanes())
                .put("memory", method.onMemory())
                .put("loop", method.onLoops())
                .put("thread", method.onThreads());
    }
}
