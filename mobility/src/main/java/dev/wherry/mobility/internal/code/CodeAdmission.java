package dev.wherry.mobility.internal.code;

import dev.wherry.CallException;
import dev.wherry.mobility.CodeLimits;
import dev.wherry.mobility.MobilityPolicy;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Applies a policy's rules to the code of one workspace. Code is announced ({@link #check}), fetched, unpacked
 * ({@link PackedCode#unpack}), added, and only then defined. {@link Shippers} checks the sender before that. Thread-safe.
 */
public final class CodeAdmission {
    private final MobilityPolicy policy;
    private final ClassCheck check;
    private final Map<String, CodeHash> hashes = new HashMap<>();
    private final Map<String, Set<String>> supertypes = new HashMap<>();
    /** The names of supertypes of classes here, shipped or not. */
    private final Set<String> awaited = new HashSet<>();

    private long bytes;

    public CodeAdmission(MobilityPolicy policy) {
        this.policy = policy;
        this.check = new ClassCheck(policy);
    }

    /** Checks an announcement before its classes are fetched: names, sizes and numbers. Keeps nothing. */
    public void check(Manifest manifest) {
        checkSize(manifest);
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
            checkSpace(hashes.size() + added, bytes + more);
        }
    }

    /** Checks how much is announced. This is the first check, and a fast one. */
    public void checkSize(Manifest manifest) {
        int most = policy.limits().bundleBytes();
        if (manifest.bytes() > most) {
            throw Rule.BUNDLE_BYTES.refuses("This bundle", manifest.bytes() + " bytes: at most " + most);
        }
        checkSpace(manifest.classes().size(), 0);
    }

    /**
     * Adds all of these class files before any of them is defined, or throws and adds none.
     *
     * @return the classes that must not be defined, with the reason
     */
    public Map<String, CallException> add(Collection<ClassBytes> files) {
        Map<String, Set<String>> parents = new LinkedHashMap<>();
        Map<String, CallException> refused = new HashMap<>();
        for (ClassBytes file : files) {
            ClassCheck.Checked checked = check.check(file);
            parents.put(file.name(), checked.above());
            if (checked.refusal() != null) {
                refused.put(file.name(), checked.refusal());
            }
        }
        synchronized (this) {
            Map<String, CodeHash> added = new HashMap<>();
            long more = 0;
            for (ClassBytes file : files) {
                if (isNew(hashes, file.name(), file.hash()) && isNew(added, file.name(), file.hash())) {
                    added.put(file.name(), file.hash());
                    more += file.bytes().length;
                }
            }
            checkSpace(hashes.size() + added.size(), bytes + more);
            HierarchyCheck.check(concerned(parents), policy.limits().nesting());
            hashes.putAll(added);
            supertypes.putAll(parents);
            parents.values().forEach(awaited::addAll);
            bytes += more;
        }
        return refused;
    }

    /** Returns the supertypes that must be checked: those of the new classes, or all if a new class is a supertype of others here. */
    private Map<String, Set<String>> concerned(Map<String, Set<String>> added) {
        Map<String, Set<String>> all = new LinkedHashMap<>(added);
        if (added.keySet().stream().anyMatch(awaited::contains)) {
            supertypes.forEach(all::putIfAbsent);
            return all;
        }
        Deque<Set<String>> above = new ArrayDeque<>(added.values());
        for (Set<String> names = above.poll(); names != null; names = above.poll()) {
            for (String name : names) {
                Set<String> further = supertypes.get(name);
                if (further != null && all.putIfAbsent(name, further) == null) {
                    above.add(further);
                }
            }
        }
        return all;
    }

    /** Adds all resources of a name, or throws and adds none. They and their name count as bytes of the workspace. */
    public synchronized void addResources(String name, List<byte[]> contents) {
        int most = policy.limits().bundleBytes();
        long all = name.length();
        for (byte[] each : contents) {
            all += each.length;
        }
        if (all > most) {
            throw Rule.BUNDLE_BYTES.refuses("Resource " + name, all + " bytes: at most " + most);
        }
        checkSpace(hashes.size(), bytes + all);
        bytes += all;
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

    private void checkSpace(int allClasses, long allBytes) {
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
