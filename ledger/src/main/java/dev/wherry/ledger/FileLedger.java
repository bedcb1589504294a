package dev.wherry.ledger;

import dev.wherry.CallLedger;
import dev.wherry.internal.types.Checks;
import dev.wherry.internal.types.Seconds;
import dev.wherry.internal.wire.Id128;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.Serial;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in files of one directory. Each record is on the disk before the method is run, or the answer sent. For any thread; an interrupt of
 * the calling thread ends no read or write.
 */
public final class FileLedger implements CallLedger {
    private static final System.Logger LOG = System.getLogger("dev.wherry");
    private static final long LEAST_BYTES = 1 << 16;
    /** Longer files are refused, since a file is read as a whole when a ledger is opened. */
    private static final long LONGEST_FILE = 1 << 29;

    private static final long ENOUGH_FOR_A_FILE = 1 << 24;
    /** So records are kept for up to an eighth longer than they must be. */
    private static final int FILES = 8;

    private static final SecureRandom RANDOM = new SecureRandom();

    private static final String PREFIX = "calls-";

    private final Path directory;
    private final Duration keeps;
    private final Duration sync;
    private final long bytes;
    private final Disk disk;
    private final RandomAccessFile lock;
    private UUID id = UUID.randomUUID();
    /** The newest last. */
    private final Deque<LedgerFile> files = new ArrayDeque<>();

    /** Why no more is recorded; null if it is. */
    private @Nullable IOException end;
    /** Whether the newest file is going to be written to the disk. */
    private boolean syncs;

    /** Files and the time. */
    interface Disk {
        RandomAccessFile open(Path path) throws IOException;

        default long millis() {
            return System.currentTimeMillis();
        }
    }

    private FileLedger(Path directory, Duration keeps, Duration sync, long bytes, Disk disk) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.keeps = Checks.positive(keeps, "The time for which a ledger keeps records");
        this.sync = Checks.notNegative(sync, "The time after which a ledger writes to the disk");
        this.bytes = Checks.atLeast(LEAST_BYTES, bytes, "The size of a ledger");
        this.disk = disk;
        lock = lock(directory);
    }

    /**
     * Opens a ledger that keeps records for an hour and uses 256 MiB.
     *
     * @throws IOException as {@link #open(Path, Duration, Duration, long)}
     */
    public static FileLedger open(Path directory) throws IOException {
        return open(directory, Duration.ofHours(1), Duration.ZERO, 256L << 20);
    }

    /**
     * Opens a ledger, and creates it if it is not there. It is for one process at a time. If the process or the machine has stopped
     * in the middle of a record, that record is dropped, which is logged. A damage of the last record looks the same. The ledger cannot know
     * either that the newest file was cut between two records, or is missing, or that all files are.
     *
     * @param directory for this ledger alone
     * @param keeps how long a record is kept at least
     * @param sync zero: each record is written to the disk at once. Otherwise within this time, so that a crash of the
     *     machine, but not one of the process, loses the records of that time, and their calls may run again
     * @param bytes when the files have so many, a call that is not recorded is refused until older records have expired
     * @throws DamagedException if bytes or files are damaged, missing or added before the last whole record
     * @throws IOException if another process uses the directory, or if it cannot be read or written
     * @throws IllegalArgumentException if {@code keeps} is not above 0, {@code sync} is negative or {@code bytes} less than 64 KiB
     */
    public static FileLedger open(Path directory, Duration keeps, Duration sync, long bytes) throws IOException {
        return open(directory, keeps, sync, bytes, path -> new RandomAccessFile(path.toFile(), "rw"));
    }

    static FileLedger open(Path directory, Duration keeps, Duration sync, long bytes, Disk disk) throws IOException {
        FileLedger ledger = new FileLedger(directory, keeps, sync, bytes, disk);
        try {
            ledger.read();
            return ledger;
        } catch (IOException | RuntimeException | Error e) {
            ledger.close();
            throw e;
        }
    }

    private static RandomAccessFile lock(Path directory) throws IOException {
        RandomAccessFile file = new RandomAccessFile(directory.resolve("lock").toFile(), "rw");
        boolean free = false;
        try {
            free = file.getChannel().tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // by another ledger of this process
        } finally {
            if (!free) {
                file.close();
            }
        }
        if (!free) {
            throw new FileSystemException(
                    directory.toString(), null, "The ledger is in use: each process needs a directory of its own");
        }
        return file;
    }

    // ---- files

    private void read() throws IOException {
        List<LedgerFile.Head> heads = new ArrayList<>();
        for (long number : numbers()) {
            heads.add(LedgerFile.Head.read(path(number), number));
        }
        if (heads.isEmpty()) {
            create(1, 1, 0);
            return;
        }
        LedgerFile.Head newest = heads.getLast();
        id = newest.ledger();
        long next = newest.oldest();
        for (int i = 0; i < heads.size(); i++) {
            LedgerFile.Head head = heads.get(i);
            Path path = path(head.number());
            if (head.number() < newest.oldest()) { // its records had expired when the newest file was created
                Files.delete(path);
                continue;
            }
            if (head.number() != next++) {
                throw LedgerFile.damaged(path(next - 1), 0, "the file is missing");
            }
            if (!head.ledger().equals(id)) {
                throw LedgerFile.damaged(path, 0, "the file is of another ledger than " + path(newest.number()));
            }
            if (Files.size(path) > LONGEST_FILE) {
                throw LedgerFile.damaged(path, LONGEST_FILE, "no file of a ledger is so long");
            }
            byte[] all = Files.readAllBytes(path);
            LedgerFile read = new LedgerFile(path, head, disk.open(path));
            files.add(read);
            read.read(all);
            if (head.number() < newest.number()) {
                read.checkEnd(all.length, heads.get(i + 1).previous());
            } else if (read.size() < all.length) {
                String dropped = "The last {0} bytes of {1} were dropped, since they are not a whole record";
                LOG.log(Level.WARNING, dropped, read.cut(), path);
            }
        }
    }

    /** Returns the numbers of the files. Other names are ignored. */
    private List<Long> numbers() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(each -> each.getFileName().toString())
                    .filter(name -> name.matches(PREFIX + "[1-9][0-9]{0,17}"))
                    .map(name -> Long.valueOf(name.substring(PREFIX.length())))
                    .sorted()
                    .toList();
        }
    }

    private Path path(long number) {
        return directory.resolve(PREFIX + number);
    }

    /**
     * Creates a file. It gets its name when its head is on the disk, so that a file with a part of a head is always damaged.
     *
     * @param oldest the number of the first file whose records have not expired
     * @param previous the size of the file before
     */
    private void create(long number, long oldest, long previous) throws IOException {
        LedgerFile.Head head = new LedgerFile.Head(number, oldest, previous, id, RANDOM.nextLong());
        Path unnamed = directory.resolve("new");
        try (RandomAccessFile file = disk.open(unnamed)) {
            file.setLength(0);
            file.write(head.bytes());
            file.getFD().sync();
        }
        Path path = path(number);
        Files.move(unnamed, path, StandardCopyOption.ATOMIC_MOVE);
        forceDirectory();
        files.add(new LedgerFile(path, head, disk.open(path)));
    }

    private void forceDirectory() {
        boolean interrupted = Thread.interrupted(); // which would close the channel
        try (FileChannel opened = FileChannel.open(directory, StandardOpenOption.READ)) {
            opened.force(true);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "The system cannot write a directory to the disk", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns the file for the next record: a new one when the newest is old or long, or a file has expired. */
    private LedgerFile newest(long now) throws IOException {
        if (end != null) {
            throw new IOException("The ledger in " + directory + " records no more calls: " + end.getMessage(), end);
        }
        LedgerFile newest = files.getLast();
        if (newest.first <= now - keeps.toMillis() / FILES
                || newest.size() >= Math.min(ENOUGH_FOR_A_FILE, bytes / FILES)
                || (files.size() > 1 && isExpired(files.getFirst(), now))) {
            newest.cut();
            long next = newest.head.number() + 1;
            long oldest = files.stream()
                    .filter(each -> !isExpired(each, now))
                    .mapToLong(each -> each.head.number())
                    .findFirst()
                    .orElse(next);
            create(next, oldest, newest.size());
            while (files.getFirst().head.number() < oldest) {
                LedgerFile old = files.removeFirst();
                old.close();
                Files.deleteIfExists(old.path);
            }
        }
        return files.getLast();
    }

    private boolean isExpired(LedgerFile file, long now) {
        return file.last < now - keeps.toMillis();
    }

    // ---- calls

    @Override
    public String id() {
        return id.toString();
    }

    @Override
    public Duration keeps() {
        return keeps;
    }

    @Override
    public boolean begin(String call) throws IOException {
        Id128 digest = Id128.digest(call);
        LedgerFile to;
        synchronized (this) {
            long now = disk.millis();
            if (files.stream().anyMatch(each -> !isExpired(each, now) && each.has(digest))) {
                return false;
            }
            to = newest(now);
            if (files.stream().mapToLong(LedgerFile::size).sum() >= bytes) {
                throw new IOException("The ledger is full: it has the " + bytes
                        + " bytes that it may have. Records are kept for " + Seconds.text(keeps));
            }
            to.append(LedgerFile.BEGUN, now, digest, call.getBytes(StandardCharsets.UTF_8));
        }
        force(to);
        return true;
    }

    @Override
    public synchronized byte @Nullable [] answer(String call) throws IOException {
        Id128 digest = Id128.digest(call);
        for (LedgerFile each : files.reversed()) {
            byte[] found = each.answer(digest);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    @Override
    public void answered(String call, byte[] answer) throws IOException {
        LedgerFile to;
        synchronized (this) {
            long now = disk.millis();
            to = newest(now);
            to.append(LedgerFile.ANSWERED, now, Id128.digest(call), answer);
        }
        force(to);
    }

    /** Writes a record to the disk, now or soon. */
    private void force(LedgerFile file) throws IOException {
        if (sync.isZero()) {
            forceNow(file);
            return;
        }
        synchronized (this) {
            if (syncs) {
                return;
            }
            syncs = true;
        }
        CompletableFuture.delayedExecutor(TimeUnit.NANOSECONDS.convert(sync), TimeUnit.NANOSECONDS)
                .execute(this::forceLater);
    }

    private void forceLater() {
        LedgerFile newest; // those before it were written when it was created
        synchronized (this) {
            syncs = false;
            newest = files.getLast();
        }
        try {
            forceNow(newest);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "The ledger records no more calls", e);
        }
    }

    /** After a failed write to the disk nobody knows what is there, so that nothing is recorded until the ledger is opened again. */
    private void forceNow(LedgerFile file) throws IOException {
        try {
            file.force(file.size());
        } catch (IOException e) {
            synchronized (this) {
                if (end == null) {
                    end = e;
                    LOG.log(Level.ERROR, "The ledger in " + directory + " could not be written to the disk", e);
                }
            }
            throw e;
        }
    }

    @Override
    public synchronized void close() {
        boolean sound = end == null;
        end = new IOException("it is closed");
        try (lock) {
            for (LedgerFile each : files) {
                if (sound) {
                    each.force(each.size());
                }
                each.close();
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The ledger in " + directory + " could not be closed", e);
        }
    }

    /**
     * Thrown if the files of a ledger are damaged, so that it is not known which calls were run. The message has the file and the position.
     * Restore the file from a backup that is not older than its last record. To go on without the records, move the directory away: calls
     * that were made before may then run again.
     */
    public static final class DamagedException extends IOException {
        @Serial
        private static final long serialVersionUID = 1;

        /** Creates an exception that names the file and the place in it. */
        DamagedException(String message) {
            super(message);
        }
    }
}
