package dev.wherry.mobility.internal.code;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Packs class files one after another, deflated. Both sides know their names and lengths from the manifest. */
public final class PackedCode {
    private static final int CHUNK = 8 << 10;

    private PackedCode() {}

    /** @param offered returns the class file of a hash, or null */
    public static byte[] pack(List<CodeHash> hashes, Function<CodeHash, @Nullable ClassBytes> offered) {
        if (hashes.stream().anyMatch(Objects::isNull) || new HashSet<>(hashes).size() < hashes.size()) {
            throw new CallException(Code.INVALID_CALL, "A class was asked for twice, or by no hash");
        }
        List<ClassBytes> files = new ArrayList<>();
        for (CodeHash hash : hashes) {
            ClassBytes file = offered.apply(hash);
            if (file == null) {
                throw new CallException(Code.NOT_FOUND, "No class of hash " + hash.shown() + " was announced");
            }
            files.add(file);
        }
        return pack(files);
    }

    public static byte[] pack(List<ClassBytes> files) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            ByteArrayOutputStream packed = new ByteArrayOutputStream(CHUNK);
            byte[] chunk = new byte[CHUNK];
            for (ClassBytes file : files) {
                deflater.setInput(file.bytes());
                while (!deflater.needsInput()) {
                    packed.write(chunk, 0, deflater.deflate(chunk));
                }
            }
            deflater.finish();
            while (!deflater.finished()) {
                packed.write(chunk, 0, deflater.deflate(chunk));
            }
            return packed.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /**
     * Returns the class files that were asked for, in this order. No more bytes are inflated than were announced, so that a manifest
     * within the limits is sufficient.
     */
    public static List<ClassBytes> unpack(byte[] packed, List<Manifest.Entry> wanted) {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(packed);
            List<ClassBytes> files = new ArrayList<>(wanted.size());
            for (Manifest.Entry entry : wanted) {
                files.add(checked(entry, next(inflater, entry)));
            }
            if (inflater.inflate(new byte[1]) > 0 || !inflater.finished() || inflater.getRemaining() > 0) {
                throw Rule.AS_ANNOUNCED.refuses("This bundle", "what it holds beyond the classes that were asked for");
            }
            return files;
        } catch (DataFormatException e) {
            throw new CallException(Code.CODEC, "This bundle is not packed as class files are: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }

    /** Allocates as bytes are received, since a sender may announce more than it sends. */
    private static byte[] next(Inflater inflater, Manifest.Entry entry) throws DataFormatException {
        byte[] bytes = new byte[Math.min(entry.bytes(), CHUNK)];
        int length = 0;
        while (length < entry.bytes()) {
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(entry.bytes(), 2L * length));
            }
            int more = inflater.inflate(bytes, length, bytes.length - length);
            if (more == 0) {
                throw Rule.AS_ANNOUNCED.refuses(
                        "Class " + entry.name(),
                        "that its bundle ends after " + length + " of its " + entry.bytes() + " bytes");
            }
            length += more;
        }
        return bytes;
    }

    private static ClassBytes checked(Manifest.Entry entry, byte[] bytes) {
        ClassBytes file = ClassBytes.of(entry.name(), bytes);
        if (!file.hash().equals(entry.hash())) {
            throw Rule.AS_ANNOUNCED.refuses(
                    "Class " + entry.name(),
                    "its content: it does not match its hash, " + entry.hash().shown() + ", but has "
                            + file.hash().shown());
        }
        return file;
    }
}
