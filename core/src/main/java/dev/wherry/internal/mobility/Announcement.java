package dev.wherry.internal.mobility;

import dev.wherry.internal.code.CodeSignature;
import dev.wherry.internal.code.Manifest;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Classes that a parcel needs, told before it is read.
 *
 * @param source who has them
 */
public record Announcement(Manifest manifest, @Nullable CodeSignature signature, CodeSource source)
        implements Serializable {}
