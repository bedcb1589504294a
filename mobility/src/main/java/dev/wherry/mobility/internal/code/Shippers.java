package dev.wherry.mobility.internal.code;

import dev.wherry.Identity;
import dev.wherry.mobility.CodeSigner;
import dev.wherry.mobility.MobilityPolicy;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks whether a sender may ship code. */
public final class Shippers {
    private Shippers() {}

    /** Refuses all code if mobility is off. */
    public static void checkOn(MobilityPolicy policy) {
        if (policy.isOff()) {
            throw Rule.MOBILITY_ON.refuses(
                    "This endpoint",
                    "all code and tasks: its policy is MobilityPolicy.off(). Its owner can say"
                            + " EndpointOptions.builder().with(MobilityPolicy.acceptSignedBy(KEY)).build()");
        }
    }

    /**
     * Returns the identities of the sender of a manifest: that of the peer, and the key that signed. Throws if the signature is not
     * valid.
     */
    public static Set<Identity> shown(
            Identity peer, Manifest manifest, @Nullable CodeSignature signature, Challenge here, Instant now) {
        return signature == null ? Set.of(peer) : Set.of(peer, signature.verify(manifest.hash(), here, now));
    }

    /** Refuses a peer that the policy does not accept, if the policy accepts no key that it could sign with. */
    public static void checkMayShip(MobilityPolicy policy, Identity peer) {
        if (!policy.accepts(peer)
                && policy.shippers().stream().noneMatch(each -> each.kind().equals(CodeSigner.KIND))) {
            check(policy, Set.of(peer));
        }
    }

    /** Refuses code if the policy accepts none of its identities. */
    public static void check(MobilityPolicy policy, Set<Identity> shown) {
        checkOn(policy);
        if (shown.stream().noneMatch(policy::accepts)) {
            String who = shown.stream().map(Shippers::shown).sorted().collect(Collectors.joining(" and "));
            throw Rule.SHIPPERS.refuses(
                    "Code from " + who,
                    "it: none of these is among those whose code is accepted here"
                            + (shown.size() == 1 ? ", and nobody has signed it" : ""));
        }
    }

    /** Returns a key as a policy file names it. */
    private static String shown(Identity who) {
        return who.kind().equals(CodeSigner.KIND) ? who.kind() + ":" + who : who.toString();
    }
}
