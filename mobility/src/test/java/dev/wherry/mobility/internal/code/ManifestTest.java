package dev.wherry.mobility.internal.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Endpoint;
import dev.wherry.Identity;
import dev.wherry.mobility.CodeReceived;
import dev.wherry.mobility.CodeSigner;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTest {
    private static final CodeHash HASH = CodeHash.of(new byte[] {1});

    @Test
    void hasOneHashForTheSameClassesInAnyOrder() {
        ClassBytes a = Made.file("acme.A");
        ClassBytes b = Made.file("acme.B");
        Manifest manifest = Manifest.of(List.of(a, b));
        assertThat(Manifest.of(List.of(b, a))).isEqualTo(manifest);
        assertThat(Manifest.of(List.of(b, a)).hash()).isEqualTo(manifest.hash());
        assertThat(manifest.bytes()).isEqualTo(a.bytes().length + b.bytes().length);
    }

    @Test
    void hasAnotherHashWhateverChanges() {
        CodeHash other = CodeHash.of(new byte[] {2});
        assertThat(Set.of(
                        one("acme.A", HASH, 5).hash(),
                        one("acme.B", HASH, 5).hash(),
                        one("acme.A", other, 5).hash(),
                        one("acme.A", HASH, 6).hash(),
                        new Manifest(List.of()).hash()))
                .hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "acme.",
                ".acme",
                "acme..T",
                "acme/T",
                "../T",
                "[I",
                "Lacme.T;",
                "a\nb",
                "a\u0085b",
                "a\u009bb",
                "a\u2028b",
                "a b",
                "a\\b",
                "C:T"
            })
    void refusesWhatIsNoClassName(String name) {
        assertThatThrownBy(() -> new Manifest.Entry(name, HASH, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not the name of a class")
                .message()
                .doesNotContainPattern("[\\p{Cc}\\p{Zl}]");
    }

    @Test
    void refusesLongNamesEmptyFilesDuplicatesAndTooMany() {
        assertThatThrownBy(() -> new Manifest.Entry("x".repeat(1_025), HASH, 1)).hasMessageContaining("at most 1024");
        assertThatThrownBy(() -> new Manifest.Entry("acme.T", HASH, 0)).hasMessageContaining("0 bytes");
        assertThatThrownBy(() -> new Manifest.Entry("acme.T", HASH, -1)).hasMessageContaining("-1 bytes");
        Manifest.Entry entry = new Manifest.Entry("acme.T", HASH, 1);
        assertThatThrownBy(() -> new Manifest(List.of(entry, entry))).hasMessageContaining("acme.T is there twice");
        List<Manifest.Entry> many = IntStream.rangeClosed(0, 1 << 16)
                .mapToObj(i -> new Manifest.Entry("acme.T" + i, HASH, 1))
                .toList();
        assertThatThrownBy(() -> new Manifest(many)).hasMessageContaining("at most 65536");
    }

    @Test
    void isRecordedWithNamesAndHashes() {
        CodeReceived received =
                one("acme.T", HASH, 5).received(Instant.EPOCH, Set.of(Identity.of("unix", "user ann")), "shop", null);
        assertThat(received.accepted()).isTrue();
        assertThat(received.classes()).containsExactly(new CodeReceived.ClassFile("acme.T", HASH.toString(), 5));
        assertThat(received)
                .hasToString("Accepted 1 classes, 5 bytes, from [user ann] for workspace 'shop', manifest "
                        + one("acme.T", HASH, 5).hash() + ": acme.T " + HASH);
    }

    public record Offer(Manifest manifest, CodeSignature signature) {}

    public interface Host {
        Offer echo(Offer offer);
    }

    @Test
    void travelsWithItsSignature() throws Exception {
        CodeSigner signer =
                CodeSigner.of(KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
        Challenge challenge = new Challenge(UUID.randomUUID(), UUID.randomUUID());
        Manifest manifest = Manifest.of(List.of(Made.file("acme.A"), Made.file("acme.B")));
        Instant now = Instant.now();
        Offer offer = new Offer(manifest, CodeSignature.of(signer, manifest.hash(), challenge, now));
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            server.bind("host", Host.class, given -> given);
            Offer arrived =
                    client.lookup(server.address() + "/host", Host.class).echo(offer);
            assertThat(arrived).isEqualTo(offer);
            assertThat(arrived.signature().verify(arrived.manifest().hash(), challenge, now))
                    .isEqualTo(signer.identity());
        }
    }

    private static Manifest one(String name, CodeHash hash, int bytes) {
        return new Manifest(List.of(new Manifest.Entry(name, hash, bytes)));
    }
}
