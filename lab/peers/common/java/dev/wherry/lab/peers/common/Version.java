package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The classes of {@link Errands} once more, under names that have not been used. Their folder is on the client's class path
 * alone, so no server can have them.
 */
final class Version implements AutoCloseable {
    private static final String HOME = "dev.wherry.lab.peers.";
    private static final String COMMON = "peers/common/";
    private static final List<String> ORIGINALS =
            List.of("Person", "People", "Errands", "Errands$1", "ServerBusinessLogic");
    private static final int DIGITS = 36;
    /** After a letter these numbers are as long as the word common, so that class files keep their layout. */
    private static final int LEAST = DIGITS * DIGITS * DIGITS * DIGITS;
    /** A random number, because a server has clients in several processes. */
    private static final AtomicInteger NUMBERS = new AtomicInteger(ThreadLocalRandom.current().nextInt(LEAST, 30 * LEAST));

    private final String name;
    private final Path folder;
    private final List<Path> files = new ArrayList<>();

    private Version(String name, Path folder) {
        this.name = name;
        this.folder = folder;
    }

    /** Writes another version of the errands. */
    static Version make() throws IOException {
        String root = System.getProperty("lab.versions");
        if (root == null) {
            throw new IllegalStateException(
                    "lab.versions must name a folder that is on the class path of this process only");
        }
        String name = "v" + Integer.toString(NUMBERS.getAndIncrement(), DIGITS);
        Path folder = Files.createDirectories(Path.of(root, (HOME + name).split("[.]")));
        Version version = new Version(name, folder);
        for (String each : ORIGINALS) {
            version.write(each);
        }
        return version;
    }

    /** Writes a class from the one of which it is a version. */
    private void write(String original) throws IOException {
        Path file = folder.resolve(original + ".class");
        files.add(file);
        try (InputStream in = Version.class.getResourceAsStream(original + ".class")) {
            // In ISO 8859-1 each byte is a character and stays the same.
            String bytes = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            for (String each : ORIGINALS) {
                bytes = bytes.replace(COMMON + each, "peers/" + name + "/" + each);
            }
            Files.write(file, bytes.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    /** Returns the name of one of its classes. */
    String nameOf(Class<?> original) {
        return HOME + name + "." + original.getSimpleName();
    }

    /** Returns its errands, with its persons. */
    Operation errands(int size) throws ReflectiveOperationException {
        return (Operation)
                Class.forName(nameOf(Errands.class)).getConstructor(int.class).newInstance(size);
    }

    /** Removes its files: a process that does not have it cannot get it any more. */
    @Override
    public void close() {
        try {
            for (Path each : files) {
                Files.deleteIfExists(each);
            }
            Files.deleteIfExists(folder);
        } catch (IOException kept) {
            // It ends with the process, and nobody else has that folder on its class path.
            kept.printStackTrace();
        }
    }
}
