package dev.wherry.lab.peer;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** Finds the JDK that a peer asks for: that of the lab, {@code JAVA_HOME}, or one in {@code /usr/lib/jvm}. */
final class Jdks {
    static final int OWN = Runtime.version().feature();

    private static final Path INSTALLED = Path.of("/usr/lib/jvm");

    private Jdks() {}

    static Optional<Path> find(int feature) throws IOException {
        for (Path home : candidates()) {
            if (Files.isExecutable(home.resolve("bin/javac")) && feature(home) == feature) {
                return Optional.of(home);
            }
        }
        return Optional.empty();
    }

    private static List<Path> candidates() throws IOException {
        List<Path> homes = new ArrayList<>();
        homes.add(Path.of(System.getProperty("java.home")));
        String variable = System.getenv("JAVA_HOME");
        if (variable != null) {
            homes.add(Path.of(variable));
        }
        if (Files.isDirectory(INSTALLED)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(INSTALLED)) {
                folders.forEach(homes::add);
            }
        }
        return homes;
    }

    /** Reads the home's {@code release} file; 0 if it names no version. */
    private static int feature(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.isRegularFile(release)) {
            return 0;
        }
        Properties properties = new Properties();
        try (var in = Files.newBufferedReader(release)) {
            properties.load(in);
        }
        String version = properties.getProperty("JAVA_VERSION", "0").replace("\"", "");
        return Integer.parseInt(version.split("[.+-]", 2)[0]);
    }
}
