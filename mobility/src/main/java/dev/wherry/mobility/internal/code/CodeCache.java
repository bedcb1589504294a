package dev.wherry.mobility.internal.code;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Class files that came before, by content, whoever sent them; those longest not asked for go first. Thread-safe.
 */
public final class CodeCache {
    /** What is spent on a file beside its bytes, about. */
    private static final long BESIDE = 256;

    private final long mostBytes;
    private final SequencedMap<CodeHash, ClassBytes> files = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    public CodeCache(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Null also if this content came under another name or length: which is right, only its check says. */
    public synchronized @Nullable ClassBytes find(Manifest.Entry entry) {
        ClassBytes file = files.get(entry.hash());
        return file != null && Manifest.Entry.of(file).equals(entry) ? file : null;
    }

    /** @param file has been checked: a class of another name must not keep its place */
    public synchronized void add(ClassBytes file) {
        if (size(file) > mostBytes || files.putIfAbsent(file.hash(), file) != null) {
            return;
        }
        bytes += size(file);
        while (bytes > mostBytes) {
            bytes -= size(files.pollFirstEntry().getValue());
        }
    }

    private static long size(ClassBytes file) {
        return file.bytes().length + BESIDE;
    }
}
