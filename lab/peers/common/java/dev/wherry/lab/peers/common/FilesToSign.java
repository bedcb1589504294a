package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The server's files for the signatures. Each is made when it is first requested. */
final class FilesToSign {
    private static final int CHUNK = 8192;

    private final Map<Integer, Path> files = new ConcurrentHashMap<>();

    /** Returns the content of such a file. */
    static byte[] content(int bytes) {
        byte[] content = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            content[i] = (byte) (i * 31 + i / 251);
        }
        return content;
    }

    /** Reads the file, as the original did in every call. */
    byte[] md5(int bytes) throws Exception {
        Path file = files.get(bytes);
        if (file == null) {
            file = make(bytes);
        }
        MessageDigest digest = MessageDigest.getInstance("MD5");
        byte[] chunk = new byte[CHUNK];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                digest.update(chunk, 0, read);
            }
        }
        return digest.digest();
    }

    private synchronized Path make(int bytes) throws IOException {
        Path made = files.get(bytes);
        if (made == null) {
            made = Files.createTempFile("lab-", ".md5");
            Files.write(made, content(bytes));
            files.put(bytes, made);
        }
        return made;
    }
}
