package dev.wherry.gauntlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.codec.fory.ForyCodec;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.codec.jboss.JBossCodec;
import dev.wherry.codec.kryo.KryoCodec;
import dev.wherry.spi.Codec;
import dev.wherry.testkit.hostile.GadgetPeer;
import dev.wherry.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each chain is first shown to fire in a plain stream, and is then sent to each place that reads bytes of a peer. None fires. */
@Tag("long")
class GadgetMatrixTest {
    private static final Path PAGE = Checkout.root().resolve("docs/gadgets.md");
    private static final int CELLS = 126;

    private static final Matrix MATRIX = new Matrix();

    @TempDir
    Path folder;

    static Stream<Codec> codecs() {
        return Stream.of(new CompactCodec(), new JavaCodec(), new KryoCodec(), new ForyCodec(), new JBossCodec());
    }

    /** Adds to the table, and checks that nothing of Wherry has fired. */
    private static GadgetPeer.Outcome recorded(String system, Chain chain) {
        return (position, fired) -> {
            MATRIX.add(Entry.at(position), system, fired);
            assertThat(fired && !system.equals(Matrix.RMI))
                    .as("%s has fired at %s of %s", chain, position, system)
                    .isFalse();
        };
    }

    @ParameterizedTest
    @EnumSource
    void firesInAPlainStreamAsItIsListed(Chain chain) throws Exception {
        assertThat(PlainStream.fires(chain)).isEqualTo(chain.dead.isEmpty());
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void firesNowhereUnderACodec(Codec codec) throws Exception {
        try (GadgetPeer peer = new GadgetPeer(codec)) {
            for (Chain chain : Chain.firing()) {
                // A URL is a value. It is hashed by its text here, so that no host is looked up.
                peer.attack(chain.name(), chain == Chain.JDK_URL, chain.make(), recorded(codec.name(), chain));
            }
        }
    }

    /** Returns the chains that a codec can write, and that do not fire when they are written. */
    private static List<Chain> writable(Codec codec) {
        return Chain.firing().stream()
                .filter(chain -> GadgetPeer.isWritable(codec, chain.make()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void firesNowhereWhateverTheLink(Codec codec) throws Exception {
        List<Chain> chains = writable(codec);
        WideClient client = new WideClient(codec.name(), folder);
        for (Entry entry : List.of(Entry.TCP, Entry.MEMORY, Entry.UNIX, Entry.TLS, Entry.WEB_SOCKET)) {
            client.attack(
                    entry,
                    chains,
                    (chain, fired) -> recorded(codec.name(), chain).of(entry.name(), fired));
        }
        client.capture(chains, (chain, fired) -> recorded(codec.name(), chain).of("CAPTURE", fired));
    }

    @Test
    void firesNowhereInHttp() throws Exception {
        for (Entry entry : List.of(Entry.HTTP, Entry.HTTPS)) {
            try (HttpAttacks http = new HttpAttacks(entry == Entry.HTTPS, folder.resolve(entry.name()))) {
                for (Chain chain : Chain.firing()) {
                    Payload payload = chain.make();
                    http.attack(payload);
                    recorded(Matrix.JSON, chain)
                            .of(entry.name(), payload.fired().getAsBoolean());
                }
            }
        }
        for (Chain chain : Chain.firing()) {
            Payload payload = chain.make();
            HttpAttacks.answer(payload);
            recorded(Matrix.JSON, chain).of("HTTP_CLIENT", payload.fired().getAsBoolean());
        }
    }

    @Test
    void firesUnderJavaRmi() throws Exception {
        try (JavaRmi rmi = new JavaRmi()) {
            for (Chain chain : Chain.firing()) {
                rmi.attack(chain, recorded(Matrix.RMI, chain));
            }
        }
        assertThat(MATRIX.fired(Matrix.RMI)).isGreaterThan(100);
    }

    @AfterAll
    static void comparesThePage() throws IOException {
        if (MATRIX.size() < CELLS) {
            return; // some tests were left out
        }
        Path written = Path.of("target/gadgets.md");
        Files.createDirectories(written.getParent());
        Files.writeString(written, MATRIX.page());
        assertThat(PAGE).as("copy %s there", written.toAbsolutePath()).hasContent(MATRIX.page());
    }
}
