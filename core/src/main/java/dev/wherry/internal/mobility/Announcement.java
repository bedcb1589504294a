package dev.wherry.internal.mobility;

import dev.wherry.internal.code.CodeSignature;
import dev.wherry.internal.code.Manifest;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Classes that a parcel needs, told before it is read.
 *
 * @param source who has them
 */
public record Announcement(Manifest manifest, @Nullable CodeSignature signature, CodeSource source)
        implements Serializable {
    public Announcement {
        Objects.requireNonNull(manifest, "manifest");
        Objects.requireNonNull(source, "source");
    }

    Announcement from(CodeSource other) {
        return new Announcement(manifest, signature, other);
    }
}
