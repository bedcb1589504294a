package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The classes of {@link Errands} once more, under names that nobody has used: in a folder that is on the client's class
 * path alone, so that no server can have them, however much else it has.
 */
final class Version implements AutoCloseable {
    private static final String HOME = "dev.wherry.lab.peers.";
    private static final String COMMON = "peers/common/";
    private static final String[] CLASSES = {"Person", "People", "Errands", "Errands$1", "ServerBusinessLogic"};
    private static final int DIGITS = 36;
    /** With a letter before them these numbers are as long as the word common, so that class files keep their layout. */
    private static final int LEAST = DIGITS * DIGITS * DIGITS * DIGITS;
    /** By chance, because clients of several processes share the folder. */
    private static final AtomicInteger NUMBERS = new AtomicInteger(ThreadLocalRandom.current().nextInt(LEAST, 30 * LEAST));
    private static final Set<Version> OPEN = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread() {
            @Override
            public void run() {
                OPEN.forEach(Version::close);
            }
        });
    }

    private final String name;
    private final Path folder;

    private Version(String name, Path folder) {
        this.name = name;
        this.folder = folder;
    }

    /** Writes another one. */
    static Version make() throws IOException {
        String root = System.getProperty("lab.versions");
        if (root == null) {
            throw new IllegalStateException("lab.versions must name a folder that is on this class path alone");
        }
        String name = "v" + Integer.toString(NUMBERS.getAndIncrement(), DIGITS);
        Path folder = Files.createDirectories(Path.of(root, (HOME + name).split("[.]")));
        Version version = new Version(name, folder);
        OPEN.add(version);
        for (String each : CLASSES) {
            Files.write(version.file(each), version.renamed(each));
        }
        return version;
    }

    private byte[] renamed(String className) throws IOException {
        try (InputStream file = Version.class.getResourceAsStream(className + ".class")) {
            // In ISO 8859-1 each byte is a character and stays what it is.
            String bytes = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
            for (String each : CLASSES) {
                bytes = bytes.replace(COMMON + each, "peers/" + name + "/" + each);
            }
            return bytes.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    private Path file(String className) {
        return folder.resolve(className + ".class");
    }

    /** The name of one of its classes. */
    String nameOf(Class<?> original) {
        return HOME + name + "." + original.getSimpleName();
    }

    /** Its errands, with its people. */
    Operation errands(int size) throws ReflectiveOperationException {
        return (Operation)
                Class.forName(nameOf(Errands.class)).getConstructor(int.class).newInstance(size);
    }

    /** Removes its files: nobody who does not have it can get it any more. */
    @Override
    public void close() {
        try {
            for (String each : CLASSES) {
                Files.deleteIfExists(file(each));
            }
            Files.deleteIfExists(folder);
        } catch (IOException kept) {
            // It lies where the lab builds the peer, and harms nobody.
            kept.printStackTrace();
        }
        OPEN.remove(this);
    }
}
