package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import org.jspecify.annotations.Nullable;

/**
 * Stack traces. In those of exceptions loader and module names stay behind: they say how the other side was started, not where
 * it was. A frame that is a value itself keeps them.
 */
final class StackTraceCodec {
    /** Class, method, file and line take a byte each at the least. */
    private static final int LEAST = 4;

    private static final int LONGEST_NAME = 1 << 12;

    private StackTraceCodec() {}

    static void write(StackTraceElement[] frames, int most, Out out) {
        int count = Math.min(frames.length, most);
        out.writeSize(count);
        for (int i = 0; i < count; i++) {
            write(frames[i], out);
        }
    }

    static StackTraceElement[] read(int most, In in) {
        int count = in.readCount(LEAST);
        if (count > most) {
            throw CodecException.malformed("a stack trace of " + count + " frames");
        }
        StackTraceElement[] frames = new StackTraceElement[count];
        for (int i = 0; i < count; i++) {
            frames[i] = read(in);
        }
        return frames;
    }

    private static void write(StackTraceElement frame, Out out) {
        out.writeText(frame.getClassName());
        out.writeText(frame.getMethodName());
        out.writeText(frame.getFileName());
        out.writeVarInt(frame.getLineNumber());
    }

    private static StackTraceElement read(In in) {
        return read(null, null, null, in);
    }

    private static StackTraceElement read(
            @Nullable String loader, @Nullable String module, @Nullable String version, In in) {
        return new StackTraceElement(
                loader,
                module,
                version,
                in.readName(LONGEST_NAME),
                in.readName(LONGEST_NAME),
                in.readText(),
                in.readVarInt());
    }

    static void writeWhole(StackTraceElement frame, Out out) {
        out.writeText(frame.getClassLoaderName());
        out.writeText(frame.getModuleName());
        out.writeText(frame.getModuleVersion());
        write(frame, out);
    }

    static StackTraceElement readWhole(In in) {
        return read(in.readText(), in.readText(), in.readText(), in);
    }
}
