package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The classes of {@link Errands}, or of {@link LongErrands}, again under names that nobody has used. They are in a
 * folder that is on the class path of the client alone, so that no server can have them.
 */
final class Version implements AutoCloseable {
    private static final String HOME = "dev.wherry.lab.peers.";
    private static final String COMMON = "peers/common/";
    private static final List<String> SHORT =
            List.of("Person", "People", "Errands", "Errands$1", "ServerBusinessLogic");
    private static final List<String> LONG =
            List.of("Person", "People", "LongErrands", "LongErrands$1", "ServerBusinessLogic");
    /**
     * The classes of the task, of the persons and of their processor. The rest of these lists stays with the client.
     */
    private static final int SHIPPED_BESIDE_STEPS = 3;

    private static final int LEAST_STEPS = 2;
    private static final int MOST_STEPS = 100;
    private static final int DIGITS = 36;
    /** After a letter these numbers are as long as the word common, so that class files keep their layout. */
    private static final int LEAST = DIGITS * DIGITS * DIGITS * DIGITS;
    /** A random number, because a server has clients in several processes. */
    private static final AtomicInteger NUMBERS = new AtomicInteger(ThreadLocalRandom.current().nextInt(LEAST, 30 * LEAST));

    private final String name;
    private final Path folder;
    private final Class<?> errands;
    private final List<String> originals;
    private final List<Path> files = new ArrayList<>();

    private Version(String name, Path folder, Class<?> errands, List<String> originals) {
        this.name = name;
        this.folder = folder;
        this.errands = errands;
        this.originals = originals;
    }

    /** Writes another version of the errands. */
    static Version make() throws IOException {
        return make(Errands.class, SHORT, 0);
    }

    /** Writes another version of the long errands. Its task needs so many classes, including its own. */
    static Version make(int classes) throws IOException {
        int steps = classes - SHIPPED_BESIDE_STEPS;
        if (steps < LEAST_STEPS || steps > MOST_STEPS) {
            throw new IllegalArgumentException("a task can need 5 to 103 classes, not " + classes);
        }
        return make(LongErrands.class, LONG, steps);
    }

    private static Version make(Class<?> errands, List<String> originals, int steps) throws IOException {
        String root = System.getProperty("lab.versions");
        if (root == null) {
            throw new IllegalStateException(
                    "lab.versions must name a folder that is on the class path of this process only");
        }
        String name = "v" + Integer.toString(NUMBERS.getAndIncrement(), DIGITS);
        Path folder = Files.createDirectories(Path.of(root, (HOME + name).split("[.]")));
        Version version = new Version(name, folder, errands, originals);
        for (String each : originals) {
            version.write(each, each, 0);
        }
        for (int i = 0; i < steps; i++) {
            boolean last = i == steps - 1;
            version.write(step(i), last ? step(1) : step(0), last ? i - 1 : i);
        }
        return version;
    }

    private static String step(int number) {
        return String.format(Locale.ROOT, "Step%02d", number);
    }

    /** Writes a class from the one of which it is a version. The steps that it names get numbers from here on. */
    private void write(String className, String original, int steps) throws IOException {
        Path file = folder.resolve(className + ".class");
        files.add(file);
        try (InputStream in = Version.class.getResourceAsStream(original + ".class")) {
            // In ISO 8859-1 each byte is a character and stays the same.
            String bytes = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            for (String each : originals) {
                bytes = bytes.replace(COMMON + each, "peers/" + name + "/" + each);
            }
            for (int i = 0; i < LEAST_STEPS; i++) {
                bytes = bytes.replace(COMMON + step(i), "peers/" + name + "/" + step(steps + i));
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
                Class.forName(nameOf(errands)).getConstructor(int.class).newInstance(size);
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
