package dev.wherry.cli;

import dev.wherry.certificates.CertificateAuthority;
import dev.wherry.certificates.CertificateRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Makes an authority, and certificates for TLS. */
@Command(
        name = "cert",
        header = "Makes a certificate authority, and certificates of servers and clients",
        description = {
            "Makes a certificate authority in a folder, and certificates for addresses tls://host:port.",
            "Each certificate has a folder of its own with ca.pem, cert.pem and key.pem, for the option --tls and for"
                    + " Tls.folder in a program. The keys are not encrypted, and only their owner may read them."
        },
        footer = {
            "",
            "Examples:",
            "  wherry cert init",
            "  wherry cert server bank.example localhost 127.0.0.1",
            "  wherry cert client teller --spiffe spiffe://bank.example/teller"
        },
        subcommands = {CertCommand.Init.class, CertCommand.Server.class, CertCommand.Client.class},
        mixinStandardHelpOptions = true)
final class CertCommand implements Runnable {
    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            defaultValue = "certificates",
            scope = ScopeType.INHERIT,
            description = "Where the authority is. Default: ${DEFAULT-VALUE}")
    private Path folder;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw Main.missingCommand(spec.commandLine());
    }

    private static CertCommand of(CommandSpec spec) {
        return (CertCommand) spec.parent().userObject();
    }

    private static Duration days(int days) {
        if (days < 1) {
            throw new CommandException(ExitCode.USAGE, "--days must be at least 1; it is " + days);
        }
        return Duration.ofDays(days);
    }

    /** Returns the folder of a certificate, whose name cannot lead elsewhere. */
    private Path place(String name) {
        if (!name.matches("[A-Za-z0-9_][A-Za-z0-9._:-]*")) {
            throw new CommandException(
                    ExitCode.USAGE, "'" + name + "' cannot name a certificate: use letters, digits, '.', '-' and '_'");
        }
        return folder.resolve(name.replace(':', '_'));
    }

    /** The options of the commands that issue a certificate. */
    static final class Issuing {
        @Option(names = "--days", defaultValue = "365", description = "How long it is valid. Default: ${DEFAULT-VALUE}")
        private int days;

        @Option(
                names = "--spiffe",
                paramLabel = "ID",
                description = "Its SPIFFE id, such as spiffe://bank.example/teller")
        private @Nullable String spiffe;

        Duration lifetime() {
            return days(days);
        }

        /** Issues a certificate and writes it. */
        void write(CertCommand parent, CertificateRequest request, Path to) {
            boolean before = Files.exists(to.resolve("cert.pem"));
            try {
                parent.authority()
                        .issue(spiffe == null ? request : request.withSpiffe(spiffe))
                        .write(to);
            } catch (IllegalArgumentException e) {
                throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
            } catch (IOException e) {
                throw new CommandException(ExitCode.FAILED, "Cannot issue a certificate: " + e.getMessage(), e);
            }
            parent.spec
                    .commandLine()
                    .getOut()
                    .println((before ? "replaced" : "made") + " ca.pem, cert.pem and key.pem in " + to);
        }
    }

    private CertificateAuthority authority() throws IOException {
        if (!CertificateAuthority.isIn(folder)) {
            throw new CommandException(
                    ExitCode.NOT_FOUND,
                    "No certificate authority in " + folder + ". Make one: wherry cert init --folder " + folder);
        }
        return CertificateAuthority.read(folder);
    }

    @Command(
            name = "init",
            header = "Makes a certificate authority",
            description =
                    "Makes a certificate authority: ca.pem, which others trust, and ca-key.pem, which stays secret.",
            mixinStandardHelpOptions = true)
    static final class Init implements Runnable {
        @Option(names = "--name", defaultValue = "Wherry CA", description = "Its name. Default: ${DEFAULT-VALUE}")
        private String name;

        @Option(
                names = "--days",
                defaultValue = "3650",
                description = "How long it is valid. Default: ${DEFAULT-VALUE}")
        private int days;

        @Spec
        private CommandSpec spec;

        @Override
        public void run() {
            Path folder = of(spec).folder;
            if (CertificateAuthority.isIn(folder)) {
                throw new CommandException(
                        ExitCode.USAGE,
                        folder + " has a certificate authority already. Use another --folder, or delete its ca.pem and"
                                + " ca-key.pem; then no one trusts the certificates it has issued");
            }
            try {
                CertificateAuthority.create(name, days(days)).write(folder);
            } catch (IOException e) {
                throw new CommandException(ExitCode.FAILED, "Cannot write " + folder + ": " + e.getMessage(), e);
            }
            PrintWriter out = spec.commandLine().getOut();
            out.println("made " + folder.resolve("ca.pem") + " and " + folder.resolve("ca-key.pem"));
            out.println("next: wherry cert server localhost 127.0.0.1 --folder " + folder);
            out.flush();
        }
    }

    @Command(
            name = "server",
            header = "Issues the certificate of a server",
            description = "Issues the certificate of a server, which may also be a client of others.",
            mixinStandardHelpOptions = true)
    static final class Server implements Runnable {
        @Parameters(
                paramLabel = "NAME",
                arity = "1..*",
                description =
                        "The host names and IP addresses by which clients connect. The first one names the folder")
        private List<String> names;

        @Mixin
        private Issuing issuing = new Issuing();

        @Spec
        private CommandSpec spec;

        @Override
        public void run() {
            CertCommand parent = of(spec);
            Path to = parent.place(names.getFirst());
            issuing.write(parent, CertificateRequest.server(names, issuing.lifetime()), to);
            PrintWriter out = spec.commandLine().getOut();
            out.println("next: wherry cert client NAME --folder " + parent.folder);
            out.println("      wherry serve --listen tls://" + authority(names.getFirst()) + ":5739 --tls " + to
                    + " --class-path CLASSES --bind NAME=INTERFACE:CLASS");
            out.flush();
        }

        private static String authority(String host) {
            return host.contains(":") ? "[" + host + "]" : host;
        }
    }

    @Command(
            name = "client",
            header = "Issues the certificate of a client",
            description = "Issues the certificate of a client, by which servers know it.",
            mixinStandardHelpOptions = true)
    static final class Client implements Runnable {
        @Parameters(paramLabel = "NAME", description = "The name of the client. It names the folder")
        private String name;

        @Mixin
        private Issuing issuing = new Issuing();

        @Spec
        private CommandSpec spec;

        @Override
        public void run() {
            CertCommand parent = of(spec);
            Path to = parent.place(name);
            issuing.write(parent, CertificateRequest.client(name, issuing.lifetime()), to);
            PrintWriter out = spec.commandLine().getOut();
            out.println("next: wherry ping tls://localhost:5739 --tls " + to);
            out.flush();
        }
    }
}
