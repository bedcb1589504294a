package dev.wherry.cli;

import java.io.IOException;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what is in a domain of DDS. Its signatures name no class of the module for DDS, which other commands need not load. */
@Command(
        name = "dds",
        header = "Shows what is in a domain of DDS, and what the services there send",
        description = "Looks at the services at dds:// addresses, and at those of other programs that use DDS.",
        footer = {
            "",
            "Examples:",
            "  wherry dds ls",
            "  wherry dds ls --domain 7 --peer 10.0.0.7 --peer 10.0.0.8",
            "  wherry dds spy bank --interface acme.Bank --class-path classes"
        },
        subcommands = {DdsCommand.Ls.class, DdsCommand.Spy.class},
        mixinStandardHelpOptions = true)
final class DdsCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw Main.missingCommand(spec.commandLine());
    }

    /** The options that say which domain, and how it is reached. */
    static final class Domain {
        @Option(names = "--domain", defaultValue = "0", description = "The domain, 0 to 230. Default: ${DEFAULT-VALUE}")
        int id;

        @Option(
                names = "--peer",
                paramLabel = "HOST",
                description = "A host with participants, for networks without multicast. Can be given more than once")
        List<String> peers = List.of();

        @Option(names = "--loopback", description = "Look at processes of this machine alone, which use loopback too")
        boolean loopback;
    }

    /** Lists what is in a domain. */
    @Command(
            name = "ls",
            header = "Lists the participants, services and topics of a domain, and QoS that does not match",
            description = {
                "A service is a pair of topics NAME_Request and NAME_Reply, as in DDS-RPC. Its operations are known if a"
                        + " server or a client describes the types of its topics. A replica has a strength if only the"
                        + " strongest one's replies count."
            },
            mixinStandardHelpOptions = true)
    static final class Ls implements Runnable {
        @Mixin
        private Domain domain = new Domain();

        @Option(
                names = "--wait",
                paramLabel = "TIME",
                defaultValue = "2s",
                converter = DurationConverter.class,
                description = "How long to wait for answers, such as 500ms. Default: ${DEFAULT-VALUE}")
        private Duration wait;

        @Option(
                names = "--no-types",
                description = "Do not read the types that participants describe. The C library processes them, and a"
                        + " hostile one could make it fail")
        private boolean noTypes;

        @Spec
        private CommandSpec spec;

        @Override
        public void run() {
            DdsOutput.list(domain, wait, !noTypes, spec.commandLine().getOut());
        }
    }

    /** Prints messages of a service. */
    @Command(
            name = "spy",
            header = "Prints the requests and replies of a service while they are sent",
            description = {
                "Each line has the time, the caller's GUID and the number of the request, the operation, the values, and"
                        + " the size. Values are shown if the interface is given. It never delays the service: messages"
                        + " that are sent too fast are left out."
            },
            mixinStandardHelpOptions = true)
    static final class Spy implements Runnable {
        @Parameters(paramLabel = "SERVICE", description = "The name of the service, such as bank")
        private String service;

        @Mixin
        private Domain domain = new Domain();

        @Option(names = "--count", paramLabel = "N", description = "End after so many messages. Default: never")
        private @Nullable Long count;

        @Option(names = "--interface", paramLabel = "INTERFACE", description = "The Java interface of the service")
        private @Nullable String type;

        @Mixin
        private ClassPathOption classPath = new ClassPathOption();

        @Spec
        private CommandSpec spec;

        @Override
        public void run() {
            try (URLClassLoader loader = classPath.loader("spy")) {
                Class<?> loaded = type == null ? null : UserClasses.load(type, loader);
                DdsOutput.spy(domain, service, loaded, count == null ? Long.MAX_VALUE : count, spec.commandLine());
            } catch (IOException e) {
                throw new CommandException(ExitCode.FAILED, "Cannot close the class path: " + e, e);
            }
        }
    }
}
