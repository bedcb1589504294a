package dev.wherry.mobility.internal.bundles;

import dev.wherry.mobility.internal.code.Manifest;
import dev.wherry.mobility.internal.code.CodeHash;
import dev.wherry.Peer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The code of a workspace as its child gets it: what was let in, and what its senders are asked for meanwhile, this client first. */
record VettedCode(WorkspaceCode code, Peer client) implements CodeSource {
    @Override
    public byte[] fetch(List<CodeHash> hashes) {
        return code.packed(hashes);
    }

    @Override
    public @Nullable Announcement find(String className) {
        Manifest found = code.found(className, client);
        return found == null ? null : new Announcement(found, null, this);
    }

    @Override
    public List<byte[]> resources(String name) {
        return code.resources(name, client);
    }
}
