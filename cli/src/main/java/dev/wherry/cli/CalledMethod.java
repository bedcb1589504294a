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

    MethodName name() {
        return MethodName.parse(target);
    }

    /** @param peer that serves it */
    DescribedCall describedBy(Peer peer) {
        return DescribedCall.of(peer, name(), arguments);
    }

    /** With the time that was asked for, if any. */
    CallOptions timed(CallOptions options) {
        return timeout == null ? options : options.toBuilder().timeout(timeout).build();
    }
}
