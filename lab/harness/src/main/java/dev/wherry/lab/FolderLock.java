package dev.wherry.lab;

import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.process.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** Keeps a folder to one run until it is closed; the lock of a run that was killed counts for nothing. */
public final class FolderLock implements AutoCloseable {
    private static final String NAME = ".running";

    private final Path file;
    private final FileChannel channel;
    private final List<Path> made;
    private final Runnable cleaning = this::clean;

    private FolderLock(Path file, FileChannel channel, List<Path> made) {
        this.file = file;
        this.channel = channel;
        this.made = made;
        Processes.atEnd(cleaning);
    }

    /**
     * Makes the folder where there is none, and those above it.
     *
     * @throws LabException when another run has it
     */
    public static FolderLock of(Path folder) throws IOException {
        List<Path> made =
                Stream.iterate(folder, Files::notExists, Path::getParent).toList();
        Files.createDirectories(folder);
        Path file = folder.resolve(NAME);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        // The other may have removed the file since, and a third made it anew.
        if (!isLocked(channel) || Files.notExists(file)) {
            channel.close();
            throw new LabException("Another run has %s for its results now; name another folder".formatted(folder));
        }
        return new FolderLock(file, channel, made);
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException ofThisJvm) {
            return false;
        }
    }

    /** Leaves none of the folders that were made for nothing. */
    @Override
    public void close() {
        Processes.notAtEnd(cleaning);
        clean();
    }

    private void clean() {
        try (channel) {
            Files.deleteIfExists(file);
            for (Path folder : made) {
                Files.deleteIfExists(folder);
            }
        } catch (DirectoryNotEmptyException used) {
            return; // as it is to be
        } catch (IOException notRemoved) {
            throw new UncheckedIOException(notRemoved);
        }
    }
}
