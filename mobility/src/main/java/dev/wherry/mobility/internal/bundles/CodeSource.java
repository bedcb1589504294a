package dev.wherry.mobility.internal.bundles;

import dev.wherry.Blocking;
import dev.wherry.ByReference;
import dev.wherry.internal.invoke.InternalInterface;
import dev.wherry.mobility.internal.code.CodeHash;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sender of code. The receiver calls it back for the classes and resources that it lacks. */
@ByReference
@Blocking
public interface CodeSource extends InternalInterface {
    /** Returns class files that were announced, packed, in this order. */
    byte[] fetch(List<CodeHash> hashes);

    /** Finds a class that was not announced; null if there is none. */
    @Nullable
    Announcement find(String className);

    /** Returns the resources of this name, in the order of the class path; empty if there are none. */
    List<byte[]> resources(String name);
}
