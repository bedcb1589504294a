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

/** Locks a folder for one run until it is closed. The lock of a run that was killed is released. */
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
     * Creates the folder if needed, and locks it.
     *
     * @throws LabException if another run has locked it
     */
    public static FolderLock of(Path folder) throws IOException {
        List<Path> made =
                Stream.iterate(folder, Files::notExists, Path::getParent).toList();
        Files.createDirectories(folder);
        Path file = folder.resolve(NAME);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        // The other run may have removed the file since, and a third one created it again.
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

    /** Releases the folder. Removes the folders that were created and are still empty. */
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
            return; // it has results
        } catch (IOException notRemoved) {
            throw new UncheckedIOException(notRemoved);
        }
    }
}
