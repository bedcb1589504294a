package dev.wherry.mobility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeSignerTest {
    @TempDir
    Path folder;

    @Test
    void signsAsItsKey() throws Exception {
        KeyPair keys = keys("Ed25519");
        CodeSigner signer = CodeSigner.of(keys);
        byte[] message = {1, 2, 3};
        Signature check = Signature.getInstance("Ed25519");
        check.initVerify(keys.getPublic());
        check.update(message);
        assertThat(check.verify(signer.sign(message))).isTrue();
        assertThat(signer.identity().kind()).isEqualTo("ed25519");
        assertThat(signer.identity().name())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256")
                                .digest(keys.getPublic().getEncoded())));
        assertThat(signer).hasToString(signer.identity().name());
    }

    @Test
    void readsPemFiles() throws Exception {
        KeyPair keys = keys("Ed25519");
        Path privateKey = pem("PRIVATE KEY", keys.getPrivate());
        Path publicKey = pem("PUBLIC KEY", keys.getPublic());
        assertThat(CodeSigner.of(privateKey, publicKey).identity()).isEqualTo(CodeSigner.identity(keys.getPublic()));
        assertThat(CodeSigner.readPublicKey(publicKey)).isEqualTo(keys.getPublic());
    }

    /** Made by openssl 3, as the Javadoc says. */
    @Test
    void readsWhatOpensslWrites() throws Exception {
        Path publicKey = Files.writeString(folder.resolve("ann.pub"), """
                -----BEGIN PUBLIC KEY-----
                MCowBQYDK2VwAyEA2ouuwyWcV695IUDQGcH4XgbhZ2d5g00MRHwLpdIzcdo=
                -----END PUBLIC KEY-----
                """);
        assertThat(CodeSigner.identity(CodeSigner.readPublicKey(publicKey)).name())
                .isEqualTo("de4b9c9cf66a15751aa6fcb00d421ed9d360b29f4af22cc3f0d262e9ce8938d9");
    }

    @Test
    void saysWhatIsWrongWithAFile() throws Exception {
        KeyPair keys = keys("Ed25519");
        Path privateKey = pem("PRIVATE KEY", keys.getPrivate());
        Path publicKey = pem("PUBLIC KEY", keys.getPublic());
        assertThatThrownBy(() -> CodeSigner.of(privateKey, folder.resolve("none")))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> CodeSigner.of(publicKey, privateKey))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds 'PRIVATE KEY'; expected 'PUBLIC KEY'");
        assertThatThrownBy(() -> CodeSigner.of(pem("ENCRYPTED PRIVATE KEY", keys.getPrivate()), publicKey))
                .hasMessageContaining("holds 'ENCRYPTED PRIVATE KEY'")
                .hasMessageContaining("not encrypted");
        assertThatThrownBy(
                        () -> CodeSigner.readPublicKey(Files.writeString(folder.resolve("text"), "ssh-ed25519 AAAA")))
                .hasMessageContaining("holds no PEM block")
                .hasMessageContaining("openssl pkey -pubout");
        assertThatThrownBy(() ->
                        CodeSigner.readPublicKey(pem("PUBLIC KEY", keys("EC").getPublic())))
                .hasMessageContaining("does not hold an Ed25519 public key");
        assertThatThrownBy(() -> CodeSigner.readPublicKey(Files.write(folder.resolve("large"), new byte[1 << 17])))
                .hasMessageContaining("too large");
    }

    @Test
    void refusesKeysThatAreNotAPairOrNotEd25519() throws Exception {
        KeyPair one = keys("Ed25519");
        KeyPair two = keys("Ed25519");
        assertThatThrownBy(() -> CodeSigner.of(new KeyPair(one.getPublic(), two.getPrivate())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not that of the private key");
        for (String algorithm : new String[] {"Ed448", "EC"}) {
            assertThatThrownBy(() -> CodeSigner.of(keys(algorithm)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("signed with Ed25519 keys");
        }
    }

    private Path pem(String type, Key key) throws IOException {
        return Files.writeString(
                Files.createTempFile(folder, "key", ".pem"),
                "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder().encodeToString(key.getEncoded())
                        + "\n-----END " + type + "-----\n");
    }

    private static KeyPair keys(String algorithm) throws Exception {
        return KeyPairGenerator.getInstance(algorithm).generateKeyPair();
    }
}
