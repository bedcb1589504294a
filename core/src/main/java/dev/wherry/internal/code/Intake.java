package dev.wherry.internal.code;

import dev.wherry.mobility.CodeLimits;
import dev.wherry.mobility.MobilityPolicy;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What one workspace takes in, held to a policy's rules: announced ({@link #check}), fetched, unpacked
 * ({@link PackedCode#unpack}), added and only then defined. Who offers it is decided before ({@link Shippers}). Thread-safe.
 */
public final class Intake {
    private final MobilityPolicy policy;
    private final ClassCheck check;
    private Map<String, CodeHash> hashes = Map.of();
    private Map<String, Set<String>> supertypes = Map.of();
    private long bytes;

    public Intake(MobilityPolicy policy) {
        this.policy = policy;
        this.check = new ClassCheck(policy);
    }

    /** What is announced, before anything of it is fetched: names, sizes and numbers. Keeps nothing. */
    public void check(Manifest manifest) {
        int most = policy.limits().bundleBytes();
        if (manifest.bytes() > most) {
            throw Rule.BUNDLE_BYTES.refuses("This bundle", manifest.bytes() + " bytes: at most " + most);
        }
        manifest.classes().forEach(check::check);
        synchronized (this) {
            long more = 0;
            int added = 0;
            for (Manifest.Entry entry : manifest.classes()) {
                if (isNew(hashes, entry.name(), entry.hash())) {
                    more += entry.bytes();
                    added++;
                }
            }
            checkRoom(hashes.size() + added, bytes + more);
        }
    }

    /** What came, before any of it is defined: all of these class files, or an exception and none. */
    public void add(Collection<ClassBytes> files) {
        Map<String, Set<String>> parents = new LinkedHashMap<>();
        files.forEach(file -> parents.put(file.name(), check.check(file)));
        synchronized (this) {
            Map<String, CodeHash> allHashes = new HashMap<>(hashes);
            long allBytes = bytes;
            for (ClassBytes file : files) {
                if (isNew(allHashes, file.name(), file.hash())) {
                    allHashes.put(file.name(), file.hash());
                    allBytes += file.bytes().length;
                }
            }
            checkRoom(allHashes.size(), allBytes);
            Map<String, Set<String>> allParents = new HashMap<>(supertypes);
            allParents.putAll(parents);
            Lineage.check(allParents, policy.limits().nesting());
            hashes = allHashes;
            supertypes = allParents;
            bytes = allBytes;
        }
    }

    /** A resource, which takes room beside the class files. */
    public synchronized void addResource(String name, int size) {
        int most = policy.limits().bundleBytes();
        if (size > most) {
            throw Rule.BUNDLE_BYTES.refuses("Resource " + name, size + " bytes: at most " + most);
        }
        checkRoom(hashes.size(), bytes + size);
        bytes += size;
    }

    private static boolean isNew(Map<String, CodeHash> hashes, String name, CodeHash hash) {
        CodeHash here = hashes.get(name);
        if (here != null && !here.equals(hash)) {
            throw Rule.ONE_VERSION.refuses(
                    "Class " + name,
                    hash.shown() + ": the workspace has it as " + here.shown()
                            + "; use another workspace, or release this one");
        }
        return here == null;
    }

    private void checkRoom(int allClasses, long allBytes) {
        CodeLimits limits = policy.limits();
        if (allClasses > limits.workspaceClasses()) {
            throw Rule.WORKSPACE_CLASSES.refuses(
                    "This bundle",
                    "that the workspace would have " + allClasses + " classes: at most " + limits.workspaceClasses());
        }
        if (allBytes > limits.workspaceBytes()) {
            throw Rule.WORKSPACE_BYTES.refuses(
                    "This bundle",
                    "that the workspace would have class files of " + allBytes + " bytes: at most "
                            + limits.workspaceBytes());
        }
    }
}
