package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sources of the Java peers, compiled as the peers are. */
final class PeerSources {
    private static final Path PEERS = Path.of("../peers").toAbsolutePath().normalize();

    static final Path COMMON = PEERS.resolve("common/java");
    static final Path FLOOR = PEERS.resolve("families/floor/java");
    static final Path RAW = PEERS.resolve("families/raw/java");

    private PeerSources() {}

    /** These and what they need, into a folder, which it returns. */
    static Path compile(Path classes, Path classPath, Path... sources) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/javac").toString(),
                "-Xlint:all,-serial",
                "-Werror",
                "-d",
                classes.toString(),
                "-cp",
                classPath.toString(),
                "--source-path",
                Stream.of(COMMON, FLOOR, RAW, tests())
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator))));
        Stream.of(sources).map(Path::toString).forEach(command::add);
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
        return classes;
    }

    private static Path tests() throws URISyntaxException {
        return Path.of(PeerSources.class.getResource("/").toURI());
    }

    /** A class of those that the peers share, and nothing that another call has loaded: as in a process of its own. */
    static Class<?> common(Path folder, String name) throws Exception {
        Path source = COMMON.resolve("dev/wherry/lab/peers/common/" + name + ".java");
        URL classes = compile(folder, folder, source).toUri().toURL();
        URLClassLoader loader = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
        return loader.loadClass("dev.wherry.lab.peers.common." + name);
    }
}
