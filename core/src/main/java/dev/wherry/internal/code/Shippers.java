package dev.wherry.internal.code;

import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.spi.Identity;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who may ship. */
public final class Shippers {
    private Shippers() {}

    /** Refuses all where nobody may. */
    public static void checkOn(MobilityPolicy policy) {
        if (policy.isOff()) {
            throw Rule.MOBILITY_ON.refuses(
                    "This endpoint",
                    "all code and tasks: its policy is MobilityPolicy.off(). Its owner can say"
                            + " EndpointOptions.defaults().withMobility(MobilityPolicy.acceptSignedBy(KEY))");
        }
    }

    /**
     * Who offers this manifest: the peer, and the key that signed. An exception if neither may, or if there is a signature
     * that does not hold.
     */
    public static Set<Identity> admit(
            MobilityPolicy policy,
            Identity peer,
            CodeHash manifest,
            @Nullable CodeSignature signature,
            Challenge here,
            Instant now) {
        checkOn(policy);
        Set<Identity> shown = signature == null ? Set.of(peer) : Set.of(peer, signature.verify(manifest, here, now));
        if (shown.stream().noneMatch(policy::accepts)) {
            throw Rule.SHIPPERS.refuses(
                    "Code from " + peer,
                    "it: neither that peer nor "
                            + (signature == null ? "anybody who has signed it (nobody has)" : "the key that signed it")
                            + " is among those whose code is accepted here");
        }
        return shown;
    }
}
