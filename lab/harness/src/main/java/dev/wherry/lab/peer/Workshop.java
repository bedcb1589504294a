package dev.wherry.lab.peer;

import dev.wherry.lab.process.Command;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Probes peers and prepares them for use, in a cache folder of the checkout; what is prepared works offline. */
public final class Workshop {
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(20);
    private static final Duration PREPARE_LIMIT = Duration.ofMinutes(10);

    private final Path root;
    private final Path cache;
    /** Probes that succeeded: many systems need the same tools. */
    private final Set<List<String>> passed = ConcurrentHashMap.newKeySet();

    /** Prepares the peers of the checkout at this root, and builds in the cache folder. */
    public Workshop(Path root, Path cache) {
        this.root = root.toAbsolutePath().normalize();
        this.cache = cache.toAbsolutePath().normalize();
    }

    public Path root() {
        return root;
    }

    /** Returns why the peer cannot be used here; empty if its probe succeeds. */
    public Optional<String> probe(Peer peer) throws IOException, InterruptedException {
        if (Jdks.find(peer.jdk()).isEmpty()) {
            return Optional.of("there is no JDK %d in JAVA_HOME or /usr/lib/jvm".formatted(peer.jdk()));
        }
        List<String> command = expand(peer, peer.probe(), Map.of());
        if (passed.contains(command)) {
            return Optional.empty();
        }
        Command.Outcome outcome = Command.run(command, root, PROBE_LIMIT);
        if (!outcome.succeeded()) {
            return Optional.of(outcome.firstLine());
        }
        passed.add(command);
        return Optional.empty();
    }

    /**
     * Runs the peer's prepare commands, unless nothing has changed since they last succeeded.
     *
     * @throws IOException when one of them fails; the message has the end of what it printed
     */
    public void prepare(Peer peer) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(cache(peer));
        // Two labs in one checkout must not build the same peer at once.
        try (FileChannel lock = FileChannel.open(
                cache.resolve(peer.builtIn() + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock();
            Path stamp = folder.resolve("prepared");
            String wanted = stamp(peer);
            if (Files.exists(stamp) && Files.readString(stamp).equals(wanted)) {
                return;
            }
            Files.deleteIfExists(stamp);
            for (List<String> command : peer.prepare()) {
                Command.Outcome outcome = Command.run(expand(peer, command, Map.of()), peer.home(), PREPARE_LIMIT);
                if (!outcome.succeeded()) {
                    throw new IOException("%s could not be prepared; `%s` failed:%n%s"
                            .formatted(peer.name(), String.join(" ", command), outcome.tail(20)));
                }
            }
            Files.writeString(stamp, wanted);
        }
    }

    /** Returns the folder in which a peer or its family is built. Its processes run there too. */
    public Path cache(Peer peer) {
        return cache.resolve(peer.builtIn());
    }

    /** Returns a command with the placeholders of {@link Peer} and the given ones replaced. */
    public List<String> expand(Peer peer, List<String> command, Map<String, String> more) throws IOException {
        Path jdk = jdk(peer);
        List<String> expanded = new ArrayList<>();
        for (String argument : command) {
            if (argument.equals("{jvmFlags}")) {
                expanded.addAll(peer.jvmFlags());
                continue;
            }
            if (argument.equals("{arguments}")) {
                expanded.addAll(peer.arguments());
                continue;
            }
            String text = argument.replace(
                            "{folder}", peer.home().toAbsolutePath().toString())
                    .replace("{root}", root.toString())
                    .replace("{cache}", cache(peer).toString())
                    .replace("{jdk}", jdk.toString());
            for (Map.Entry<String, String> word : more.entrySet()) {
                text = text.replace("{" + word.getKey() + "}", word.getValue());
            }
            expanded.add(text);
        }
        return expanded;
    }

    private static Path jdk(Peer peer) throws IOException {
        return Jdks.find(peer.jdk())
                .orElseThrow(() ->
                        new IOException("%s needs a JDK %d, and there is none".formatted(peer.name(), peer.jdk())));
    }

    /** Changes whenever something changes that the prepared files were made from. */
    private String stamp(Peer peer) throws IOException {
        ContentHash hash = new ContentHash();
        for (List<String> command : peer.prepare()) {
            hash.add(String.join(" ", expand(peer, command, Map.of())));
        }
        hash.add(peer.home());
        for (String input : peer.inputs()) {
            hash.add(peer.home().resolve(input));
        }
        return hash.hex();
    }

    /** SHA-256 over names and contents of files. */
    static final class ContentHash {
        private final MessageDigest digest;

        ContentHash() {
            try {
                digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException("every Java platform has SHA-256", impossible);
            }
        }

        void add(String text) {
            digest.update(text.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
        }

        void add(Path path) throws IOException {
            if (Files.notExists(path)) {
                throw new IOException("%s does not exist; build or restore it first".formatted(path.normalize()));
            }
            List<Path> files;
            try (Stream<Path> all = Files.walk(path)) {
                files = all.filter(Files::isRegularFile).sorted().toList();
            }
            for (Path file : files) {
                add(path.relativize(file).toString());
                digest.update(Files.readAllBytes(file));
            }
        }

        String hex() {
            return HexFormat.of().formatHex(digest.digest());
        }
    }
}
