package dev.wherry.mobility.internal.bundles;

import dev.wherry.Blocking;
import dev.wherry.ByReference;
import dev.wherry.internal.invoke.Own;
import dev.wherry.mobility.internal.code.CodeHash;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who has sent code, called back for what the other side lacks of it. */
@ByReference
@Blocking
public interface CodeSource extends Own {
    /** Class files that were announced, packed; all of them, in this order. */
    byte[] fetch(List<CodeHash> hashes);

    /** A class that no announcement has foreseen; null if there is none. */
    @Nullable
    Announcement find(String className);

    /** Files of this name beside the classes, in the order of the class path; empty if there is none. */
    List<byte[]> resources(String name);
}
