package dev.wherry.mobility.internal.bundles;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Identity;
import dev.wherry.internal.events.Audit;
import dev.wherry.mobility.CodeReceived;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.internal.code.ClassBytes;
import dev.wherry.mobility.internal.code.CodeAdmission;
import dev.wherry.mobility.internal.code.CodeCache;
import dev.wherry.mobility.internal.code.CodeHash;
import dev.wherry.mobility.internal.code.Manifest;
import dev.wherry.mobility.internal.code.PackedCode;
import dev.wherry.mobility.internal.code.Rule;
import dev.wherry.mobility.internal.code.Shippers;
import dev.wherry.mobility.internal.prints.TaskStreams;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Admits all code that an endpoint receives, if its policy accepts it, and records it, accepted or not. For any thread. */
public final class CodeGate {
    private final MobilityPolicy policy;
    private final ClassLoader host;
    private final CodeCache cache;
    private final LongAdder fetched = new LongAdder();

    /** @param context the loader of this side's classes, unless the policy names another one; null: the system class loader */
    public CodeGate(MobilityPolicy policy, @Nullable ClassLoader context) {
        this.policy = policy;
        ClassLoader given = policy.host() != null ? policy.host() : context;
        host = given != null ? given : ClassLoader.getSystemClassLoader();
        cache = new CodeCache(policy.limits().cacheBytes());
    }

    MobilityPolicy policy() {
        return policy;
    }

    /** Returns the loader of this side's classes. */
    public ClassLoader host() {
        return host;
    }

    /** Returns the same for tasks. A child JVM has the class path that this process was started with. */
    public ClassLoader hostOfTasks() {
        return policy.child() == null ? host : ClassLoader.getSystemClassLoader();
    }

    /**
     * Refuses a peer whose code the policy would refuse in any case. This is every peer if the policy is off, and every peer that it
     * does not name if it accepts no keys. Called before anything of the peer's call is decoded.
     */
    public void checkMayShip(Identity shown) {
        Shippers.checkOn(policy);
        try {
            Shippers.checkMayShip(policy, shown);
        } catch (CallException e) {
            record(Manifest.of(List.of()), Set.of(shown), "not read", e.getMessage());
            throw e;
        }
    }

    /** Refuses a peer whose identity the policy does not accept without a signature. */
    public void checkTrusted(Identity shown) {
        if (!policy.accepts(shown)) {
            throw new CallException(Code.REFUSED, "The policy here, " + policy + ", does not know " + shown);
        }
    }

    /** Refuses a task that has passed through more hosts than the policy permits. */
    public void checkHops(int hops) {
        int most = policy.limits().hops();
        if (hops > most) {
            throw Rule.HOPS.refuses("This task", "it after " + hops + " other hosts: at most " + most);
        }
    }

    /** Returns how many class files were fetched from peers. Those that were in the cache do not count. */
    public long fetched() {
        return fetched.sum();
    }

    /** Creates the admission of a new workspace. */
    CodeAdmission admission() {
        return new CodeAdmission(policy);
    }

    /**
     * Returns the identities of the sender of a bundle.
     *
     * @param bundle null if nothing is announced; then only the connection identifies the sender
     * @throws CallException REFUSED if the sender may not ship code; it is recorded if mobility is on and there is a bundle
     */
    public Set<Identity> checkShips(@Nullable Announcement bundle, Connection from, String workspace) {
        Shippers.checkOn(policy);
        Set<Identity> shown = Set.of(from.identity());
        try {
            shown = Shippers.shown(
                    from.identity(),
                    bundle == null ? Manifest.of(List.of()) : bundle.manifest(),
                    bundle == null ? null : bundle.signature(),
                    from.challengeHere(),
                    Instant.now());
            Shippers.check(policy, shown);
            return shown;
        } catch (CallException e) {
            if (bundle != null) {
                record(bundle.manifest(), shown, workspace, e.getMessage());
            }
            throw e;
        }
    }

    /**
     * Admits a bundle: checks its sender and what it announces, fetches what is missing, checks that, and records it all.
     *
     * @param foreign the classes of the bundle that this side has not sent itself
     * @param wanted returns those of {@code foreign} that are to be defined here, or throws if they do not fit; called only if the
     *     sender may ship code
     */
    List<Admitted> admit(
            Announcement bundle,
            Manifest foreign,
            Supplier<List<Manifest.Entry>> wanted,
            CodeSender from,
            String workspace,
            CodeAdmission admission) {
        Set<Identity> shown = checkShips(bundle, from.connection(), workspace);
        List<Admitted> files;
        try {
            admission.checkSize(bundle.manifest());
            admission.check(foreign);
            List<ClassBytes> all = files(from.source(), wanted.get());
            Map<String, CallException> refused = admission.add(all);
            files = all.stream()
                    .map(file -> new Admitted(file, refused.get(file.name())))
                    .toList();
        } catch (CallException e) {
            record(bundle.manifest(), shown, workspace, e.getMessage());
            throw e;
        }
        files.forEach(file -> cache.add(file.file()));
        record(bundle.manifest(), shown, workspace, null);
        Map<ClassBytes, CallException> refused = new LinkedHashMap<>();
        for (Admitted each : files) {
            if (each.refusal() != null) {
                refused.put(each.file(), each.refusal());
            }
        }
        if (!refused.isEmpty()) {
            record(
                    Manifest.of(List.copyOf(refused.keySet())),
                    shown,
                    workspace,
                    refused.values().stream().map(CallException::getMessage).collect(Collectors.joining("; ")));
        }
        return files;
    }

    /** @param refusal is thrown when the class is to be defined; null if it may be defined */
    record Admitted(ClassBytes file, @Nullable CallException refusal) {}

    private List<ClassBytes> files(CodeSource source, List<Manifest.Entry> wanted) {
        Map<String, ClassBytes> all = new HashMap<>();
        List<Manifest.Entry> missing = new ArrayList<>();
        for (Manifest.Entry entry : wanted) {
            ClassBytes known = cache.find(entry);
            if (known == null) {
                missing.add(entry);
            } else {
                all.put(entry.name(), known);
            }
        }
        if (!missing.isEmpty()) {
            PackedCode.unpack(fetch(source, missing), missing).forEach(file -> all.put(file.name(), file));
            fetched.add(missing.size());
        }
        return wanted.stream().map(entry -> all.get(entry.name())).toList();
    }

    private static byte[] fetch(CodeSource source, List<Manifest.Entry> missing) {
        try {
            return source.fetch(missing.stream().map(Manifest.Entry::hash).toList());
        } catch (CallException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new CallException(Code.REFUSED, "The class files cannot be fetched from their sender: " + e, e);
        }
    }

    /** Records the resources that a sender has handed over, before a task gets them. */
    void recordResources(String name, List<byte[]> contents, Connection from, String workspace) {
        List<CodeReceived.Resource> resources = contents.stream()
                .map(each -> new CodeReceived.Resource(name, CodeHash.of(each).toString(), each.length))
                .toList();
        long bytes = contents.stream().mapToLong(each -> each.length).sum();
        record(new CodeReceived(
                Instant.now(),
                Set.of(from.identity()),
                workspace,
                Manifest.of(List.of()).hash().toString(),
                List.of(),
                resources,
                bytes,
                null));
    }

    private void record(Manifest manifest, Set<Identity> from, String workspace, @Nullable String refusal) {
        record(manifest.received(Instant.now(), from, workspace, refusal));
    }

    private void record(CodeReceived received) {
        String outcome = received.accepted() ? "ACCEPTED" : "REFUSED";
        String code = "code " + received.manifest();
        received.from()
                .forEach(from -> Audit.record(!received.accepted(), from, from, received.workspace(), code, outcome));
        try {
            TaskStreams.aside(() -> policy.recorder().accept(received)); // a task may have asked for it
        } catch (RuntimeException e) {
            throw new CallException(Code.REFUSED, "The code could not be recorded here, and so does not run", e);
        }
    }
}
