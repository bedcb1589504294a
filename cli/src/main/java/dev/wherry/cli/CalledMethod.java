package dev.wherry.cli;

import dev.wherry.CallOptions;
import dev.wherry.Peer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The common parameters of commands that call a method. */
final class CalledMethod {
    @Parameters(
            index = "0",
            paramLabel = "URI/NAME.METHOD",
            description = "The method to call. If several overloads fit, add the parameter types, as in add(int,int)")
    private String target;

    @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "JSON, one argument for each parameter")
    private List<String> arguments = List.of();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long the call may take, such as 200ms or 5s. Default: 30s")
    private @Nullable Duration timeout;

    MethodName name() {
        return MethodName.parse(target);
    }

    /** @param peer the endpoint that serves the method */
    DescribedCall describedBy(Peer peer) {
        return DescribedCall.of(peer, name(), arguments);
    }

    /** Returns the options with the timeout of the command line, if one is given. */
    CallOptions timed(CallOptions options) {
        return timeout == null ? options : options.toBuilder().timeout(timeout).build();
    }
}
