package dev.wherry.certificates;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Key;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Set;

/** Writes certificates and keys as PEM. */
final class PemFiles {
    private static final Set<PosixFilePermission> OF_OWNER = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OF_ALL = PosixFilePermissions.fromString("rw-r--r--");

    private PemFiles() {}

    static String of(X509Certificate certificate) {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException("A certificate that cannot be encoded", e);
        }
    }

    /** In the form PKCS#8, unencrypted. */
    static String of(Key key) {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    private static String pem(String label, byte[] content) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
    }

    /** @param secret whether only the owner may read it */
    static void write(Path file, String text, boolean secret) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException(file + " is not a file in a folder");
        }
        Files.createDirectories(folder);
        Path written = Files.createTempFile(folder, ".pem", ".part", permissions(secret));
        try {
            Files.writeString(written, text);
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    private static FileAttribute<?>[] permissions(boolean secret) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(secret ? OF_OWNER : OF_ALL)}
                : new FileAttribute<?>[0];
    }
}
