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

/** Where a child works, and listens. Nobody else's user may look into it, and so nobody else's may connect. */
record ChildFolder(Path path) {
    private static final String PREFIX = "wherry-";
    private static final long LONGEST_REMOVAL = TimeUnit.MINUTES.toNanos(1);

    /** Files makes such folders for their owner alone (0700). The name is short: a socket's path has 108 bytes. */
    static ChildFolder make() throws IOException {
        return new ChildFolder(Files.createTempDirectory(PREFIX));
    }

    /**
     * The one that this process was started in.
     *
     * @throws IOException if no parent has made it for this: it is somebody's, and not to be removed
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
     * Removes it with all that the child has left there, following no link. However deep that is, one folder is open at
     * a time, and no more is remembered than the way down.
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
                down.pop(); // Another has removed it, as was the aim.
            } catch (DirectoryNotEmptyException e) {
                // Somebody writes there still: it is gone through again, though not for ever.
            }
            if (System.nanoTime() - begun > LONGEST_REMOVAL) {
                throw new IOException(path + " is not empty yet; has the child left processes behind?");
            }
        }
    }

    /** Deletes files until a folder is met, which it puts on top; false: there is none. */
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
