package dev.wherry.internal.mobility;

import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.code.ClassBytes;
import dev.wherry.internal.code.CodeHash;
import dev.wherry.internal.code.Intake;
import dev.wherry.internal.code.Manifest;
import dev.wherry.internal.code.PackedCode;
import dev.wherry.mobility.WorkspaceOptions;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The classes that peers have sent to one workspace, by name: those that are defined here from what came, and those that
 * the host had already. For any thread.
 */
final class WorkspaceCode {
    private static final int MOST_MISSING = 1_000;

    private final String workspace;
    private final WorkspaceOptions options;
    private final Gate gate;
    private final Intake intake;
    private final WorkspaceLoader loader;
    /** What was announced and let in; where the host's class is used, with that one's hash. */
    private final Map<String, Origin> origins = new ConcurrentHashMap<>();

    private final Map<String, ClassBytes> shipped = new ConcurrentHashMap<>();
    private final List<Sender> senders = new CopyOnWriteArrayList<>();
    private final Map<String, byte[]> resources = new ConcurrentHashMap<>();
    /** What no sender has, asked for by name: probing for files that are not there is common. */
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    /** @param host null: it is to be defined here */
    private record Origin(CodeHash sent, @Nullable CodeHash host) {
        boolean differs() {
            return host != null && !host.equals(sent);
        }
    }

    private record Sender(CodeSource source, Connection connection) {}

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
        if (gate.policy().isOff() || (!origins.containsKey(name) && demand(name) == null)) {
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

    // ---- what comes

    void checkAccepts(Connection from) {
        gate.checkAccepts(from);
    }

    /** Takes in what is needed of a bundle; where no code is taken in, its classes are missed when they are met. */
    void arrived(Announcement bundle, Connection from) {
        if (gate.policy().isOff()) {
            return;
        }
        synchronized (from) { // those who send the same at one time need not all fetch it; others do not wait
            if (!isKnown(bundle, from)) {
                admit(bundle, from);
            }
        }
    }

    private boolean isKnown(Announcement bundle, Connection from) {
        return senders.stream().anyMatch(sender -> sender.connection().equals(from))
                && bundle.manifest().classes().stream().allMatch(entry -> {
                    Origin known = origins.get(entry.name());
                    return known != null && known.sent().equals(entry.hash());
                });
    }

    private void admit(Announcement bundle, Connection from) {
        Map<String, Origin> decided = new HashMap<>();
        List<Manifest.Entry> wanted = new ArrayList<>();
        for (Manifest.Entry entry : bundle.manifest().classes()) {
            Origin origin = origin(entry);
            decided.put(entry.name(), origin);
            if (origin.host() == null) {
                wanted.add(entry);
            }
        }
        checkWhole(decided);
        for (ClassBytes file : gate.admit(bundle, wanted, from, workspace, intake)) {
            shipped.putIfAbsent(file.name(), file);
        }
        origins.putAll(decided);
        if (senders.stream().noneMatch(known -> known.source().equals(bundle.source()))) {
            senders.add(new Sender(bundle.source(), from));
            missing.clear(); // it may have what the others have not
        }
    }

    private Origin origin(Manifest.Entry entry) {
        Origin known = origins.get(entry.name());
        if (known != null && known.sent().equals(entry.hash())) {
            return known;
        }
        return new Origin(entry.hash(), isOfHost(entry.name()) ? hostHash(entry.name()) : null);
    }

    private @Nullable CodeHash hostHash(String name) {
        try (InputStream in = loader.getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in == null ? null : CodeHash.of(in.readAllBytes());
        } catch (IOException e) {
            return null; // then it cannot be loaded from there either
        }
    }

    /**
     * Refuses a package of which the host has one part, in another version, and the sender brings the rest: the two would
     * not fit together, and private access between them needs one loader.
     */
    private void checkWhole(Map<String, Origin> decided) {
        List<String> clashing = decided.entrySet().stream()
                .filter(each -> each.getValue().differs())
                .filter(each -> decided.entrySet().stream()
                        .anyMatch(other -> other.getValue().host() == null
                                && packageOf(other.getKey()).equals(packageOf(each.getKey()))))
                .map(each -> difference(each.getKey(), each.getValue()))
                .sorted()
                .toList();
        if (!clashing.isEmpty()) {
            throw new RemoteException(
                    Code.REFUSED,
                    "A package comes wholly from the host or wholly with the code, and the host has parts of these in"
                            + " other versions: " + String.join("; ", clashing)
                            + ". Bring both sides to the same version, or open the workspace withShippedFirst(PACKAGE)");
        }
    }

    /** Which of the host's classes are in use in another version than was sent, for what goes wrong because of it. */
    String differences() {
        List<String> all = origins.entrySet().stream()
                .filter(each -> each.getValue().differs())
                .map(each -> difference(each.getKey(), each.getValue()))
                .sorted()
                .toList();
        return all.isEmpty() ? "" : " (of the host, in another version than was sent: " + String.join("; ", all) + ")";
    }

    private static String difference(String name, Origin origin) {
        return name + ", here " + Objects.requireNonNull(origin.host()).shown() + ", sent "
                + origin.sent().shown();
    }

    private static String packageOf(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    // ---- what the loader asks for

    /** Whether the host's class of this name comes first. */
    boolean isOfHost(String name) {
        Origin known = origins.get(name);
        return known != null
                ? known.host() != null
                : !gate.policy().prefersShipped(name) && !options.prefersShipped(name);
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
        if (name.endsWith(".class")) {
            ClassBytes file = shipped.get(name.substring(0, name.length() - 6).replace('/', '.'));
            return file == null ? null : file.bytes();
        }
        byte[] known = resources.get(name);
        if (known == null && !missing.contains(name)) {
            known = sources()
                    .map(sender -> ask(sender, source -> source.resource(name)))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
            if (known == null) {
                miss(name);
            } else {
                intake.addResource(name, known.length);
                resources.put(name, known);
            }
        }
        return known;
    }

    /** Asks those who sent code for a class that no manifest has foreseen; what was let in with it, null if nobody has it. */
    private @Nullable Manifest demand(String name) {
        if (missing.contains(name)) {
            return null;
        }
        for (Sender sender : sources().toList()) {
            Announcement found = ask(sender, source -> source.find(name));
            if (found != null) {
                arrived(found.from(sender.source()), sender.connection());
                return origins.containsKey(name) ? found.manifest() : null;
            }
        }
        miss(name);
        return null;
    }

    /** One that has gone has nothing any more. */
    private <T> @Nullable T ask(Sender sender, Function<CodeSource, @Nullable T> what) {
        try {
            return what.apply(sender.source());
        } catch (RemoteException e) {
            if (sender.connection().peer().isOpen()) {
                throw e;
            }
            senders.remove(sender);
            return null;
        }
    }

    /** The one first whose task asks. */
    private Stream<Sender> sources() {
        Running running = Running.current();
        List<Sender> first = new ArrayList<>();
        List<Sender> others = new ArrayList<>();
        for (Sender sender : senders) {
            boolean asks =
                    running != null && running.peer().equals(sender.connection().peer());
            (asks ? first : others).add(sender);
        }
        first.addAll(others);
        return first.stream();
    }

    private void miss(String name) {
        if (missing.size() < MOST_MISSING) {
            missing.add(name);
        }
    }

    // ---- for a child, which defines what was let in here

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
        senders.removeIf(sender -> sender.source().equals(source));
    }

    /** What came stays for those who have gone on to other hosts with it, and goes with the loader. */
    void close() {
        senders.clear();
    }
}
