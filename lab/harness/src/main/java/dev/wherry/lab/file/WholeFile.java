package dev.wherry.lab.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Replaces files as a whole: a file has its new content or its old one, whatever fails in between. */
public final class WholeFile {
    private static final long SECONDS_TO_WRITE = 10;
    private static final ReentrantLock WRITING = new ReentrantLock();

    private WholeFile() {}

    /**
     * Replaces the file. Creates its folder if needed.
     *
     * @throws IOException when it cannot be written; the message names the file
     */
    public static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path next = file.resolveSibling(file.getFileName() + ".new");
        WRITING.lock();
        try (FileChannel channel = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException unwritten) {
            throw new IOException("%s could not be written: %s".formatted(file, unwritten.getMessage()), unwritten);
        } finally {
            Files.deleteIfExists(next);
            WRITING.unlock();
        }
    }

    /** Waits until files are written. After that no file is written. */
    public static void writeNoMore() {
        try {
            if (!WRITING.tryLock(SECONDS_TO_WRITE, TimeUnit.SECONDS)) {
                System.err.println("wherry: a file was still being written when the lab ended");
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
