package dev.wherry.cli;

import dev.wherry.CallOptions;
import dev.wherry.ContextKey;
import dev.wherry.Delivery;
import dev.wherry.Endpoint;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Calls a method without the classes of its interface. */
@Command(
        name = "call",
        header = "Calls a method without the classes of its interface",
        description = {
            "Calls a method and prints its result as JSON. The classes of the interface are not needed, since the"
                    + " server describes them.",
            "",
            "Arguments are JSON. A word that is not JSON is a string. Bytes are base64, dates and times ISO 8601. If a"
                    + " value may have one of several types, \"@type\" names its type:"
                    + " {\"@type\":\"Circle\",\"radius\":2}."
        },
        footer = {
            "",
            "Examples:",
            "  wherry call tcp://127.0.0.1:5739/bank.balance main",
            "  wherry call tcp://127.0.0.1:5739/bank.transfer '{\"id\":\"a\"}' '{\"id\":\"b\"}' 12.50 --timeout 2s",
            "  wherry call 'unix:/run/sums.sock#sums.add(int,int)' 1 2"
        },
        mixinStandardHelpOptions = true)
final class CallCommand implements Runnable {
    @Mixin
    private CalledMethod called;

    @Option(
            names = "--context",
            paramLabel = "KEY=VALUE",
            description = "A text entry to send with the call. May be given several times")
    private Map<String, String> context = Map.of();

    @Option(
            names = "--one-way",
            description = "Wait only until the server has accepted the call. The method must be void")
    private boolean oneWay;

    @Option(names = "--json", description = "Print null for a void method. All other results are JSON in any case")
    private boolean json;

    @Mixin
    private TlsFolder tls = new TlsFolder();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        MethodName wanted = called.name();
        try (Endpoint endpoint = Endpoint.create(tls.options().build())) {
            call(called.describedBy(endpoint.connect(wanted.address())));
        }
    }

    private void call(DescribedCall call) {
        Method method = call.chosen().method();
        if (oneWay && method.getReturnType() != void.class) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "--one-way needs a method that returns nothing; %s returns %s"
                            .formatted(method.getName(), method.getReturnType().getSimpleName()));
        }
        Object result = call.invoke(call.stub(options()));
        Type type = method.getGenericReturnType();
        if (type != void.class) {
            spec.commandLine().getOut().println(call.values().write(result, awaited(type)));
        } else if (json) {
            spec.commandLine().getOut().println("null");
        }
        spec.commandLine().getOut().flush();
    }

    private CallOptions options() {
        CallOptions options = called.timed(oneWay ? CallOptions.ofDelivery(Delivery.ACCEPTED) : CallOptions.none());
        for (Map.Entry<String, String> entry : context.entrySet()) {
            options = options.toBuilder()
                    .context(ContextKey.text(entry.getKey()), entry.getValue())
                    .build();
        }
        return options;
    }

    private static Type awaited(Type type) {
        return type instanceof ParameterizedType generic
                        && generic.getRawType() instanceof Class<?> raw
                        && CompletionStage.class.isAssignableFrom(raw)
                ? generic.getActualTypeArguments()[0]
                : type;
    }
}
