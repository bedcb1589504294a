package dev.wherry.codec;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stack traces as bytes, the same in all encodings of a failure. First is the number of frames, at most {@value #MOST}.
 * Each frame is the class, the method, the file or null, and the line, a signed number. Names of class loaders and
 * modules are left out: they describe how the other side was started, not the place in the code. A frame that is a
 * value itself keeps them.
 */
public final class StackTraces {
    /** The number of frames of one exception that are sent. */
    public static final int MOST = 256;

    /** The least length of a frame: class, method, file and line take at least a byte each. */
    private static final int LEAST_BYTES = 4;

    private static final int LONGEST_NAME = 1 << 12;

    /** Bound while a failure is encoded for a peer that gets no stack traces: codecs write frames at any depth of a value. */
    private static final ScopedValue<Boolean> LEFT_OUT = ScopedValue.newInstance();

    private StackTraces() {}

    /** Encodes a failure without its stack traces. */
    public static void leaveOut(Runnable encoding) {
        ScopedValue.where(LEFT_OUT, true).run(encoding);
    }

    /** Returns what is sent of a stack trace. */
    public static StackTraceElement[] cut(StackTraceElement[] frames) {
        if (LEFT_OUT.isBound()) {
            return new StackTraceElement[0];
        }
        return frames.length > MOST ? Arrays.copyOf(frames, MOST) : frames;
    }

    public static void write(StackTraceElement[] frames, Out out) {
        write(List.of(cut(frames)), out);
    }

    /** Writes frames that are not too many. */
    public static void write(List<StackTraceElement> all, Out out) {
        List<StackTraceElement> frames = LEFT_OUT.isBound() ? List.of() : all;
        out.writeSize(frames.size());
        for (StackTraceElement frame : frames) {
            write(frame, out);
        }
    }

    /** @throws CodecException if the bytes are not a stack trace, or exceed a limit */
    public static StackTraceElement[] read(In in) {
        int count = in.readCount(LEAST_BYTES);
        if (count > MOST) {
            throw CodecException.malformed("a stack trace of " + count + " frames");
        }
        StackTraceElement[] frames = new StackTraceElement[count];
        for (int i = 0; i < count; i++) {
            frames[i] = read(null, null, null, in);
        }
        return frames;
    }

    private static void write(StackTraceElement frame, Out out) {
        out.writeText(cut(frame.getClassName()));
        out.writeText(cut(frame.getMethodName()));
        out.writeText(cut(frame.getFileName()));
        out.writeVarInt(frame.getLineNumber());
    }

    private static StackTraceElement read(
            @Nullable String loader, @Nullable String module, @Nullable String version, In in) {
        return new StackTraceElement(
                loader,
                module,
                version,
                in.readName(LONGEST_NAME),
                in.readName(LONGEST_NAME),
                file(in),
                in.readVarInt());
    }

    private static @Nullable String file(In in) {
        String file = in.readText();
        if (file != null && file.length() > LONGEST_NAME) {
            throw CodecException.malformed("a file name of " + file.length() + " characters in a stack trace");
        }
        return file;
    }

    private static @Nullable String cut(@Nullable String name) {
        return name == null || name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 3) + "...";
    }

    /** Writes a frame that is a value. */
    public static void writeWhole(StackTraceElement frame, Out out) {
        out.writeText(frame.getClassLoaderName());
        out.writeText(frame.getModuleName());
        out.writeText(frame.getModuleVersion());
        write(frame, out);
    }

    /** Reads a frame that is a value. */
    public static StackTraceElement readWhole(In in) {
        return read(in.readText(), in.readText(), in.readText(), in);
    }
}
