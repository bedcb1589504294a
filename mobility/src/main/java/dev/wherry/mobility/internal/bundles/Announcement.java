package dev.wherry.mobility.internal.bundles;

import dev.wherry.mobility.CodeSigner;
import dev.wherry.mobility.internal.code.CodeSignature;
import dev.wherry.mobility.internal.code.Manifest;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Classes that a parcel needs, told before it is read.
 *
 * @param source who has them
 */
public record Announcement(Manifest manifest, @Nullable CodeSignature signature, CodeSource source)
        implements Serializable {
    private static final Duration SIGNED_FOR = Duration.ofMinutes(5);

    public Announcement {
        Objects.requireNonNull(manifest, "manifest");
        Objects.requireNonNull(source, "source");
    }

    /** Whether its signature may not hold any more when it arrives. */
    boolean isStale() {
        return signature != null
                && signature.expiry()
                        < Instant.now().plus(SIGNED_FOR.dividedBy(2)).toEpochMilli();
    }

    Announcement from(CodeSource other) {
        return new Announcement(manifest, signature, other);
    }

    /** Signed, if this side signs, for this one connection. */
    public static Announcement of(Manifest manifest, CodeSource source, Connection to) {
        CodeSigner signer = to.options().extension(CodeSigner.class);
        CodeSignature signature = signer == null
                ? null
                : CodeSignature.of(
                        signer,
                        manifest.hash(),
                        CodeGate.challenge(to.other(), to.session()),
                        Instant.now().plus(SIGNED_FOR));
        return new Announcement(manifest, signature, source);
    }
}
