package dev.wherry.mobility.internal.bundles;

import dev.wherry.Peer;
import dev.wherry.mobility.internal.code.CodeHash;
import dev.wherry.mobility.internal.code.Manifest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Code that the host of a child JVM passes on between a client and the child, in the host's own name. For any thread. */
public final class RelayedCode {
    private RelayedCode() {}

    /**
     * The code of a client, for the child that defines it: what the host has admitted. If a class or a resource is missing, the
     * host asks the workspace's senders for it, this client first.
     */
    public record ToChild(WorkspaceCode code, Peer client) implements CodeSource {
        /** Returns an announcement whose classes are fetched from here. */
        public Announcement announce(Manifest manifest) {
            return new Announcement(manifest, null, this);
        }

        @Override
        public byte[] fetch(List<CodeHash> hashes) {
            return code.packed(hashes);
        }

        @Override
        public @Nullable Announcement find(String className) {
            Manifest found = code.found(className, client);
            return found == null ? null : announce(found);
        }

        @Override
        public List<byte[]> resources(String name) {
            return code.resources(name, client);
        }
    }

    /** The code of a child's results, for the client. The host signs it, if it signs. */
    public record ToClient(CodeSource child, Connection client) implements CodeSource {
        /** Returns an announcement whose classes are fetched from here. */
        public Announcement announce(Manifest manifest) {
            return Announcement.of(manifest, this, client);
        }

        @Override
        public byte[] fetch(List<CodeHash> hashes) {
            return child.fetch(hashes);
        }

        @Override
        public @Nullable Announcement find(String className) {
            Announcement found = child.find(className);
            return found == null ? null : announce(found.manifest());
        }

        @Override
        public List<byte[]> resources(String name) {
            return child.resources(name);
        }
    }
}
