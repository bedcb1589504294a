package dev.wherry.dds.cyclone;

import dev.wherry.dds.engine.DdsException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds and loads the C library: the file that the user names, else the bundled one, else one of the system. */
@SuppressWarnings("restricted") // loads only after native access was found to be enabled
final class LibraryLoader {
    static final String PROPERTY = "wherry.dds.library";
    static final String VARIABLE = "WHERRY_DDS_LIBRARY";

    private final List<String> tried = new ArrayList<>();

    /** The library, and where it was found. */
    record Loaded(SymbolLookup symbols, String origin) {}

    private LibraryLoader() {}

    /** @throws DdsException of kind UNAVAILABLE that says what was tried and what to do */
    static Loaded load() {
        Module module = LibraryLoader.class.getModule();
        if (!module.isNativeAccessEnabled()) {
            throw unavailable(
                    "Native access is not enabled, so the C library of Cyclone DDS cannot be used. Start the JVM with"
                            + " --enable-native-access="
                            + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
        }
        return new LibraryLoader().search();
    }

    private Loaded search() {
        String named = System.getProperty(PROPERTY);
        if (named != null && !named.isEmpty()) {
            return named(named, "the system property " + PROPERTY);
        }
        named = System.getenv(VARIABLE);
        if (named != null && !named.isEmpty()) {
            return named(named, "the environment variable " + VARIABLE);
        }
        Loaded found = bundled();
        if (found == null) {
            found = ofSystem();
        }
        if (found == null) {
            throw unavailable("Found no C library of Cyclone DDS for " + Platform.CURRENT + ". Tried: "
                    + String.join("; ", tried) + ". Set the system property " + PROPERTY
                    + " or the environment variable "
                    + VARIABLE
                    + " to the file of libddsc of version 11, for example from the Python package cyclonedds 11.0.1");
        }
        return found;
    }

    /** A file that the user has named: nothing else is tried if it cannot be loaded. */
    private static Loaded named(String name, String by) {
        Path file = Path.of(name).toAbsolutePath();
        if (!Files.isRegularFile(file)) {
            throw unavailable(
                    "The file " + file + ", named by " + by + " as the C library of Cyclone DDS, does not exist");
        }
        try {
            return open(file, file + ", named by " + by);
        } catch (IllegalArgumentException e) {
            throw unavailable("The file " + file + ", named by " + by
                    + " as the C library of Cyclone DDS, cannot be loaded. It must be a shared library for "
                    + Platform.CURRENT);
        }
    }

    private @Nullable Loaded bundled() {
        String resource = Platform.CURRENT.resource();
        try (InputStream in = LibraryLoader.class.getResourceAsStream("/" + resource)) {
            if (in == null) {
                tried.add("the resource " + resource + ", which is not in the class path");
                return null;
            }
            return extracted(in, resource);
        } catch (IOException | IllegalArgumentException e) {
            tried.add("the resource " + resource + ", which cannot be loaded from the folder "
                    + System.getProperty("java.io.tmpdir") + " (" + e + ")");
            return null;
        }
    }

    /** Loads the library from a file that this user alone can read and change, and which is deleted at once or at exit. */
    private static Loaded extracted(InputStream library, String resource) throws IOException {
        Path folder = Files.createTempDirectory("wherry-dds");
        Path file = folder.resolve(Platform.CURRENT.libraryName());
        folder.toFile().deleteOnExit();
        file.toFile().deleteOnExit(); // deleted before its folder
        try {
            Files.copy(library, file);
            return open(file, "the resource " + resource);
        } finally {
            if (!Platform.CURRENT.isWindows()) {
                Files.deleteIfExists(file); // the mapping keeps the contents
                Files.deleteIfExists(folder);
            }
        }
    }

    private @Nullable Loaded ofSystem() {
        String name = Platform.CURRENT.libraryName();
        for (String folder : System.getProperty("java.library.path", "").split(File.pathSeparator, -1)) {
            Path file = Path.of(folder.isEmpty() ? "." : folder, name).toAbsolutePath();
            if (Files.isRegularFile(file)) {
                try {
                    return open(file, file + ", found by java.library.path");
                } catch (IllegalArgumentException e) {
                    tried.add(file + ", which cannot be loaded");
                }
            }
        }
        try {
            return new Loaded(SymbolLookup.libraryLookup(name, Arena.global()), name + ", found by the system");
        } catch (IllegalArgumentException e) {
            tried.add(name + " in java.library.path and in the folders of the system, where it is not");
            return null;
        }
    }

    private static Loaded open(Path file, String origin) {
        SymbolLookup symbols = SymbolLookup.libraryLookup(file, Arena.global());
        return new Loaded(symbols, origin);
    }

    /** Returns the exception for a library that lacks functions; empty if it has all. */
    static Optional<DdsException> incomplete(List<String> missing, String origin) {
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(unavailable("The library " + origin + ", is not the C library of Cyclone DDS 11: it lacks "
                + String.join(", ", missing)
                + ". Version 0.10, which some systems have, is too old. Set the system property "
                + PROPERTY + " to the file of libddsc 11"));
    }

    private static DdsException unavailable(String message) {
        return new DdsException(DdsException.Kind.UNAVAILABLE, message);
    }
}
