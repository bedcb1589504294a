package dev.wherry.mobility.internal.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.tasks.Compiled;
import java.lang.reflect.InvocationTargetException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Missing parts of a message are found when it is decoded. The sender has other classes, which check nothing. */
class NullPartsTest {
    private static final String SENDER = """
        package dev.wherry.mobility.internal.code;
        import java.util.*;
        public final class Sender {
            static final CodeHash HASH = new CodeHash(1, 2, 3, 4);
            static final Challenge HERE = new Challenge(new UUID(1, 2), new UUID(3, 4));
            static final Manifest GOOD = new Manifest(List.of(new Manifest.Entry("acme.T", HASH, 1)));
            static Manifest of(Manifest.Entry entry) { return new Manifest(Collections.singletonList(entry)); }
            static CodeSignature by(String key, CodeHash hash, Challenge where, String bytes) {
                return new CodeSignature(key, hash, where, 1, bytes);
            }
            public static String send(String what, Notary to) {
                return switch (what) {
                    case "all" -> to.take(GOOD, by("k", HASH, HERE, "b"));
                    case "classes" -> to.take(new Manifest(null), null);
                    case "entry" -> to.take(of(null), null);
                    case "name" -> to.take(of(new Manifest.Entry(null, HASH, 1)), null);
                    case "hash" -> to.take(of(new Manifest.Entry("acme.T", null, 1)), null);
                    case "key" -> to.take(GOOD, by(null, HASH, HERE, "b"));
                    case "manifest" -> to.take(GOOD, by("k", null, HERE, "b"));
                    case "challenge" -> to.take(GOOD, by("k", HASH, null, "b"));
                    case "bytes" -> to.take(GOOD, by("k", HASH, HERE, null));
                    case "host" -> to.take(GOOD, by("k", HASH, new Challenge(null, new UUID(1, 2)), "b"));
                    case "session" -> to.take(GOOD, by("k", HASH, new Challenge(new UUID(1, 2), null), "b"));
                    default -> throw new AssertionError(what);
                };
            }
        }\
        """;

    private static final String ENTRY =
            "record Entry(String name, CodeHash hash, int bytes) implements java.io.Serializable {}";

    private static final ClassLoader LAX = Compiled.loader(
            NullPartsTest.class.getClassLoader(),
            name("Manifest"),
            record("Manifest(java.util.List<Entry> classes)", "public " + ENTRY),
            name("CodeHash"),
            record("CodeHash(long a, long b, long c, long d)", ""),
            name("Challenge"),
            record("Challenge(java.util.UUID host, java.util.UUID session)", ""),
            name("CodeSignature"),
            record("CodeSignature(String key, CodeHash manifest, Challenge challenge, long expiry, String bytes)", ""),
            name("Notary"),
            "package dev.wherry.mobility.internal.code; public interface Notary { String take(Manifest m, CodeSignature s); }",
            name("Sender"),
            SENDER);

    private static String name(String simple) {
        return "dev.wherry.mobility.internal.code." + simple;
    }

    private static String record(String head, String body) {
        return "package dev.wherry.mobility.internal.code; public record " + head + " implements java.io.Serializable {"
                + body + "}";
    }

    private Endpoint server;
    private Endpoint client;

    @BeforeEach
    void connects() {
        server = Endpoint.listen("tcp://127.0.0.1:0");
        server.bind(
                "notary",
                Notary.class,
                (manifest, signature) -> manifest.classes().size() + signature.key());
        client = Endpoint.create();
    }

    @AfterEach
    void closes() {
        client.close();
        server.close();
    }

    private String send(String what) throws Throwable {
        Class<?> notary = LAX.loadClass(name("Notary"));
        Object stub = client.lookup(server.address() + "/notary", notary);
        try {
            return (String) LAX.loadClass(name("Sender"))
                    .getMethod("send", String.class, notary)
                    .invoke(null, what, stub);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Test
    void areMissedInNothingThatIsWhole() throws Throwable {
        assertThat(send("all")).isEqualTo("1k");
    }

    @ParameterizedTest
    @CsvSource({
        "entry, a class of a manifest",
        "name, a class's name",
        "hash, a class's hash",
        "key, a signature's key",
        "manifest, a signature's manifest",
        "challenge, a signature's challenge",
        "bytes, a signature's bytes",
        "host, the host that a signature is for",
        "session, the session that a signature is for",
        "classes, the classes of a manifest"
    })
    void areNamedToTheSender(String what, String named) {
        assertThatThrownBy(() -> send(what))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.CODEC))
                .hasMessageContaining(named);
    }
}
