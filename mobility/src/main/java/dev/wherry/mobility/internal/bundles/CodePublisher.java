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

/** Announces to the peer the classes of the objects that are sent in one channel, and hands over those that it lacks. For any thread. */
final class CodePublisher implements CodeSource {
    private static final int MOST_CLASSES = 256;
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_RESOURCES = 256;

    private final Connection connection;
    /** Classes that are to be announced. */
    private final Map<CodeReach.Root, ClassLoader> met = new LinkedHashMap<>();
    /** All classes that were used, announced or not. */
    private final Set<CodeReach.Root> roots = new HashSet<>();
    /** Names of classes that the peer has, since it has used them. */
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    /** Classes that were announced, whether the announcement was received or not. */
    private final Map<String, ClassLoader> sent = new ConcurrentHashMap<>();

    /** Classes that only the peer has asked for. It may have their code, but values of them are not decoded here. */
    private final Map<String, ClassLoader> lent = new HashMap<>();

    private final Map<CodeHash, ClassBytes> offered = new ConcurrentHashMap<>();
    private final Set<ClassLoader> loaders = new LinkedHashSet<>();
    private volatile boolean fresh;
    private boolean ended;

    /** Whether the peer has processed an announcement, and so knows this source. */
    private volatile boolean introduced;

    private @Nullable Announcement last;

    /** Definitions arrive in one parcel, so a peer that has this many has also processed the last announcement. */
    private volatile int confirmedWith = Integer.MAX_VALUE;

    CodePublisher(Connection connection) {
        this.connection = connection;
    }

    /** Called when something is sent that needs this class. */
    synchronized void met(CodeReach.Root root, ClassLoader loader) {
        if (ended) {
            return; // by a thread that a task has left behind
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
            confirmedWith = Integer.MAX_VALUE;
            fresh = true;
        }
    }

    /** Called when the peer has a class of this name. It is not announced. */
    void isKnown(String name) {
        known.add(name);
    }

    /** Returns a class that this side has announced, or null. */
    @Nullable
    Class<?> sent(String name) {
        ClassLoader loader = sent.get(name);
        try {
            return loader == null ? null : Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // the announced classes may include some that cannot be loaded
        }
    }

    /** Returns the announcement for an answer; null if nothing is new. */
    @Nullable
    Announcement next(int defined, int confirmed) {
        return fresh ? made(defined, confirmed) : null;
    }

    /** Returns the announcement for a call. The first one names this source, even if it lists no class. */
    @Nullable
    Announcement first(int defined, int confirmed) {
        return fresh || !introduced ? made(defined, confirmed) : null;
    }

    private synchronized Announcement made(int defined, int confirmed) {
        Announcement known = last;
        if (known == null || known.isStale()) {
            last = known = announce();
            confirmedWith = confirmed < defined ? defined : Integer.MAX_VALUE;
        }
        return known;
    }

    /** Called when the peer has reported how many definitions it has. This is how it acknowledges an answer. */
    void confirmed(int count) {
        if (count >= confirmedWith) { // seldom
            acknowledgeLast(count);
        }
    }

    private synchronized void acknowledgeLast(int count) {
        if (last != null && count >= confirmedWith) {
            acknowledged(last);
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
            ClassLoader loader, Collection<CodeReach.Root> roots, Map<String, ClassLoader> noted) {
        List<ClassBytes> all = new ArrayList<>();
        loaders.add(loader);
        for (ClassBytes each : new CodeReach(loader, known::contains, MOST_CLASSES, MOST_BYTES).from(roots)) {
            ClassLoader other = sent.get(each.name());
            ClassLoader before = other != null ? other : noted.putIfAbsent(each.name(), loader);
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

    /** Called when the peer has answered a parcel with this announcement. */
    synchronized void acknowledged(Announcement announcement) {
        introduced = true;
        forget(announcement);
    }

    /**
     * Called when the peer has refused this announcement. Its classes are not announced again, or every later parcel would be refused
     * as well. A peer that needs one asks for it.
     */
    synchronized void forget(Announcement announcement) {
        if (announcement.equals(last)) {
            met.clear();
            fresh = false;
            last = null;
            confirmedWith = Integer.MAX_VALUE;
        }
    }

    /** Releases all classes. Class files that were announced can still be fetched. */
    synchronized void end() {
        ended = true;
        met.clear();
        sent.clear();
        lent.clear();
        loaders.clear();
    }

    /** Returns whether this side has sent this very class file. */
    boolean offers(Manifest.Entry entry) {
        ClassBytes file = offered.get(entry.hash());
        return file != null && file.name().equals(entry.name());
    }

    @Override
    public byte[] fetch(List<CodeHash> hashes) {
        return PackedCode.pack(hashes, offered::get);
    }

    /** Holds no lock while it asks those who have sent classes here, since that may block. */
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
                    // The peer has those of the JDK, too.
                    if (!each.getProtocol().equals("jrt") && all.size() < MOST_RESOURCES) {
                        read(each.toString(), each.openStream(), all);
                    }
                }
                if (found.isEmpty()) {
                    read(name, loader.getResourceAsStream(name), all); // the loader has no URLs
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
