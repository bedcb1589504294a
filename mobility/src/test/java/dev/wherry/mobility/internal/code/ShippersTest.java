package dev.wherry.mobility.internal.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Identity;
import dev.wherry.mobility.CodeSigner;
import dev.wherry.mobility.MobilityPolicy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ShippersTest {
    private static final Instant NOW = Instant.parse("2026-11-22T20:00:00Z");
    private static final Identity ADDRESS = Identity.of("address", "10.0.0.7:4711");
    private static final Identity ANN = new Identity("unix", "user ann", Map.of("user", "ann", "group", "build"));

    private final CodeSigner signer = CodeSignatureTest.signer();
    private final Challenge here = new Challenge(UUID.randomUUID(), UUID.randomUUID());
    private final Manifest manifest = Manifest.of(List.of(Made.file("acme.T")));
    private final CodeSignature signature = CodeSignature.of(signer, manifest.hash(), here, NOW.plusSeconds(60));

    @Test
    void admitsNobodyByDefault() {
        refuses(MobilityPolicy.off(), ANN, signature, Rule.MOBILITY_ON);
        Shippers.checkOn(MobilityPolicy.acceptAnyone());
        assertThatThrownBy(() -> Shippers.checkOn(MobilityPolicy.off()))
                .hasMessageContaining("rule '" + Rule.MOBILITY_ON + "'")
                .hasMessageContaining("with(MobilityPolicy.acceptSignedBy(KEY))");
    }

    @Test
    void admitsWhoSignedWithAListedKey() {
        MobilityPolicy policy = MobilityPolicy.acceptSignedBy(signer.publicKey());
        assertThat(admit(policy, ADDRESS, signature)).containsExactlyInAnyOrder(ADDRESS, signer.identity());
        refuses(policy, ADDRESS, null, Rule.SHIPPERS);
        refuses(policy, ANN, null, Rule.SHIPPERS);
        CodeSignature others = CodeSignature.of(CodeSignatureTest.signer(), manifest.hash(), here, NOW.plusSeconds(60));
        refuses(policy, ADDRESS, others, Rule.SHIPPERS);
    }

    /** No transport reports such an identity, but a policy must not depend on that alone. */
    @Test
    void doesNotTakeAPeersWordForAKey() {
        MobilityPolicy policy = MobilityPolicy.acceptSignedBy(signer.publicKey());
        refuses(policy, Identity.of("address", signer.identity().name()), null, Rule.SHIPPERS);
    }

    @Test
    void admitsAListedUserAndHisGroup() {
        assertThat(admit(MobilityPolicy.accept(Identity.of("unix", "user ann")), ANN, null))
                .containsExactly(ANN);
        Identity builders = new Identity("unix", null, Map.of("group", "build"));
        assertThat(admit(MobilityPolicy.accept(builders), ANN, null)).containsExactly(ANN);
        refuses(MobilityPolicy.accept(Identity.of("unix", "user bob")), ANN, null, Rule.SHIPPERS);
        refuses(
                MobilityPolicy.accept(new Identity("unix", "user ann", Map.of("group", "root"))),
                ANN,
                null,
                Rule.SHIPPERS);
    }

    @Test
    void admitsAnyoneWhenToldTo() {
        assertThat(admit(MobilityPolicy.acceptAnyone(), ADDRESS, null)).isEqualTo(Set.of(ADDRESS));
    }

    @Test
    void refusesASignatureThatDoesNotHoldEvenWhereNoneIsNeeded() {
        CodeSignature expired = CodeSignature.of(signer, manifest.hash(), here, NOW.minusSeconds(100));
        refuses(MobilityPolicy.acceptAnyone(), ADDRESS, expired, Rule.SIGNED_IN_TIME);
        refuses(MobilityPolicy.accept(Identity.of("unix", "user ann")), ANN, expired, Rule.SIGNED_IN_TIME);
    }

    private Set<Identity> admit(MobilityPolicy policy, Identity peer, @Nullable CodeSignature shown) {
        Set<Identity> all = Shippers.shown(peer, manifest, shown, here, NOW);
        Shippers.check(policy, all);
        return all;
    }

    private void refuses(MobilityPolicy policy, Identity peer, @Nullable CodeSignature shown, Rule rule) {
        assertThatThrownBy(() -> admit(policy, peer, shown))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.REFUSED))
                .hasMessageContaining("rule '" + rule + "'");
    }
}
