package dev.wherry.dds.fast;

import dev.wherry.dds.engine.DdsException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import us.ihmc.rtps.impl.fastRTPS.NativeParticipantImpl;

/**
 * The native libraries within the jar of the binding. They are copied to a folder for temporary files and loaded, the last one last. The
 * loader of the binding is not used: it writes into the home directory, and no module can have its name.
 */
final class NativeLibraries {
    private static final String FOLDER = "/ihmc-pub-sub/native/";

    private static @Nullable String failure;
    private static boolean loaded;

    private NativeLibraries() {}

    /** @throws DdsException of kind UNAVAILABLE if they cannot be loaded, also when that was found before */
    static synchronized void load() {
        if (failure != null) {
            throw unavailable(failure);
        }
        if (!loaded) {
            try {
                load(platform());
                loaded = true;
            } catch (IOException | UnsatisfiedLinkError | IllegalCallerException e) {
                failure = String.valueOf(e.getMessage());
                throw unavailable(failure);
            }
        }
    }

    private static DdsException unavailable(String why) {
        return new DdsException(
                DdsException.Kind.UNAVAILABLE, "The native libraries of Fast DDS cannot be loaded: " + why);
    }

    /** Returns the folder of the libraries in the jar, and their names in the order in which they need each other. */
    static List<String> platform() {
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String cpu = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        boolean arm = cpu.equals("aarch64") || cpu.equals("arm64");
        boolean intel = cpu.equals("amd64") || cpu.equals("x86_64");
        if (os.startsWith("linux") && (arm || intel)) {
            return List.of(
                    arm ? "Linux/aarch64" : "Linux/x86_64",
                    "libfastcdr.so.2",
                    "libfastrtps.so.2.14",
                    "libFastRTPSWrapper.so");
        }
        if (os.startsWith("mac") && (arm || intel)) {
            return List.of(
                    arm ? "Darwin/arm64" : "Darwin/x86_64",
                    "libfastcdr.2.dylib",
                    "libfastrtps.2.14.dylib",
                    "libFastRTPSWrapper.jnilib");
        }
        if (os.startsWith("windows") && intel) {
            return List.of("Windows/AMD64", "fastcdr-2.2.dll", "fastrtps-2.14.dll", "FastRTPSWrapper.dll");
        }
        throw unavailable("there are none for " + os + " on " + cpu);
    }

    @SuppressWarnings("restricted") // the binding is native
    private static void load(List<String> platform) throws IOException {
        Path folder = Files.createTempDirectory("wherry-fast-dds");
        List<Path> copies = platform.subList(1, platform.size()).stream()
                .map(folder::resolve)
                .toList();
        try {
            for (Path each : copies) {
                copy(FOLDER + platform.getFirst() + "/" + each.getFileName(), each);
                System.load(each.toString());
            }
        } finally {
            remove(folder, copies);
        }
    }

    private static void copy(String resource, Path to) throws IOException {
        try (InputStream from = NativeParticipantImpl.class.getResourceAsStream(resource)) {
            if (from == null) {
                throw new IOException("the jar of ihmc-pub-sub has no " + resource);
            }
            Files.copy(from, to);
        }
    }

    /** Removes the copies, which a loaded library does not need on most systems. Windows keeps them until the JVM ends. */
    private static void remove(Path folder, List<Path> copies) {
        folder.toFile().deleteOnExit(); // those registered later are removed first
        for (Path each : copies) {
            if (!each.toFile().delete()) {
                each.toFile().deleteOnExit();
            }
        }
        if (!folder.toFile().delete()) {
            folder.toFile().deleteOnExit();
        }
    }
}
