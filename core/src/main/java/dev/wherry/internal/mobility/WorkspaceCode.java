package dev.wherry.internal.mobility;

import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.code.ClassBytes;
import dev.wherry.internal.code.CodeHash;
import dev.wherry.internal.code.Intake;
import dev.wherry.internal.code.Manifest;
import dev.wherry.internal.code.PackedCode;
import dev.wherry.internal.mobility.Origins.Origin;
import dev.wherry.internal.mobility.Senders.Found;
import dev.wherry.mobility.WorkspaceOptions;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The classes that peers have sent to one workspace, by name: those that are defined here, and where all others come from. For any thread. */
final class WorkspaceCode {
    private static final String CLASS_FILE = ".class";

    private final String workspace;
    private final WorkspaceOptions options;
    private final Gate gate;
    private final Intake intake;
    private final WorkspaceLoader loader;
    private final Origins origins = new Origins();
    private final Senders senders = new Senders();
    private final Map<String, ClassBytes> shipped = new ConcurrentHashMap<>();
    private final Map<String, byte[]> resources = new ConcurrentHashMap<>();

    /** @param host whose classes are this side's own */
    WorkspaceCode(String workspace, Set<String> shippedFirst, Gate gate, ClassLoader host) {
        this.workspace = workspace;
        options = WorkspaceOptions.own().withShippedFirst(shippedFirst.toArray(String[]::new));
        this.gate = gate;
        intake = gate.intake();
        loader = new WorkspaceLoader(workspace, host, this);
    }

    ClassLoader loader() {
        return loader;
    }

    /** A class of a name that a peer has sent; null if it must not be, or is not there. Initialises none. */
    @Nullable
    Class<?> find(String name) {
        if (gate.policy().isOff() || (origins.get(name) == null && demand(name) == null)) {
            return null;
        }
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new RemoteException(
                    Code.CODEC,
                    "Class " + name + " cannot be used in workspace '" + workspace + "': " + e + differences(),
                    e);
        }
    }

    String differences() {
        return origins.differences();
    }

    // ---- what comes

    void checkShips(Connection from) {
        gate.checkShips(null, from, workspace);
    }

    /** Takes in what is needed of a bundle; where no code is taken in, its classes are missed when they are met. */
    void arrived(Announcement bundle, Connection from) {
        if (gate.policy().isOff() || isKnown(bundle, from)) {
            return;
        }
        Map<String, Origin> decided = new HashMap<>();
        for (ClassBytes file : gate.admit(bundle, () -> wanted(bundle, decided), from, workspace, intake)) {
            shipped.putIfAbsent(file.name(), file);
        }
        origins.decide(decided);
        senders.add(bundle.source(), from);
    }

    private boolean isKnown(Announcement bundle, Connection from) {
        return senders.has(from)
                && bundle.manifest().classes().stream().allMatch(entry -> origins.has(entry.name(), entry.hash()));
    }

    private List<Manifest.Entry> wanted(Announcement bundle, Map<String, Origin> decided) {
        List<Manifest.Entry> classes = bundle.manifest().classes();
        classes.forEach(entry -> decided.put(entry.name(), origin(entry)));
        Origins.checkWhole(decided);
        return classes.stream()
                .filter(entry ->
                        !Objects.requireNonNull(decided.get(entry.name())).isOfHost())
                .toList();
    }

    private Origin origin(Manifest.Entry entry) {
        Origin known = origins.get(entry.name());
        return known != null && known.sent().equals(entry.hash())
                ? known
                : new Origin(entry.hash(), isOfHost(entry.name()) ? hostHash(entry.name()) : null);
    }

    private @Nullable CodeHash hostHash(String name) {
        try (InputStream in = loader.getParent().getResourceAsStream(name.replace('.', '/') + CLASS_FILE)) {
            return in == null ? null : CodeHash.of(in.readAllBytes());
        } catch (IOException e) {
            return null; // then it cannot be loaded from there either
        }
    }

    // ---- what the loader asks for

    /** Whether the host's class of this name comes first. */
    boolean isOfHost(String name) {
        Origin known = origins.get(name);
        return known != null ? known.isOfHost() : !gate.policy().prefersShipped(name) && !options.prefersShipped(name);
    }

    byte[] bytes(String name) throws ClassNotFoundException {
        ClassBytes file = shipped.get(name);
        if (file == null && demand(name) != null) {
            file = shipped.get(name);
        }
        if (file == null) {
            throw new ClassNotFoundException(name + ", which neither the host of workspace '" + workspace
                    + "' has nor those who sent code to it");
        }
        return file.bytes();
    }

    byte @Nullable [] resource(String name) {
        if (name.endsWith(CLASS_FILE)) {
            ClassBytes file = shipped.get(
                    name.substring(0, name.length() - CLASS_FILE.length()).replace('/', '.'));
            return file == null ? null : file.bytes();
        }
        byte[] known = resources.get(name);
        if (known == null) {
            Found<byte[]> found = senders.ask(name, source -> source.resource(name));
            if (found != null) {
                known = found.what();
                intake.addResource(name, known.length);
                resources.put(name, known);
            }
        }
        return known;
    }

    /** Asks those who sent code for a class that no manifest has foreseen; what was let in with it, null if nobody has it. */
    private @Nullable Manifest demand(String name) {
        Found<Announcement> found = senders.ask(name, source -> source.find(name));
        if (found == null) {
            return null;
        }
        arrived(found.what().from(found.from().source()), found.from().connection());
        return origins.get(name) == null ? null : found.what().manifest();
    }

    // ---- for a child, which defines what was let in here, and for hosts that tasks go on to

    byte[] packed(List<CodeHash> hashes) {
        Map<CodeHash, ClassBytes> byHash =
                shipped.values().stream().collect(Collectors.toMap(ClassBytes::hash, file -> file, (one, same) -> one));
        return PackedCode.pack(hashes.stream()
                .map(hash -> Objects.requireNonNull(byHash.get(hash), "a class that was let in"))
                .toList());
    }

    @Nullable
    Manifest found(String name) {
        ClassBytes file = shipped.get(name);
        return file == null ? demand(name) : Manifest.of(List.of(file));
    }

    /** It is to be asked no more. */
    void left(CodeSource source) {
        senders.left(source);
    }

    /** What came stays for those who have gone on to other hosts with it, and goes with the loader. */
    void close() {
        senders.clear();
    }
}
