package dev.wherry.mobility.internal.child;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The folder in which a child works and listens. Other users cannot read it, and so cannot connect. */
record ChildFolder(Path path) {
    private static final String PREFIX = "wherry-";
    private static final long LONGEST_REMOVAL = TimeUnit.MINUTES.toNanos(1);

    /** Creates a folder that only its owner can use (0700). Its name is short, since a socket's path has 108 bytes. */
    static ChildFolder make() throws IOException {
        return new ChildFolder(Files.createTempDirectory(PREFIX));
    }

    /**
     * Returns the folder that this process was started in.
     *
     * @throws IOException if no parent has created it for a child, so that it must not be removed
     */
    static ChildFolder here() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        if (!String.valueOf(here.getFileName()).startsWith(PREFIX)
                || !Files.isSameFile(here, Path.of(System.getProperty("java.io.tmpdir")))) {
            throw new IOException(here + " is not the folder of a child JVM, which only its parent can start");
        }
        return new ChildFolder(here);
    }

    String address() {
        try {
            return new URI("unix", null, path.resolve("socket").toString(), null).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Removes the folder with all that the child has left there, without following links. One folder is open at a time, however
     * deep they are nested, and only the path to it is kept in memory.
     */
    void remove() throws IOException {
        Deque<Path> down = new ArrayDeque<>(List.of(path));
        long begun = System.nanoTime();
        while (!down.isEmpty()) {
            try {
                if (!enterFolderIn(down)) {
                    Files.delete(down.getFirst());
                    down.pop();
                }
            } catch (NoSuchFileException e) {
                down.pop(); // Another process has removed it.
            } catch (DirectoryNotEmptyException e) {
                // A process still writes there: try again, until the time is up.
            }
            if (System.nanoTime() - begun > LONGEST_REMOVAL) {
                throw new IOException(path + " is not empty yet; has the child left processes behind?");
            }
        }
    }

    /** Deletes files until it finds a folder, which it pushes; false if there is none. */
    private static boolean enterFolderIn(Deque<Path> down) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(down.getFirst())) {
            for (Path entry : entries) {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    down.push(entry);
                    return true;
                }
                Files.deleteIfExists(entry);
            }
            return false;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }
}
