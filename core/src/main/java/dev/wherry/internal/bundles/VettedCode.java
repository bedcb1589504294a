package dev.wherry.internal.bundles;

import dev.wherry.internal.code.CodeHash;
import dev.wherry.internal.code.Manifest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The code of a workspace as its child gets it: what was let in, and what its senders are asked for meanwhile. */
record VettedCode(WorkspaceCode code) implements CodeSource {
    @Override
    public byte[] fetch(List<CodeHash> hashes) {
        return code.packed(hashes);
    }

    @Override
    public @Nullable Announcement find(String className) {
        Manifest found = code.found(className);
        return found == null ? null : new Announcement(found, null, this);
    }

    @Override
    public byte @Nullable [] resource(String name) {
        return code.resource(name);
    }
}
