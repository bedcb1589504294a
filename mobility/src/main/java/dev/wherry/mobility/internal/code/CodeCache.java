package dev.wherry.mobility.internal.code;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Class files that were received before, by content. Those that were not used for the longest time are removed first. Thread-safe. */
public final class CodeCache {
    /** The approximate memory of an entry in addition to its bytes. */
    private static final long BESIDE = 256;

    private final long mostBytes;
    private final SequencedMap<CodeHash, ClassBytes> files = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    public CodeCache(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Returns the file of this entry; null if no file has its content, name and length. */
    public synchronized @Nullable ClassBytes find(Manifest.Entry entry) {
        ClassBytes file = files.get(entry.hash());
        return file != null && Manifest.Entry.of(file).equals(entry) ? file : null;
    }

    /** @param file a file that was checked: one with a wrong name would block the entry of the right one */
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
