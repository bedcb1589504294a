package dev.wherry.mobility.internal.bundles;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Peer;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.mobility.internal.bundles.CodeGate.Admitted;
import dev.wherry.mobility.internal.bundles.Origins.Origin;
import dev.wherry.mobility.internal.bundles.Senders.Found;
import dev.wherry.mobility.internal.code.ClassBytes;
import dev.wherry.mobility.internal.code.CodeAdmission;
import dev.wherry.mobility.internal.code.CodeHash;
import dev.wherry.mobility.internal.code.HostClasses;
import dev.wherry.mobility.internal.code.Manifest;
import dev.wherry.mobility.internal.code.PackedCode;
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

/** The classes that peers have sent to one workspace, by name: those that are defined here, and where all others come from. For any thread. */
public final class WorkspaceCode {
    private static final String CLASS_FILE = ".class";
    private static final int MOST_REFUSED = 1_000;

    private final String workspace;
    private final WorkspaceOptions options;
    private final CodeGate gate;
    private final CodeAdmission intake;
    private final WorkspaceLoader loader;
    private final Origins origins = new Origins();
    private final Senders senders = new Senders();
    private final Supplier<@Nullable Peer> asking;
    private final Map<String, ClassBytes> shipped = new ConcurrentHashMap<>();

    /** What must not be defined, and why: told to whoever needs it, and to nobody else. */
    private final Map<String, CallException> refused = new ConcurrentHashMap<>();

    private final Map<String, List<byte[]>> resources = new ConcurrentHashMap<>();

    /**
     * @param host whose classes are this side's own
     * @param asking whose code is looked through first: the peer whose task this thread runs; null: it runs none
     */
    public WorkspaceCode(
            String workspace,
            Set<String> shippedFirst,
            CodeGate gate,
            ClassLoader host,
            Supplier<@Nullable Peer> asking) {
        this.workspace = workspace;
        options = WorkspaceOptions.own().withShippedFirst(shippedFirst.toArray(String[]::new));
        this.gate = gate;
        intake = gate.intake();
        this.asking = asking;
        loader = new WorkspaceLoader(workspace, host, this);
    }

    public ClassLoader loader() {
        return loader;
    }

    /** A class of a name that a peer has sent; null if it must not be, or is not there. Initialises none. */
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

    /** Whether a class of this name is not here, and no policy lets it in. Nothing is loaded. */
    boolean takesNone(String name) {
        return gate.policy().isOff() && loader.getParent().getResource(name.replace('.', '/') + CLASS_FILE) == null;
    }

    boolean has(String name) {
        return origins.get(name) != null;
    }

    String differences() {
        return origins.differences();
    }

    /** What may be behind an access that is refused. */
    String mixed() {
        return origins.mixed();
    }

    // ---- what comes

    void checkShips(Connection from) {
        gate.checkShips(null, from, workspace);
    }

    /** Takes in what is needed of a bundle; where no code is taken in, its classes are missed when they are met. */
    void arrived(Announcement bundle, Connection from) {
        if (!gate.policy().isOff() && !isKnown(bundle, from)) {
            admit(bundle, bundle.manifest(), from);
        }
    }

    /** @param foreign those of its classes that are the sender's */
    private void admit(Announcement bundle, Manifest foreign, Connection from) {
        Map<String, Origin> decided = new HashMap<>();
        for (Admitted each : gate.admit(bundle, foreign, () -> wanted(foreign, decided), from, workspace, intake)) {
            if (each.refusal() == null) {
                refused.remove(each.file().name()); // of what came to nothing before
            } else {
                refused.put(each.file().name(), each.refusal()); // before it can be found
            }
            shipped.putIfAbsent(each.file().name(), each.file());
        }
        origins.decide(decided);
        senders.add(bundle.source(), from);
    }

    /**
     * The same of what comes with an answer or a call back. Much of it is this side's own, come home, and no code of the
     * other's; what is refused of the rest is missed when it is met, and by that alone.
     *
     * @param own what this side has sent
     */
    void returned(Announcement bundle, Connection from, Predicate<Manifest.Entry> own) {
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

    private boolean isKnown(Announcement bundle, Connection from) {
        return senders.has(from)
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

    // ---- what the loader asks for

    /** Whether the host's class of this name comes first. */
    boolean isOfHost(String name) {
        Origin known = origins.get(name);
        return known != null ? known.isOfHost() : !gate.policy().prefersShipped(name) && !options.prefersShipped(name);
    }

    /** Whether this class was let in to be defined here: then it is none of the platform's, whose packages are reserved. */
    boolean brings(String name) {
        Origin known = origins.get(name);
        return known != null && !known.isOfHost();
    }

    byte[] bytes(String name) throws ClassNotFoundException {
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

    /** As the virtual machine tells it. */
    private static NoClassDefFoundError undefined(CallException why) {
        NoClassDefFoundError undefined = new NoClassDefFoundError(why.getMessage());
        undefined.initCause(why);
        return undefined;
    }

    /** Of what is not here; who asks for more is told anew each time. */
    private void refuse(String name, CallException why) {
        if (refused.size() < MOST_REFUSED && !shipped.containsKey(name)) {
            refused.put(name, why);
        }
    }

    /** Why a class was refused, if that is why something could not be loaded or linked; else null. */
    @Nullable
    CallException refusalIn(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof CallException refusal && refusal.code() == Code.REFUSED) {
                return refusal;
            }
        }
        // Words are all that is left when the virtual machine throws it again.
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String said = each.getMessage();
            for (CallException why : refused.values()) {
                if (Rule.isToldIn(said, why)) {
                    return why;
                }
            }
        }
        return null;
    }

    List<byte[]> resources(String name) {
        return resources(name, asking.get());
    }

    /** Of one of the senders, who may have several. */
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
                intake.addResources(name, contents);
                gate.recordResources(name, contents, from, workspace);
                known = List.copyOf(contents);
                resources.put(name, known);
            }
            return known;
        }
    }

    /** Asks those who sent code for a class that no manifest has foreseen; what was let in with it, null if nobody has it. */
    private @Nullable Manifest demand(String name, @Nullable Peer first) {
        Found<Announcement> found = senders.ask(name, first, source -> source.find(name));
        if (found == null) {
            return null;
        }
        arrived(found.what().from(found.from().source()), found.from().connection());
        return origins.get(name) == null ? null : found.what().manifest();
    }

    /** What was let in, for a child that defines it for the tasks of this client. */
    public CodeSource vetted(Peer client) {
        return new VettedCode(this, client);
    }

    // ---- for a child, which defines what was let in here, and for hosts that tasks go on to

    byte[] packed(List<CodeHash> hashes) {
        Map<CodeHash, ClassBytes> byHash =
                shipped.values().stream().collect(Collectors.toMap(ClassBytes::hash, file -> file, (one, same) -> one));
        return PackedCode.pack(hashes, byHash::get);
    }

    @Nullable
    Manifest found(String name) {
        return found(name, asking.get());
    }

    /** @param first whose task asks */
    @Nullable
    Manifest found(String name, @Nullable Peer first) {
        ClassBytes file = shipped.get(name);
        return file == null ? demand(name, first) : Manifest.of(List.of(file));
    }

    /** It is to be asked no more. */
    void left(CodeSource source) {
        senders.left(source);
    }

    /** What came stays for those who have gone on to other hosts with it, and goes with the loader. */
    public void close() {
        senders.clear();
    }

    /** The code of a workspace as its child gets it: what was let in, and what its senders are asked for meanwhile, this client first. */
    private record VettedCode(WorkspaceCode code, Peer client) implements CodeSource {
        @Override
        public byte[] fetch(List<CodeHash> hashes) {
            return code.packed(hashes);
        }

        @Override
        public @Nullable Announcement find(String className) {
            Manifest found = code.found(className, client);
            return found == null ? null : new Announcement(found, null, this);
        }

        @Override
        public List<byte[]> resources(String name) {
            return code.resources(name, client);
        }
    }
}
