package dev.wherry.mobility.internal.bundles;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Peer;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.mobility.internal.bundles.ClassOrigins.Origin;
import dev.wherry.mobility.internal.bundles.CodeGate.Admitted;
import dev.wherry.mobility.internal.bundles.CodeSenders.Found;
import dev.wherry.mobility.internal.code.ClassBytes;
import dev.wherry.mobility.internal.code.CodeAdmission;
import dev.wherry.mobility.internal.code.CodeHash;
import dev.wherry.mobility.internal.code.HostClasses;
import dev.wherry.mobility.internal.code.Manifest;
import dev.wherry.mobility.internal.code.PackedCode;
import dev.wherry.mobility.internal.code.Platform;
import dev.wherry.mobility.internal.code.RefusedClass;
import dev.wherry.mobility.internal.code.Rule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The classes that peers have sent to one workspace, by name, and the decision where each other class is found. For any thread. */
public final class WorkspaceCode {
    private static final String CLASS_FILE = ".class";
    private static final int MOST_REFUSED = 1_000;

    private final String workspace;
    private final WorkspaceOptions options;
    private final CodeGate gate;
    private final CodeAdmission admission;
    private final WorkspaceLoader loader;
    private final ClassOrigins origins = new ClassOrigins();
    private final CodeSenders senders = new CodeSenders();
    private final Supplier<@Nullable Peer> asking;
    private final Map<String, ClassBytes> shipped = new ConcurrentHashMap<>();

    /** Classes that must not be defined, with the reason. Only a task that needs such a class fails. */
    private final Map<String, CallException> refused = new ConcurrentHashMap<>();

    private final Map<String, List<byte[]>> resources = new ConcurrentHashMap<>();

    /**
     * @param host the loader of this side's classes
     * @param asking returns the peer whose task the calling thread runs, which is asked first; null if it runs none
     */
    public WorkspaceCode(
            String workspace,
            Set<String> shippedFirst,
            CodeGate gate,
            ClassLoader host,
            Supplier<@Nullable Peer> asking) {
        this.workspace = workspace;
        options = WorkspaceOptions.builder()
                .shippedFirst(shippedFirst.toArray(String[]::new))
                .build();
        this.gate = gate;
        admission = gate.admission();
        this.asking = asking;
        loader = new WorkspaceLoader(workspace, host, this);
    }

    public ClassLoader loader() {
        return loader;
    }

    /** Returns a class that a peer has sent; null if there is none or no code is accepted. Initialises no class. */
    @Nullable
    Class<?> find(String name) {
        CallException why = refused.get(name);
        if (why != null) {
            throw why;
        }
        if (gate.policy().isOff() || (origins.get(name) == null && demand(name, asking.get()) == null)) {
            return null;
        }
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException | LinkageError e) {
            CallException refusal = refusalIn(e);
            if (refusal != null) {
                throw refusal;
            }
            throw new CallException(
                    Code.CODEC,
                    "Class " + name + " cannot be used in workspace '" + workspace + "': " + e + differences(),
                    e);
        }
    }

    /** Returns whether the host lacks a class of this name and the policy accepts no code. Loads nothing. */
    boolean takesNone(String name) {
        return gate.policy().isOff() && loader.getParent().getResource(name.replace('.', '/') + CLASS_FILE) == null;
    }

    boolean has(String name) {
        return origins.get(name) != null;
    }

    String differences() {
        return origins.differences();
    }

    /** See {@link ClassOrigins#mixed}. */
    String mixed() {
        return origins.mixed();
    }

    // ---- admission

    void checkShips(Connection from) {
        gate.checkShips(null, from, workspace);
    }

    /** Admits the classes of a bundle that are needed. If the policy accepts no code, a value of such a class is refused later. */
    void arrived(Announcement bundle, CodeSender from) {
        if (!gate.policy().isOff() && !isKnown(bundle, from)) {
            admit(bundle, bundle.manifest(), from);
        }
    }

    /** @param foreign the classes of the bundle that this side has not sent itself */
    private void admit(Announcement bundle, Manifest foreign, CodeSender from) {
        Map<String, Origin> decided = new HashMap<>();
        for (Admitted each : gate.admit(bundle, foreign, () -> wanted(foreign, decided), from, workspace, admission)) {
            if (each.refusal() == null) {
                refused.remove(each.file().name()); // of an earlier bundle
            } else {
                refused.put(each.file().name(), each.refusal()); // before the class can be found
            }
            shipped.putIfAbsent(each.file().name(), each.file());
        }
        origins.decide(decided);
        senders.add(from);
    }

    /**
     * Admits the classes that an answer or a callback announces. Many of them are classes that this side has sent itself. If a class
     * of the peer is refused, only a value that needs it fails.
     *
     * @param own whether this side has sent a class
     */
    void returned(Announcement bundle, CodeSender from, Predicate<Manifest.Entry> own) {
        if (gate.policy().isOff() || isKnown(bundle, from)) {
            return;
        }
        Manifest foreign = new Manifest(bundle.manifest().classes().stream()
                .filter(entry -> !own.test(entry))
                .toList());
        try {
            if (!foreign.classes().isEmpty()) {
                admit(bundle, foreign, from);
            }
        } catch (CallException e) {
            if (!Rule.isIn(e)) {
                throw e;
            }
            foreign.classes().forEach(entry -> refuse(entry.name(), e));
        }
    }

    private boolean isKnown(Announcement bundle, CodeSender from) {
        return senders.has(from.connection())
                && bundle.manifest().classes().stream().allMatch(entry -> origins.has(entry.name(), entry.hash()));
    }

    private List<Manifest.Entry> wanted(Manifest foreign, Map<String, Origin> decided) {
        List<Manifest.Entry> classes = foreign.classes();
        classes.forEach(entry -> decided.put(entry.name(), origin(entry)));
        origins.checkWhole(decided);
        return classes.stream()
                .filter(entry ->
                        !Objects.requireNonNull(decided.get(entry.name())).isOfHost())
                .toList();
    }

    private Origin origin(Manifest.Entry entry) {
        Origin known = origins.get(entry.name());
        return known != null && known.sent().equals(entry.hash())
                ? known
                : new Origin(
                        entry.hash(),
                        isOfHost(entry.name()) ? HostClasses.hash(entry.name(), loader.getParent()) : null);
    }

    // ---- for the loader

    /** Returns whether the host's class of this name is used. */
    boolean isOfHost(String name) {
        Origin known = origins.get(name);
        return known != null ? known.isOfHost() : !gate.policy().prefersShipped(name) && !options.prefersShipped(name);
    }

    /** Returns whether this class was admitted to be defined here. Such a class is never one of the JDK, whose packages are reserved. */
    boolean brings(String name) {
        Origin known = origins.get(name);
        return known != null && !known.isOfHost();
    }

    /** Returns the class file that is to be defined, after asking the senders if it is missing. */
    byte[] bytes(String name) throws ClassNotFoundException {
        if (Platform.isOfWherry(name)) {
            throw missing(name);
        }
        ClassBytes file = shipped.get(name);
        try {
            if (file == null && demand(name, asking.get()) != null) {
                file = shipped.get(name);
            }
        } catch (CallException e) {
            if (!Rule.isIn(e)) {
                throw e;
            }
            refuse(name, e);
            throw undefined(e);
        }
        CallException why = refused.get(name);
        if (why != null && file != null) {
            return RefusedClass.of(file, why.getMessage());
        }
        if (why != null) {
            throw undefined(why);
        }
        if (file == null) {
            throw new ClassNotFoundException(name + ", which neither the host of workspace '" + workspace
                    + "' has nor those who sent code to it");
        }
        return file.bytes();
    }

    /** Returns the exception for a class of Wherry that this host lacks. Its cause is what the sender gets. */
    private ClassNotFoundException missing(String name) {
        CallException why = new CallException(Code.REFUSED, Platform.missing(name));
        refuse(name, why);
        return new ClassNotFoundException(why.getMessage(), why);
    }

    /** Returns the error that the virtual machine throws for a class that it cannot define. */
    private static NoClassDefFoundError undefined(CallException why) {
        NoClassDefFoundError undefined = new NoClassDefFoundError(why.getMessage());
        undefined.initCause(why);
        return undefined;
    }

    /** Remembers the refusal of a class that is not here. At the limit, later refusals are not remembered. */
    private void refuse(String name, CallException why) {
        if (refused.size() < MOST_REFUSED && !shipped.containsKey(name)) {
            refused.put(name, why);
        }
    }

    /** Returns why a class was refused, if something could not be loaded or linked because of that; else null. */
    @Nullable
    CallException refusalIn(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof CallException refusal && refusal.code() == Code.REFUSED) {
                return refusal;
            }
        }
        // Only the message is left when the virtual machine throws it again.
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String said = each.getMessage();
            for (CallException why : refused.values()) {
                if (Rule.isQuotedIn(said, why)) {
                    return why;
                }
            }
        }
        return null;
    }

    List<byte[]> resources(String name) {
        return resources(name, asking.get());
    }

    /** Returns the resources of this name that one of the senders has. */
    List<byte[]> resources(String name, @Nullable Peer first) {
        if (name.endsWith(CLASS_FILE)) {
            ClassBytes file = shipped.get(
                    name.substring(0, name.length() - CLASS_FILE.length()).replace('/', '.'));
            return file == null ? List.of() : List.of(file.bytes());
        }
        List<byte[]> known = resources.get(name);
        if (known != null) {
            return known;
        }
        Found<List<byte[]>> found = senders.ask("/" + name, first, source -> {
            List<byte[]> all = source.resources(name);
            return all.isEmpty() ? null : all;
        });
        return found == null ? List.of() : keep(name, found.what(), found.from().connection());
    }

    private List<byte[]> keep(String name, List<byte[]> contents, Connection from) {
        synchronized (resources) {
            List<byte[]> known = resources.get(name);
            if (known == null) {
                admission.addResources(name, contents);
                gate.recordResources(name, contents, from, workspace);
                known = List.copyOf(contents);
                resources.put(name, known);
            }
            return known;
        }
    }

    /** Asks the senders for a class that was not announced. Returns what was admitted with it; null if no sender has it. */
    private @Nullable Manifest demand(String name, @Nullable Peer first) {
        Found<Announcement> found =
                Platform.isOfWherry(name) ? null : senders.ask(name, first, source -> source.find(name));
        if (found == null) {
            return null;
        }
        arrived(found.what(), found.from());
        return origins.get(name) == null ? null : found.what().manifest();
    }

    // ---- for a child JVM, and for hosts to which tasks are sent on

    /** Returns admitted class files, packed. */
    byte[] packed(List<CodeHash> hashes) {
        Map<CodeHash, ClassBytes> byHash =
                shipped.values().stream().collect(Collectors.toMap(ClassBytes::hash, file -> file, (one, same) -> one));
        return PackedCode.pack(hashes, byHash::get);
    }

    @Nullable
    Manifest found(String name) {
        return found(name, asking.get());
    }

    /**
     * Returns a manifest of this class, if it is here or a sender has it; else null.
     *
     * @param first the sender that is asked first
     */
    @Nullable
    Manifest found(String name, @Nullable Peer first) {
        ClassBytes file = shipped.get(name);
        return file == null ? demand(name, first) : Manifest.of(List.of(file));
    }

    /** From now on this sender is not asked. */
    void left(CodeSender sender) {
        senders.left(sender);
    }

    /** From now on no sender is asked. Class files stay as long as the loader, for tasks that have moved on to other hosts. */
    public void close() {
        senders.clear();
    }
}
