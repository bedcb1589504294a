package dev.wherry.mobility.internal.child;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the limits of all children, by one thread that lives as long as there are any. */
final class ChildWatch {
    private static final Logger LOG = System.getLogger("dev.wherry.child");
    private static final long MILLIS_BETWEEN_CHECKS = 50;
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
            all.forEach(ChildWatch::check);
            try {
                Thread.sleep(MILLIS_BETWEEN_CHECKS);
            } catch (InterruptedException e) {
                // No other code has this thread. The checks must continue.
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

    /** No failure may end this thread, since nothing else enforces the limits. */
    private static void check(ChildJvm child) {
        try {
            child.check();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "Cannot check the limits of " + child + "; trying again", e);
        }
    }
}
