package dev.wherry.cli;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.Delivery;
import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.cli.json.JsonValues;
import dev.wherry.cli.types.Described;
import dev.wherry.cli.types.GeneratedClasses;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Calls a method whose interface is not here. */
@Command(
        name = "call",
        header = "Calls a method whose interface is not here",
        description = {
            "Calls a method and prints what it returns as JSON. The interface need not be here: the server describes it.",
            "",
            "Arguments are JSON; a bare word is a string. Bytes are base64, dates and times as ISO 8601 has them. Where one"
                    + " of several types may stand, \"@type\" names it: {\"@type\":\"Circle\",\"radius\":2}."
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
    private static final Pattern NAME_AND_METHOD = Pattern.compile("(.+)\\.([^.()]+(?:\\(.*\\))?)");

    @Parameters(
            index = "0",
            paramLabel = "URI/NAME.METHOD",
            description = "What to call; parameter types may follow where overloads fit alike, as in add(int,int)")
    private String target;

    @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "JSON, one for each parameter")
    private List<String> arguments = List.of();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long the call may take, such as 200ms or 5s. Default: 30s")
    private @Nullable Duration timeout;

    @Option(
            names = "--context",
            paramLabel = "KEY=VALUE",
            description = "A text entry that travels with the call; may be given several times")
    private Map<String, String> context = Map.of();

    @Option(
            names = "--one-way",
            description = "Wait only until the server has taken the call in; the method must be void")
    private boolean oneWay;

    @Option(names = "--json", description = "The result is JSON as it is; with this a void method prints null, too")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        RemoteName at = RemoteName.parse(target);
        Matcher matcher = NAME_AND_METHOD.matcher(at.name());
        if (!matcher.matches()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "'" + target + "' names no method; write URI/NAME.METHOD, such as tcp://host:5739/bank.balance");
        }
        try (Endpoint endpoint = Endpoint.create()) {
            call(endpoint.connect(at.address()), matcher.group(1), matcher.group(2));
        }
    }

    private void call(Peer peer, String name, String method) {
        Described described = Described.of(peer.describe(name));
        GeneratedClasses classes = new GeneratedClasses(described);
        JsonValues values = new JsonValues(classes);
        Methods.Chosen chosen = new Methods(described, classes, values).choose(method, arguments);
        Class<?> returned = chosen.method().getReturnType();
        if (oneWay && returned != void.class) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "--one-way goes with methods that return nothing; %s returns %s"
                            .formatted(chosen.method().getName(), returned.getSimpleName()));
        }
        Object stub = Calls.with(peer.lookup(name, classes.type()), options());
        Object result = invoke(chosen, stub);
        Type type = chosen.method().getGenericReturnType();
        if (type != void.class) {
            spec.commandLine().getOut().println(values.write(result, awaited(type)));
        } else if (json) {
            spec.commandLine().getOut().println("null");
        }
        spec.commandLine().getOut().flush();
    }

    private CallOptions options() {
        CallOptions options = oneWay ? CallOptions.oneWay(Delivery.ACCEPTED) : CallOptions.none();
        if (timeout != null) {
            options = options.withTimeout(timeout);
        }
        for (Map.Entry<String, String> entry : context.entrySet()) {
            options = options.with(ContextKey.text(entry.getKey()), entry.getValue());
        }
        return options;
    }

    private static @Nullable Object invoke(Methods.Chosen chosen, Object stub) {
        try {
            Object result = chosen.method().invoke(stub, chosen.arguments().toArray());
            return result instanceof CompletionStage<?> stage
                    ? stage.toCompletableFuture().join()
                    : result;
        } catch (InvocationTargetException | CompletionException e) {
            throw thrown(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("The generated interface is public", e);
        }
    }

    private static RuntimeException thrown(@Nullable Throwable cause) {
        return switch (cause) {
            case Error error -> throw error;
            case RuntimeException unchecked -> unchecked;
            case null -> new IllegalStateException("A call failed without a reason");
            default -> new CommandException(ExitCode.FAILED, String.valueOf(cause), cause);
        };
    }

    private static Type awaited(Type type) {
        return type instanceof ParameterizedType generic
                        && generic.getRawType() instanceof Class<?> raw
                        && CompletionStage.class.isAssignableFrom(raw)
                ? generic.getActualTypeArguments()[0]
                : type;
    }
}
