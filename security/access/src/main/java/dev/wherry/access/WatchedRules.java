package dev.wherry.access;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The rules of a file. A caller of {@link #get} has another thread check whether the file has changed, at most once in a while, and does
 * not wait for it. For any thread.
 */
final class WatchedRules implements Supplier<AccessRules> {
    private static final System.Logger LOG = System.getLogger("dev.wherry.access");

    private final Path file;
    private final long pause;
    private final AtomicBoolean checking = new AtomicBoolean();
    private volatile AccessRules rules;
    private volatile long checked;
    /** The file's state when it was last read, whether it was valid or not. This and the next one belong to the thread that checks. */
    private String stamp;
    /** Whether the last reading failed, and is tried again. */
    private boolean unread;

    /** @param pause the shortest time between two checks */
    WatchedRules(Path file, Duration pause) throws IOException {
        this.file = file.toAbsolutePath();
        this.pause = TimeUnit.NANOSECONDS.convert(pause);
        stamp = stamp(); // before: a change while it is read is found at the next check
        rules = AccessFile.read(file).rules();
        checked = System.nanoTime();
    }

    @Override
    public AccessRules get() {
        if (System.nanoTime() - checked >= pause && checking.compareAndSet(false, true)) {
            Thread.startVirtualThread(this::check);
        }
        return rules;
    }

    private void check() {
        try {
            String now = stamp();
            if (!now.equals(stamp)) {
                read(now);
            }
        } finally {
            checked = System.nanoTime();
            checking.set(false);
        }
    }

    private void read(String now) {
        try {
            rules = AccessFile.read(file).rules();
            stamp = now;
            unread = false;
            LOG.log(Level.INFO, "The access policy is that of the changed file {0} now", file);
        } catch (PolicyException e) {
            stamp = now; // until the next change it stays as wrong
            stays(e);
        } catch (IOException e) {
            if (!unread) {
                unread = true;
                stays(e);
            }
        }
    }

    private static void stays(Exception why) {
        LOG.log(
                Level.WARNING,
                "The access policy stays the old one, as the changed file cannot be used: {0}",
                why.toString());
    }

    private String stamp() {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return now.lastModifiedTime() + " " + now.size() + " " + now.fileKey();
        } catch (IOException e) {
            return "none"; // reading it says why
        }
    }
}
