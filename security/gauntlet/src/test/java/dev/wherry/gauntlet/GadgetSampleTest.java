package dev.wherry.gauntlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.spi.Codec;
import dev.wherry.testkit.hostile.GadgetPeer;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A few chains of {@link GadgetMatrixTest}, under the codecs that come with Wherry. */
class GadgetSampleTest {
    private static final Set<Chain> SAMPLE = EnumSet.of(
            Chain.COLLECTIONS_3_SET,
            Chain.BEANUTILS_SIGNED,
            Chain.ROME_TEMPLATES,
            Chain.JDK_REMOTE,
            Chain.PROGRAM_READER,
            Chain.PROGRAM_PROXY);

    static Stream<Codec> codecs() {
        return Stream.of(new CompactCodec(), new JavaCodec());
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void firesNowhereThoughItFiresInAPlainStream(Codec codec) throws Exception {
        try (GadgetPeer peer = new GadgetPeer(codec)) {
            for (Chain chain : SAMPLE) {
                assertThat(PlainStream.fires(chain)).as("%s", chain).isTrue();
                peer.attack(
                        chain.name(),
                        false,
                        chain.make(),
                        (position, fired) -> assertThat(fired)
                                .as("%s has fired at %s", chain, position)
                                .isFalse());
            }
        }
    }
}
