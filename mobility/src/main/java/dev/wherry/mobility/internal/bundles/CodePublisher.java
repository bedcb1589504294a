package dev.wherry.mobility.internal.bundles;

import dev.wherry.mobility.internal.code.ClassBytes;
import dev.wherry.mobility.internal.code.CodeHash;
import dev.wherry.mobility.internal.code.CodeReach;
import dev.wherry.mobility.internal.code.Manifest;
import dev.wherry.mobility.internal.code.PackedCode;
import dev.wherry.spi.CodecException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Tells the peer of the classes whose objects go out in one channel, and hands over what it lacks of them. For any thread. */
final class CodePublisher implements CodeSource {
    private static final int MOST_CLASSES = 256;
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_RESOURCES = 256;

    private final Connection connection;
    /** What the peer is to be told of. */
    private final Map<CodeReach.Root, ClassLoader> met = new LinkedHashMap<>();
    /** All that were met, told or not. */
    private final Set<CodeReach.Root> roots = new HashSet<>();
    /** Names that the peer has used itself. */
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    /** What was announced, whether it has come or not. */
    private final Map<String, ClassLoader> sent = new ConcurrentHashMap<>();

    /** What the peer alone has named: as code it may have it, but it makes no object of it here. */
    private final Map<String, ClassLoader> lent = new HashMap<>();

    private final Map<CodeHash, ClassBytes> offered = new ConcurrentHashMap<>();
    private final Set<ClassLoader> loaders = new LinkedHashSet<>();
    private volatile boolean fresh;
    private boolean ended;

    /** Whether the peer has taken in anything yet, and so knows whose all else is. */
    private volatile boolean introduced;

    private @Nullable Announcement last;

    /** Who has so many definitions has taken in the last announcement, since they came in one parcel. */
    private volatile int heardWith = Integer.MAX_VALUE;

    CodePublisher(Connection connection) {
        this.connection = connection;
    }

    /** Something goes out that needs this class. */
    synchronized void met(CodeReach.Root root, ClassLoader loader) {
        if (ended) {
            return; // a thread that a task has left behind
        }
        ClassLoader before = sent.putIfAbsent(root.className(), loader);
        if (before != null && !before.equals(loader)) {
            throw CodecException.refused(
                    root.className(),
                    "A class of that name, of another class loader, was sent to this workspace before. Send it to"
                            + " another one: Workspace.at(peer, WorkspaceOptions.own())");
        }
        if (!known.contains(root.className()) && roots.add(root)) {
            met.put(root, loader);
            last = null;
            heardWith = Integer.MAX_VALUE;
            fresh = true;
        }
    }

    /** The peer has a class of this name of its own, or one that it needs not be told of. */
    void isKnown(String name) {
        known.add(name);
    }

    /** A class that this side has announced. */
    @Nullable
    Class<?> sent(String name) {
        ClassLoader loader = sent.get(name);
        try {
            return loader == null ? null : Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // a prefetch may hold what nobody can load
        }
    }

    @Nullable
    Announcement next(int defined, int heard) {
        return fresh ? made(defined, heard) : null;
    }

    /** The first one says who sends, and whom to ask, even if it tells of no class. */
    @Nullable
    Announcement first(int defined, int heard) {
        return fresh || !introduced ? made(defined, heard) : null;
    }

    private synchronized Announcement made(int defined, int heard) {
        Announcement known = last;
        if (known == null || known.isStale()) {
            last = known = announce();
            heardWith = heard < defined ? defined : Integer.MAX_VALUE;
        }
        return known;
    }

    /** The peer has said how many definitions it has: an answer is itself never answered. */
    void heard(int count) {
        if (count >= heardWith) { // seldom
            toldLast(count);
        }
    }

    private synchronized void toldLast(int count) {
        if (last != null && count >= heardWith) {
            told(last);
        }
    }

    private Announcement announce() {
        Map<ClassLoader, List<CodeReach.Root>> byLoader = new LinkedHashMap<>();
        met.forEach((root, loader) ->
                byLoader.computeIfAbsent(loader, _ -> new ArrayList<>()).add(root));
        List<ClassBytes> all = new ArrayList<>();
        byLoader.forEach((loader, roots) -> all.addAll(reached(loader, roots, sent)));
        return announce(all);
    }

    @SuppressWarnings("ReferenceEquality") // which of the two maps it is
    private List<ClassBytes> reached(
            ClassLoader loader, Collection<CodeReach.Root> roots, Map<String, ClassLoader> told) {
        List<ClassBytes> all = new ArrayList<>();
        loaders.add(loader);
        for (ClassBytes each : new CodeReach(loader, known::contains, MOST_CLASSES, MOST_BYTES).from(roots)) {
            ClassLoader other = sent.get(each.name());
            ClassLoader before = other != null ? other : told.putIfAbsent(each.name(), loader);
            if (before == null || before.equals(loader)) {
                all.add(each);
            }
        }
        return all;
    }

    private Announcement announce(List<ClassBytes> files) {
        files.forEach(file -> offered.put(file.hash(), file));
        Manifest manifest = Manifest.of(files);
        return Announcement.of(manifest, this, connection);
    }

    /** The peer has answered a parcel that came with it. */
    synchronized void told(Announcement announcement) {
        introduced = true;
        forget(announcement);
    }

    /** The peer has not taken it. Its classes are not told again, or none would be any more; who wants one asks for it. */
    synchronized void forget(Announcement announcement) {
        if (announcement.equals(last)) {
            met.clear();
            fresh = false;
            last = null;
            heardWith = Integer.MAX_VALUE;
        }
    }

    /** What was announced can be fetched still, but no class is kept for it. */
    synchronized void end() {
        ended = true;
        met.clear();
        sent.clear();
        lent.clear();
        loaders.clear();
    }

    /** Whether it is a class file of this side's, which comes home. */
    boolean offers(Manifest.Entry entry) {
        ClassBytes file = offered.get(entry.hash());
        return file != null && file.name().equals(entry.name());
    }

    @Override
    public byte[] fetch(List<CodeHash> hashes) {
        return PackedCode.pack(hashes, offered::get);
    }

    /** Whoever has sent such classes here is asked without a lock, since that takes its time. */
    @Override
    public @Nullable Announcement find(String className) {
        for (ClassLoader loader : loaders()) {
            if (loader instanceof WorkspaceLoader hosted) {
                hosted.demand(className);
            }
            Announcement found = found(className, loader);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private synchronized @Nullable Announcement found(String className, ClassLoader loader) {
        List<ClassBytes> files = ended ? List.of() : reached(loader, List.of(CodeReach.Root.named(className)), lent);
        return files.isEmpty() ? null : announce(files);
    }

    @Override
    public List<byte[]> resources(String name) {
        Map<String, byte[]> all = new LinkedHashMap<>();
        try {
            for (ClassLoader loader : loaders()) {
                List<URL> found = Collections.list(loader.getResources(name));
                for (URL each : found) {
                    // Those of the JDK are at the other side, too.
                    if (!each.getProtocol().equals("jrt") && all.size() < MOST_RESOURCES) {
                        read(each.toString(), each.openStream(), all);
                    }
                }
                if (found.isEmpty()) {
                    read(name, loader.getResourceAsStream(name), all); // of a loader that has no URLs
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The resource " + name + " cannot be read", e);
        }
        return List.copyOf(all.values());
    }

    private static void read(String where, @Nullable InputStream from, Map<String, byte[]> all) throws IOException {
        if (from != null) {
            try (from) {
                all.putIfAbsent(where, from.readAllBytes());
            }
        }
    }

    private synchronized List<ClassLoader> loaders() {
        return List.copyOf(loaders);
    }
}
