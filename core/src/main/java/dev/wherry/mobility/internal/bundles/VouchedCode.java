package dev.wherry.mobility.internal.bundles;

import dev.wherry.mobility.internal.code.CodeHash;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a child has announced for its results, as its parent vouches for it to a client. */
public record VouchedCode(CodeSource child, Connection client) implements CodeSource {
    public Announcement vouchFor(Announcement made) {
        return Announcement.of(made.manifest(), this, client);
    }

    @Override
    public byte[] fetch(List<CodeHash> hashes) {
        return child.fetch(hashes);
    }

    @Override
    public @Nullable Announcement find(String className) {
        Announcement found = child.find(className);
        return found == null ? null : vouchFor(found);
    }

    @Override
    public List<byte[]> resources(String name) {
        return child.resources(name);
    }
}
