package dev.wherry.lab.peer;

import dev.wherry.lab.results.Complete.EmptyIfAbsent;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results.About;
import dev.wherry.lab.results.Transports;
import dev.wherry.lab.toml.TomlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A system under test: a folder with a {@code peer.toml}. In its commands, which run without a shell, these words are
 * replaced: <code>{folder}</code> (the peer's), <code>{root}</code> (the checkout), <code>{cache}</code> (a folder for
 * what is built), <code>{jdk}</code> (the home of its JDK). So are <code>{address}</code> (what the server said, client
 * only), <code>{tmp}</code> (the temporary folder of a server's or a client's process). An argument that is exactly
 * <code>{jvmFlags}</code> becomes those flags, and <code>{arguments}</code> those arguments.
 *
 * <p>Systems that differ in little are a family: {@code families/NAME/family.toml} beside their folders says what their
 * own files leave out, the folder is then the family's, and it is prepared once for all of them.
 *
 * @param jdk the feature version of the JDK that it runs on, the lab's own where its file names none
 * @param transport what it claims to use; conformance compares it with what the adapter saw
 * @param serializer likewise
 * @param proves further claims, which its adapter must report among its versions
 * @param hosts whether its two ends may be on different hosts: each listens at the address that the variable {@code
 *     LAB_HOST} of its environment says, and the server's address names it
 * @param arguments what its commands have beside those of its family
 * @param inputs files and folders beside its own whose change makes it prepare again, relative to the folder
 * @param probe a command that succeeds where the system is present; the first line of what it prints otherwise is the
 *     reason
 * @param doesNotRun why it is known not to work; null where it does
 * @param prepare commands run once, before first use
 * @param cannot what of a workload it cannot do although it offers the operation, and why
 * @param server the command that starts a server; null where client and server are one process, which a member of a
 *     family says with a command of no words
 * @param client the command that starts a client; of no words only where the system is known not to work
 */
public record Peer(
        Path home,
        String name,
        String title,
        @EmptyIfAbsent int jdk,
        String transport,
        String serializer,
        @EmptyIfAbsent Map<String, String> proves,
        List<String> operations,
        @EmptyIfAbsent boolean hosts,
        @EmptyIfAbsent List<String> jvmFlags,
        @EmptyIfAbsent List<String> arguments,
        @EmptyIfAbsent Map<String, String> versions,
        @EmptyIfAbsent List<String> inputs,
        List<String> probe,
        String install,
        @Nullable String doesNotRun,
        @EmptyIfAbsent List<List<String>> prepare,
        @EmptyIfAbsent List<Cannot> cannot,
        @Nullable List<String> server,
        List<String> client,
        @Nullable About about) {
    /** A bound on what it can do. */
    public record Cannot(String param, long above, String why) {}

    /** Checks the commands, and what needs a server. */
    public Peer {
        jdk = jdk == 0 ? Jdks.OWN : jdk;
        server = server == null || server.isEmpty() ? null : server;
        checkCommand("probe", probe);
        prepare.forEach(command -> checkCommand("a command of prepare", command));
        if (doesNotRun == null) {
            checkCommand("client", client);
        }
        if (server != null) {
            checkCommand("server", server);
        } else if (hosts) {
            throw new IllegalArgumentException("hosts is set, and there is no server, which it is about");
        }
    }

    private static void checkCommand(String key, List<String> command) {
        if (command.isEmpty() || command.getFirst().isBlank()) {
            throw new IllegalArgumentException("%s is a command of no words; it begins with a program".formatted(key));
        }
    }

    /**
     * Reads a peer's folder.
     *
     * @throws IOException if its {@code peer.toml} or its family's file is missing, faulty, or names another peer
     */
    public static Peer read(Path folder) throws IOException {
        Path file = folder.resolve("peer.toml");
        ObjectNode toml = TomlFile.tree(file);
        Path home = folder;
        if (toml.has("family")) {
            if (toml.has("prepare") || toml.has("inputs") || toml.has("jdk")) {
                throw new IOException(
                        "%s is of a family, which is prepared once: prepare, inputs and jdk belong into its file"
                                .formatted(file));
            }
            home = folder.resolveSibling("families")
                    .resolve(toml.remove("family").asString());
            toml = TomlFile.tree(home.resolve("family.toml")).setAll(toml);
        }
        Peer peer = TomlFile.record(toml.put("home", home.toUri().toString()), Peer.class, file);
        if (!folder.endsWith(peer.name())) {
            throw new IOException("%s says name = \"%s\"; it must be the folder's name".formatted(file, peer.name()));
        }
        return peer;
    }

    /** Returns the name of the folder that it is built in. A family shares one. */
    public String builtIn() {
        return home.getFileName().toString();
    }

    /** Returns whether the system claims these transports. */
    public boolean mayUse(String transports) {
        return Transports.of(transport).containsAll(Transports.of(transports));
    }

    /** Returns why it cannot do a workload with these parameters; empty if no reason is known. */
    public Optional<String> refusal(Map<String, Long> params) {
        if (server == null && Parameters.startsProcesses(params)) {
            return Optional.of("it is one process, so there is no server that a client started later could call");
        }
        if (server == null && Parameters.processesAtOnce(params) > 1) {
            return Optional.of("it is one process, so there are no clients apart from it");
        }
        return cannot.stream()
                .filter(each -> params.getOrDefault(each.param(), each.above()) > each.above())
                .map(Cannot::why)
                .findFirst();
    }
}
