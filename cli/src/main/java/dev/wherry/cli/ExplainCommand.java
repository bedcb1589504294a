package dev.wherry.cli;

import dev.wherry.CallOptions;
import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.cli.types.JavaText;
import dev.wherry.statistics.CallTrace;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Shows how long each stage of one call takes. */
@Command(
        name = "explain",
        header = "Shows how long each stage of one call takes",
        description = {
            "Makes one real call, and shows how long each stage took and how many bytes were sent. Arguments have the"
                    + " same form as those of 'call'.",
            "",
            "Each end measures durations with its clock; 'wire' is the rest. A JVM runs new code slowly: --warm makes"
                    + " calls before the one that is measured. Without it, only a method that is marked idempotent is"
                    + " called beforehand, 100 times."
        },
        footer = {"", "Example:", "  wherry explain tcp://127.0.0.1:5739/bank.balance main --warm 1000"},
        mixinStandardHelpOptions = true)
final class ExplainCommand implements Runnable {
    private static final int USUAL_WARMING = 100;
    private static final double PERCENT = 100;

    @Mixin
    private CalledMethod called;

    @Option(
            names = "--warm",
            paramLabel = "N",
            description = "How many real calls to make before the one that is measured. Default: 100 if the method is"
                    + " idempotent, else 0")
    private @Nullable Integer warm;

    @Option(names = "--json", description = "Print one line of JSON")
    private boolean json;

    @Mixin
    private TlsFolder tls = new TlsFolder();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        if (warm != null && warm < 0) {
            throw new CommandLine.ParameterException(spec.commandLine(), "--warm must be at least 0; it is " + warm);
        }
        MethodName wanted = called.name();
        try (Endpoint endpoint = Endpoint.create(tls.options().build())) {
            Peer peer = endpoint.connect(wanted.address());
            DescribedCall call = called.describedBy(peer);
            checkWaits(call);
            Object stub = call.stub(called.timed(CallOptions.none()));
            warmUp(peer, call, stub);
            CallTrace trace = peer.explain(stub, call::invoke);
            print(wanted.name() + "." + JavaText.overload(call.chosen().described()), trace);
        }
    }

    private static void checkWaits(DescribedCall call) {
        boolean future =
                CompletionStage.class.isAssignableFrom(call.chosen().method().getReturnType());
        if (future || call.chosen().described().oneWay()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "'explain' needs a method whose caller waits for the result; %s %s"
                            .formatted(call.chosen().method().getName(), future ? "returns a future" : "is one-way"));
        }
    }

    /** Warms up the common parts of a call by calls of the registry, then the method. */
    private void warmUp(Peer peer, DescribedCall call, Object stub) {
        for (int i = 0; i < USUAL_WARMING; i++) {
            peer.bound();
        }
        int calls = warm != null ? warm : call.chosen().described().idempotent() ? USUAL_WARMING : 0;
        for (int i = 0; i < calls; i++) {
            // By explain, too: its first use is slow, and would count as a part of the measured call.
            peer.explain(stub, call::invoke);
        }
    }

    private void print(String name, CallTrace trace) {
        Map<String, Duration> stages = new LinkedHashMap<>();
        stages.put("encode", trace.encodeArguments());
        stages.put("wire", trace.wire());
        stages.put("wait", trace.waiting());
        stages.put("decode", trace.decodeArguments());
        stages.put("dispatch", trace.dispatch());
        stages.put("execute", trace.execute());
        stages.put("encode result", trace.encodeResult());
        stages.put("decode result", trace.decodeResult());
        stages.put("total", trace.total());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            ObjectNode node = JsonMapper.shared().createObjectNode();
            node.put("method", name).put("mode", trace.mode());
            ObjectNode nanos = node.putObject("nanos");
            stages.forEach((stage, time) -> nanos.put(stage.replace(" r", "R"), time.toNanos()));
            node.putObject("bytes").put("out", trace.bytesOut()).put("in", trace.bytesIn());
            out.println(node);
        } else {
            out.println(spec.commandLine().getColorScheme().commandText(Plain.line(name)) + ", "
                    + mode(Plain.line(trace.mode())));
            double total = Math.max(1, trace.total().toNanos());
            stages.forEach((stage, time) -> out.printf(
                    Locale.ROOT,
                    "  %-14s %-7s %9s %4.0f%%%n",
                    stage,
                    where(stage),
                    Amounts.time(time),
                    PERCENT * time.toNanos() / total));
            out.printf(Locale.ROOT, "  %d bytes out, %d bytes in%n", trace.bytesOut(), trace.bytesIn());
        }
        out.flush();
    }

    private static String where(String stage) {
        return switch (stage) {
            case "encode", "decode result" -> "caller";
            case "wire" -> "between";
            case "total" -> "";
            default -> "server";
        };
    }

    private static String mode(String mode) {
        return switch (mode) {
            case "lane" -> "on a lane";
            case "memory" -> "on a lane over shared memory";
            case "loop" -> "on the thread that reads the main connection";
            case "thread" -> "on a virtual thread, from the main connection";
            default -> mode;
        };
    }
}
