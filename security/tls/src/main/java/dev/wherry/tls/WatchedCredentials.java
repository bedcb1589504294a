package dev.wherry.tls;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The credentials in files. A handshake checks whether the files have changed, at most once in a second. As long as new files cannot
 * be used, the old credentials stay. For any thread.
 */
final class WatchedCredentials implements Tls.Source {
    /** Reads the credentials in files. Called by one thread at a time. */
    interface Reader {
        /** @throws IOException if files are missing, or do not fit each other */
        Credentials read() throws IOException, GeneralSecurityException;
    }

    private static final System.Logger LOG = System.getLogger("dev.wherry.tls");
    private static final int LONGEST = 1 << 20;

    private final Path where;
    private final List<Path> files;
    private final Reader reader;
    private final long pause;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Loaded loaded;
    private volatile long checked;
    // Guarded by the lock.
    private boolean broken;

    private record Loaded(Credentials credentials, List<String> stamps) {}

    /**
     * @param where the files are, for messages
     * @param files that are watched, of which some may be missing
     * @param pause the shortest time between two checks
     */
    WatchedCredentials(Path where, List<Path> files, Reader reader, Duration pause) {
        this.where = where;
        this.files = files;
        this.reader = reader;
        this.pause = TimeUnit.NANOSECONDS.convert(pause);
    }

    @Override
    public Credentials current() throws IOException {
        Loaded known = loaded;
        if (known == null) {
            lock.lock();
            try {
                return load().credentials;
            } finally {
                lock.unlock();
            }
        }
        if (System.nanoTime() - checked >= pause && lock.tryLock()) {
            try {
                return check(known).credentials;
            } finally {
                lock.unlock();
            }
        }
        return known.credentials;
    }

    private Loaded check(Loaded known) {
        checked = System.nanoTime();
        try {
            return stamps().equals(known.stamps) ? known : load();
        } catch (IOException e) {
            if (!broken) {
                broken = true;
                LOG.log(
                        Level.WARNING,
                        "The certificate stays the old one, as the changed {0} cannot be used: {1}",
                        where,
                        e.getMessage());
            }
            return known;
        }
    }

    private Loaded load() throws IOException {
        List<String> stamps = stamps(); // before: a change while it is read is found at the next check
        Loaded now = new Loaded(read(), stamps);
        if (loaded != null) {
            requireNoLess(loaded.credentials, now.credentials);
            LOG.log(Level.INFO, "New connections use the certificate in the changed {0}", where);
        }
        broken = false;
        checked = System.nanoTime();
        loaded = now;
        return now;
    }

    /** New files that lack something are taken for incomplete. Otherwise a server would no longer ask its clients for certificates. */
    private static void requireNoLess(Credentials before, Credentials now) throws IOException {
        if (before.hasAuthorities() && !now.hasAuthorities()) {
            throw new IOException("it has no certificate of an authority, and had one before");
        }
        if (before.hasCertificate() && !now.hasCertificate()) {
            throw new IOException("it has no certificate of this side, and had one before");
        }
    }

    private Credentials read() throws IOException {
        try {
            return reader.read();
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS cannot use what is in " + where + ": " + e.getMessage(), e);
        }
    }

    /** Returns the bytes of a file, of which one with credentials has few. */
    static byte[] content(Path file) throws IOException {
        if (Files.size(file) > LONGEST) {
            throw new IOException(file + " has more than " + LONGEST + " bytes");
        }
        return Files.readAllBytes(file);
    }

    private List<String> stamps() throws IOException {
        List<String> stamps = new ArrayList<>();
        for (Path each : files) {
            try {
                BasicFileAttributes file = Files.readAttributes(each, BasicFileAttributes.class);
                stamps.add(file.lastModifiedTime() + " " + file.size() + " " + file.fileKey());
            } catch (NoSuchFileException e) {
                stamps.add("none");
            }
        }
        return stamps;
    }
}
