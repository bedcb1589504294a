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
 * The list of classes that a parcel needs, which the receiver reads before the parcel.
 *
 * @param source hands over the classes that the receiver lacks
 */
public record Announcement(Manifest manifest, @Nullable CodeSignature signature, CodeSource source)
        implements Serializable {
    private static final Duration SIGNED_FOR = Duration.ofMinutes(5);

    public Announcement {
        Objects.requireNonNull(manifest, "manifest");
        Objects.requireNonNull(source, "source");
    }

    /** Returns whether its signature may have expired when it arrives. */
    boolean isStale() {
        return signature != null
                && signature.expiry()
                        < Instant.now().plus(SIGNED_FOR.dividedBy(2)).toEpochMilli();
    }

    /** Returns an announcement for one connection, signed if this side signs code. */
    public static Announcement of(Manifest manifest, CodeSource source, Connection to) {
        CodeSigner signer = to.options().extension(CodeSigner.class);
        CodeSignature signature = signer == null
                ? null
                : CodeSignature.of(
                        signer,
                        manifest.hash(),
                        to.challengeThere(),
                        Instant.now().plus(SIGNED_FOR));
        return new Announcement(manifest, signature, source);
    }
}
