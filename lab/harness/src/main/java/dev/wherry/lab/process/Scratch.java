package dev.wherry.lab.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The temporary files of a process of the lab: a folder below the system's temporary one, and another in shared memory if the
 * machine has that. Both are removed with the process, which may have been killed before it removed anything. Before a run the lab removes the files that an earlier lab left when it was killed.
 */
public final class Scratch implements AutoCloseable {
    private static final Path TEMPORARY =
            Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Path SELF = Path.of("/proc/self");
    private static final String PREFIX = "wherry-lab-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d+)-[0-9a-f]{8}");
    private static final FileAttribute<?> OWNERS_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /** The variable in which native programs look for the temporary folder. */
    private static final String FOR_TEMPORARY = "TMPDIR";

    private static final String FOR_MEMORY = "LAB_SHM";

    private final Path folder;
    private final Path memory;
    private final Runnable atEnd = this::remove;
    private boolean removed;

    private Scratch() {
        // Short, since a socket's path has 108 bytes. Random, since a lab in a container often has the process number
        // of
        // the last one.
        String name = "%s%d-%08x"
                .formatted(
                        PREFIX,
                        ProcessHandle.current().pid(),
                        ThreadLocalRandom.current().nextInt());
        folder = TEMPORARY.resolve(name);
        memory = MEMORY.resolve(name);
    }

    /** Creates the folders for a process that is about to start. */
    public static Scratch make() throws IOException {
        Scratch scratch = new Scratch();
        Processes.atEnd(scratch.atEnd);
        try {
            scratch.create();
            return scratch;
        } catch (IOException | RuntimeException failed) {
            scratch.close();
            throw failed;
        }
    }

    private synchronized void create() throws IOException {
        // Otherwise it could be created after the end, which removes all folders.
        if (removed || Processes.areEnding()) {
            throw new IOException("the lab is ending");
        }
        Files.createDirectory(folder, OWNERS_ALONE);
        if (Files.isWritable(MEMORY)) {
            Files.createDirectory(memory, OWNERS_ALONE);
        }
    }

    public Path folder() {
        return folder;
    }

    public void addTo(Map<String, String> environment) {
        environment.put(FOR_TEMPORARY, folder.toString());
        if (Files.isDirectory(memory)) {
            environment.put(FOR_MEMORY, memory.toString());
        }
    }

    @Override
    public void close() {
        remove();
        Processes.notAtEnd(atEnd);
    }

    /** Runs when the process ends, or when the lab ends. */
    private synchronized void remove() {
        removed = true;
        remove(folder);
        remove(memory);
    }

    /** Removes the folders of killed labs of this user. */
    public static void removeLeftOvers() {
        removeLeftOvers(TEMPORARY);
        removeLeftOvers(MEMORY);
    }

    private static void removeLeftOvers(Path parent) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path each : all) {
                Matcher name = NAME.matcher(each.getFileName().toString());
                if (name.matches() && Processes.isDead(Long.parseLong(name.group(1))) && isOwn(each)) {
                    remove(each);
                }
            }
        } catch (IOException | DirectoryIteratorException unseen) {
            // The folder does not exist, or the permission to read it is missing.
        }
    }

    /** Another user's folder is not removed, since that user could put links into it meanwhile. */
    private static boolean isOwn(Path folder) throws IOException {
        return Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(SELF));
    }

    /** Follows no link. */
    private static void remove(Path folder) {
        if (Files.notExists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> insideOut = all.sorted(Comparator.reverseOrder()).toList();
            for (Path each : insideOut) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException kept) {
            // A process still writes there; the next lab tries again.
        }
    }
}
