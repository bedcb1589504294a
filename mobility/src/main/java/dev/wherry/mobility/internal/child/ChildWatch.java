package dev.wherry.mobility.internal.child;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One thread that looks at the limits of all children, and is there while there are any. */
final class ChildWatch {
    private static final Logger LOG = System.getLogger("dev.wherry.child");
    private static final long MILLIS_BETWEEN_LOOKS = 50;
    private static final Set<ChildJvm> CHILDREN = new HashSet<>();
    private static @Nullable Thread thread;

    private ChildWatch() {}

    static void add(ChildJvm child) {
        synchronized (CHILDREN) {
            CHILDREN.add(child);
            if (thread == null) {
                thread = Thread.ofPlatform().daemon().name("wherry-children").start(ChildWatch::run);
            }
        }
    }

    private static void run() {
        for (List<ChildJvm> all = living(); !all.isEmpty(); all = living()) {
            all.forEach(ChildWatch::look);
            try {
                Thread.sleep(MILLIS_BETWEEN_LOOKS);
            } catch (InterruptedException e) {
                // Nobody has this thread to interrupt; it goes on, as the limits must hold.
            }
        }
    }

    private static List<ChildJvm> living() {
        synchronized (CHILDREN) {
            CHILDREN.removeIf(child -> !child.isAlive());
            if (CHILDREN.isEmpty()) {
                thread = null;
            }
            return List.copyOf(CHILDREN);
        }
    }

    /** Nothing that is found on the way ends this thread: nobody else keeps the limits. */
    private static void look(ChildJvm child) {
        try {
            child.look();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "Looking after " + child + " failed; going on", e);
        }
    }
}
