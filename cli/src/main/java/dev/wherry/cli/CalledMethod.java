package dev.wherry.cli;

import dev.wherry.Peer;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The parameters of commands that call a method. */
final class CalledMethod {
    @Parameters(
            index = "0",
            paramLabel = "URI/NAME.METHOD",
            description = "What to call; parameter types may follow where overloads fit alike, as in add(int,int)")
    private String target;

    @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "JSON, one for each parameter")
    private List<String> arguments = List.of();

    MethodName name() {
        return MethodName.parse(target);
    }

    /** @param peer that serves it */
    DescribedCall describedBy(Peer peer) {
        return DescribedCall.of(peer, name(), arguments);
    }
}
