package dev.wherry.lab.peer;

import dev.wherry.lab.results.About;
import dev.wherry.lab.results.Callers;
import dev.wherry.lab.results.Distance;
import dev.wherry.lab.results.Transports;
import dev.wherry.lab.toml.TomlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A system under test: a folder with a {@code peer.toml}. In its commands, which run without a shell, these words are
 * replaced: <code>{folder}</code> (the peer's), <code>{root}</code> (the checkout), <code>{cache}</code> (a folder for
 * what is built), <code>{jdk}</code> (the home of the JDK asked for), <code>{address}</code> (what the server said,
 * client only), <code>{tmp}</code> (the temporary folder of a server's or a client's process); an argument that is
 * exactly <code>{jvmFlags}</code> becomes those flags, and <code>{arguments}</code> those arguments.
 *
 * <p>Systems that differ in little are a family: {@code families/NAME/family.toml} beside their folders says what their own
 * files leave out, the folder is then the family's, and it is prepared once for all of them.
 *
 * @param home the folder with its files, its own or its family's
 * @param builtIn the name of the folder that it is built in, which its family shares
 * @param name its own folder's name
 * @param title for people
 * @param jdk the feature version of the JDK that it runs on, the lab's own where its file names none
 * @param transport what it claims to use; conformance compares it with what the adapter saw
 * @param serializer likewise
 * @param proves what else it claims, and what its adapter must tell among its versions
 * @param operations what its adapter offers, such as {@code people} and {@code octets}
 * @param relay whether the address that its server says ends with the port of all its connections, so that a relay can take
 *     its place
 * @param hosts whether its two ends may be on different hosts: each listens at the address that the variable
 *     {@code LAB_HOST} of its environment says, and the server's address names it
 * @param jvmFlags given to its processes, and printed in the results
 * @param arguments what its commands have beside those of its family
 * @param versions of the system and of what it stands on, printed in the results
 * @param inputs files and folders beside its own whose change makes it prepare again, relative to the folder
 * @param probe a command that succeeds where the system is present; the first line of what it prints otherwise is the
 *     reason
 * @param install how to get the system, for people
 * @param doesNotRun why it is known not to work; null where it does
 * @param prepare commands run once, before first use
 * @param cannot what of a workload it cannot do although it offers the operation, and why
 * @param server the command that starts a server; null where client and server are one process, which a member of a family
 *     says with a command of no words
 * @param client the command that starts a client; of no words only where the system is known not to work
 * @param about what kind of system it is; null where its file says nothing
 */
public record Peer(
        Path home,
        String builtIn,
        String name,
        String title,
        int jdk,
        String transport,
        String serializer,
        Map<String, String> proves,
        List<String> operations,
        boolean relay,
        boolean hosts,
        List<String> jvmFlags,
        List<String> arguments,
        Map<String, String> versions,
        List<String> inputs,
        List<String> probe,
        String install,
        @Nullable String doesNotRun,
        List<List<String>> prepare,
        List<Cannot> cannot,
        @Nullable List<String> server,
        List<String> client,
        @Nullable About about) {

    /** The operation that calls nobody. */
    public static final String NOTHING = "nothing";

    /**
     * A bound on what it can do.
     *
     * @param param of a workload
     * @param above the greatest value that it can do
     * @param why in a sentence, for the report
     */
    public record Cannot(String param, long above, String why) {}

    /** The layout of {@code peer.toml}; what may be left out is nullable. */
    private record PeerToml(
            @Nullable String family,
            @Nullable String name,
            @Nullable String title,
            @Nullable Integer jdk,
            @Nullable String transport,
            @Nullable String serializer,
            @Nullable Map<String, String> proves,
            @Nullable List<String> operations,
            @Nullable Boolean relay,
            @Nullable Boolean hosts,
            @Nullable List<String> jvmFlags,
            @Nullable List<String> arguments,
            @Nullable Map<String, String> versions,
            @Nullable List<String> inputs,
            @Nullable List<String> probe,
            @Nullable String install,
            @Nullable String doesNotRun,
            @Nullable List<List<String>> prepare,
            @Nullable List<Cannot> cannot,
            @Nullable List<String> server,
            @Nullable List<String> client,
            @Nullable About about) {}

    /**
     * Reads a peer's folder.
     *
     * @throws IOException when its {@code peer.toml}, or its family's file, is missing or faulty, or names another peer
     */
    public static Peer read(Path folder) throws IOException {
        Path file = folder.resolve("peer.toml");
        PeerToml own = TomlFile.read(file, PeerToml.class);
        if (own.family() == null) {
            return of(own, folder, folder, file);
        }
        if (own.prepare() != null || own.inputs() != null || own.jdk() != null) {
            throw new IOException(
                    "%s is of a family, which is prepared once: prepare, inputs and jdk belong into its file"
                            .formatted(file));
        }
        Path family = folder.resolveSibling("families").resolve(own.family());
        return of(TomlFile.read(file, family.resolve("family.toml"), PeerToml.class), folder, family, file);
    }

    private static Peer of(PeerToml toml, Path folder, Path home, Path file) throws IOException {
        String name = needed(toml.name(), "name", file);
        if (!folder.endsWith(name)) {
            throw new IOException("%s says name = \"%s\"; it must be the folder's name".formatted(file, name));
        }
        List<String> probe = needed(toml.probe(), "probe", file);
        List<String> client = needed(toml.client(), "client", file);
        checkCommand(probe, "probe", file);
        for (List<String> command : toml.prepare() == null ? List.<List<String>>of() : toml.prepare()) {
            checkCommand(command, "a command of prepare", file);
        }
        if (toml.doesNotRun() == null) {
            checkCommand(client, "client", file);
        }
        List<String> server = toml.server() == null || toml.server().isEmpty() ? null : toml.server();
        if (server != null) {
            checkCommand(server, "server", file);
        }
        if (toml.relay() != null && server == null) {
            throw new IOException("%s says relay, and no server that one could stand before".formatted(file));
        }
        if (toml.hosts() != null && server == null) {
            throw new IOException("%s says hosts, and has no server that could be on another".formatted(file));
        }
        return new Peer(
                home,
                home.getFileName().toString(),
                name,
                needed(toml.title(), "title", file),
                toml.jdk() == null ? Jdks.OWN : toml.jdk(),
                needed(toml.transport(), "transport", file),
                needed(toml.serializer(), "serializer", file),
                toml.proves() == null ? Map.of() : toml.proves(),
                needed(toml.operations(), "operations", file),
                Boolean.TRUE.equals(toml.relay()),
                Boolean.TRUE.equals(toml.hosts()),
                toml.jvmFlags() == null ? List.of() : toml.jvmFlags(),
                toml.arguments() == null ? List.of() : toml.arguments(),
                toml.versions() == null ? Map.of() : toml.versions(),
                toml.inputs() == null ? List.of() : toml.inputs(),
                probe,
                needed(toml.install(), "install", file),
                toml.doesNotRun(),
                toml.prepare() == null ? List.of() : toml.prepare(),
                toml.cannot() == null ? List.of() : toml.cannot(),
                server,
                client,
                toml.about());
    }

    /** Whether calls may go this way, or these ways, by what it claims. */
    public boolean mayUse(String transports) {
        return Transports.of(transport).containsAll(Transports.of(transports));
    }

    /** Whether it is no system, but a calling loop that calls nobody, so that its cost can be measured. */
    public boolean callsNobody() {
        return operations.equals(List.of(NOTHING));
    }

    /** Whether both are made from some of the same files. */
    public boolean isMadeLike(Peer other) {
        return sources().anyMatch(one -> other.sources().anyMatch(two -> one.startsWith(two) || two.startsWith(one)));
    }

    private Stream<Path> sources() {
        return Stream.concat(Stream.of(home), inputs.stream().map(home::resolve))
                .map(path -> path.toAbsolutePath().normalize());
    }

    /** Why it cannot do a workload with these parameters; empty where it can, as far as it knows. */
    public Optional<String> refusal(Map<String, Long> params) {
        if (server == null && Callers.areProcesses(params)) {
            return Optional.of("it is one process, so there is no server that a client started later could call");
        }
        if (server == null && Callers.processesAtOnce(params) > 1) {
            return Optional.of("it is one process, so there are no clients apart from it");
        }
        if (!relay && !Distance.of(params).isZero()) {
            return Optional.of("no relay can stand between its client and its server, so nothing keeps them apart");
        }
        return cannot.stream()
                .filter(each -> params.getOrDefault(each.param(), each.above()) > each.above())
                .map(Cannot::why)
                .findFirst();
    }

    private static void checkCommand(List<String> command, String key, Path file) throws IOException {
        if (command.isEmpty() || command.getFirst().isBlank()) {
            throw new IOException("%s: %s is a command of no words; it begins with a program".formatted(file, key));
        }
    }

    private static <T> T needed(@Nullable T value, String key, Path file) throws IOException {
        if (value == null) {
            throw new IOException("%s lacks the key %s".formatted(file, key));
        }
        return value;
    }
}
