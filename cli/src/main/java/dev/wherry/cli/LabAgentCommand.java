package dev.wherry.cli;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.lab.Lab;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lets another host's lab start servers on this one. */
@Command(
        name = "agent",
        header = "Starts servers for a lab on another host",
        description = {
            "Lets 'wherry lab run --servers-on URI' on another host prepare the systems of this checkout here and start"
                    + " their servers, until it is told to stop (SIGTERM or Ctrl-C). Prints 'listening URI' once it is ready.",
            "",
            "Who measures must know a token: the one in --token-file, or the random one that is printed. What was started"
                    + " ends with the connection that has asked for it. Neither token nor measured calls are encrypted,"
                    + " and the servers listen where the other host reached this one: use a network that you trust."
        },
        mixinStandardHelpOptions = true)
final class LabAgentCommand implements Callable<Integer> {
    @Mixin
    private LabRoot root;

    @Option(
            names = "--listen",
            paramLabel = "URI",
            required = true,
            description = "Where to listen, such as tcp://10.0.0.2:5739. Port 0 is any free one")
    private String address;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "What the token is in, 16 characters or more. Default: a random one, which is printed")
    private @Nullable Path tokenFile;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Addresses.parse(address);
        Lab lab = root.open();
        PrintWriter out = spec.commandLine().getOut();
        String token = tokenFile == null ? AgentToken.make() : AgentToken.read(tokenFile);
        try (Endpoint endpoint = Service.listen(List.of(address), EndpointOptions.defaults())) {
            lab.serveAt(endpoint, token);
            if (tokenFile == null) {
                out.println("token " + token);
            }
            Service.run(endpoint, out);
        }
        return ExitCode.DONE.status();
    }
}
