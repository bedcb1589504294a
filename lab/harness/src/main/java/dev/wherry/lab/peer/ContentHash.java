package dev.wherry.lab.peer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** SHA-256 over names and contents of files. */
final class ContentHash {
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

    /** A file, or every file below a folder. */
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
