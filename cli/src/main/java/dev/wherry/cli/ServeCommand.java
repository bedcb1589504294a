package dev.wherry.cli;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.net.URLClassLoader;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves objects of the user's own classes. */
@Command(
        name = "serve",
        header = "Serves objects of your own classes",
        description = {
            "Serves objects until it is stopped (SIGTERM or Ctrl-C). Then it accepts no more calls, and the running"
                    + " ones finish.",
            "It prints 'listening URI' when it can be called."
        },
        mixinStandardHelpOptions = true)
final class ServeCommand implements Runnable {
    @Option(
            names = "--listen",
            paramLabel = "URI",
            defaultValue = "tcp://127.0.0.1:0",
            description = "Where to listen, such as tcp://0.0.0.0:5739 or unix:/run/bank.sock. Port 0 takes any free"
                    + " port. Default: ${DEFAULT-VALUE}")
    private List<String> addresses;

    @Option(
            names = "--bind",
            paramLabel = "NAME=INTERFACE:CLASS",
            required = true,
            description =
                    "Makes an object of CLASS, a public class with a public constructor without parameters, and binds"
                            + " it as INTERFACE")
    private List<String> bindings;

    @Mixin
    private ClassPathOption classPath = new ClassPathOption();

    @Option(
            names = "--register",
            paramLabel = "CLASS",
            description = "A class that may be sent where the declared type is open. May be given several times")
    private List<String> registered = List.of();

    @Mixin
    private AccessOption access = new AccessOption();

    @Mixin
    private TlsFolder tls = new TlsFolder();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        addresses.forEach(Addresses::check);
        List<Binding> parsed = bindings.stream().map(Binding::parse).toList();
        URLClassLoader classes = classPath.loader("wherry-serve");
        EndpointOptions.Builder builder = tls.options()
                .register(registered.stream()
                        .map(name -> UserClasses.load(name, classes))
                        .toArray(Class<?>[]::new));
        EndpointOptions options = access.applyTo(builder).build();
        try (Endpoint endpoint =
                Service.listen(addresses, options, made -> parsed.forEach(binding -> binding.into(made, classes)))) {
            Service.run(endpoint, spec.commandLine().getOut());
        }
    }
}
