package dev.wherry.mobility.internal.bundles;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Identity;
import dev.wherry.internal.wire.Id128;
import dev.wherry.mobility.CodeReceived;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.internal.code.Challenge;
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
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where all code enters an endpoint: lets in what its policy accepts, and records what comes, accepted or not. For any thread. */
public final class CodeGate {
    private final MobilityPolicy policy;
    private final ClassLoader host;
    private final CodeCache cache;
    private final LongAdder fetched = new LongAdder();

    /** @param context the loader whose classes are this side's unless the policy names another; null: the system's */
    public CodeGate(MobilityPolicy policy, @Nullable ClassLoader context) {
        this.policy = policy;
        ClassLoader given = policy.host() != null ? policy.host() : context;
        host = given != null ? given : ClassLoader.getSystemClassLoader();
        cache = new CodeCache(policy.limits().cacheBytes());
    }

    MobilityPolicy policy() {
        return policy;
    }

    /** Whose classes are this side's own. */
    public ClassLoader host() {
        return host;
    }

    /** The same for tasks: a child has the class path that this process was started with. */
    public ClassLoader hostOfTasks() {
        return policy.child() == null ? host : ClassLoader.getSystemClassLoader();
    }

    /**
     * Refuses a peer of whom nothing that it may yet show would be accepted: all if the policy is off, and whoever is not
     * named if it accepts no keys. To be asked before anything is decoded of what it sends.
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

    /** For what only those may ask who need not sign. */
    public void checkTrusted(Identity shown) {
        if (!policy.accepts(shown)) {
            throw new CallException(Code.REFUSED, "The policy here, " + policy + ", does not know " + shown);
        }
    }

    public void checkHops(int hops) {
        int most = policy.limits().hops();
        if (hops > most) {
            throw Rule.HOPS.refuses("This task", "to take it in after " + hops + " other hosts: at most " + most);
        }
    }

    /** Class files that came from peers, those in the cache not counted again. */
    public long fetched() {
        return fetched.sum();
    }

    CodeAdmission intake() {
        return new CodeAdmission(policy);
    }

    /**
     * Who offers this. An exception if he may not, which is on record where mobility is on and he has come with a bundle.
     *
     * @param bundle null: he has announced nothing, and only his connection can tell who he is
     */
    public Set<Identity> checkShips(@Nullable Announcement bundle, Connection from, String workspace) {
        Shippers.checkOn(policy);
        Set<Identity> shown = Set.of(from.identity());
        try {
            shown = Shippers.shown(
                    from.identity(),
                    bundle == null ? Manifest.of(List.of()) : bundle.manifest(),
                    bundle == null ? null : bundle.signature(),
                    challenge(from.self(), from.session()),
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
     * Lets a bundle in: checks whose it is and what it announces, gets what is missing, checks that, and records it all.
     *
     * @param foreign those of its classes that are not this side's own
     * @param wanted those of these that are to be defined here, or why they do not fit; of the others only the names
     *     count. Asked only of those who may ship
     */
    List<Admitted> admit(
            Announcement bundle,
            Manifest foreign,
            Supplier<List<Manifest.Entry>> wanted,
            Connection from,
            String workspace,
            CodeAdmission intake) {
        Set<Identity> shown = checkShips(bundle, from, workspace);
        List<Admitted> files;
        try {
            intake.checkSize(bundle.manifest());
            intake.check(foreign);
            List<ClassBytes> all = files(bundle.source(), wanted.get());
            Map<String, CallException> refused = intake.add(all);
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

    /** @param refusal why it must not be defined, which is told when it is to be; null if it may be */
    record Admitted(ClassBytes file, @Nullable CallException refusal) {}

    static Challenge challenge(Id128 host, Id128 session) {
        return new Challenge(new UUID(host.high(), host.low()), new UUID(session.high(), session.low()));
    }

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
            throw new CallException(Code.REFUSED, "The sender of this code did not hand it over: " + e, e);
        }
    }

    /** Puts resources on record that a sender has given, before a task gets them. */
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
        try {
            TaskStreams.aside(() -> policy.recorder().accept(received)); // a task may have asked for it
        } catch (RuntimeException e) {
            throw new CallException(Code.REFUSED, "The code could not be recorded here, and so does not run", e);
        }
    }
}
