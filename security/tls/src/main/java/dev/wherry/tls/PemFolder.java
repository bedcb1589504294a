package dev.wherry.tls;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The credentials in a folder. A handshake has it checked whether the files have changed, at most once in a while. As long as new
 * files do not fit each other, the old credentials stay. For any thread.
 */
final class PemFolder implements Tls.Source {
    private static final System.Logger LOG = System.getLogger("dev.wherry.tls");
    private static final int LONGEST = 1 << 20;

    private final Path folder;
    private final Pins pins;
    private final long pause;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Loaded loaded;
    private volatile long checked;
    // Guarded by the lock.
    private boolean broken;

    private record Loaded(Credentials credentials, List<String> stamps) {}

    /** @param pause the shortest time between two checks */
    PemFolder(Path folder, Pins pins, Duration pause) {
        this.folder = folder;
        this.pins = pins;
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
                        "The certificate stays the old one, as the new files in {0} are not complete: {1}",
                        folder,
                        e.getMessage());
            }
            return known;
        }
    }

    private Loaded load() throws IOException {
        List<String> stamps = stamps(); // before: a change while it is read is found at the next check
        Loaded now = new Loaded(read(), stamps);
        if (loaded != null) {
            LOG.log(Level.INFO, "New connections use the certificate that was put into {0}", folder);
        }
        broken = false;
        checked = System.nanoTime();
        loaded = now;
        return now;
    }

    private Credentials read() throws IOException {
        byte[] ca = content(Tls.AUTHORITIES);
        byte[] certificate = content(Tls.CERTIFICATE);
        byte[] key = content(Tls.KEY);
        if (ca == null && certificate == null) {
            throw new NoSuchFileException(
                    folder.toString(),
                    null,
                    "it has neither " + Tls.AUTHORITIES + " nor " + Tls.CERTIFICATE
                            + ". './wherry cert' makes such a folder");
        }
        if ((certificate == null) != (key == null)) {
            throw new NoSuchFileException(
                    folder.toString(),
                    null,
                    Tls.CERTIFICATE + " and " + Tls.KEY + " belong together, and one is missing");
        }
        List<X509Certificate> authorities =
                ca == null ? List.of() : Pem.certificates(folder.resolve(Tls.AUTHORITIES), ca);
        List<X509Certificate> chain = List.of();
        PrivateKey secret = null;
        if (certificate != null && key != null) {
            chain = Pem.certificates(folder.resolve(Tls.CERTIFICATE), certificate);
            secret = Pem.key(folder.resolve(Tls.KEY), key);
            Pem.requirePair(folder, secret, chain.getFirst());
        }
        try {
            return Credentials.of(chain, secret, authorities, pins);
        } catch (GeneralSecurityException e) {
            throw new IOException(folder + " has something that TLS cannot use: " + e.getMessage(), e);
        }
    }

    private byte @Nullable [] content(String name) throws IOException {
        Path file = folder.resolve(name);
        try {
            if (Files.size(file) > LONGEST) {
                throw new IOException(file + " has more than " + LONGEST + " bytes");
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private List<String> stamps() throws IOException {
        List<String> stamps = new ArrayList<>();
        for (String name : List.of(Tls.AUTHORITIES, Tls.CERTIFICATE, Tls.KEY)) {
            try {
                BasicFileAttributes file = Files.readAttributes(folder.resolve(name), BasicFileAttributes.class);
                stamps.add(file.lastModifiedTime() + " " + file.size() + " " + file.fileKey());
            } catch (NoSuchFileException e) {
                stamps.add("none");
            }
        }
        return stamps;
    }
}
