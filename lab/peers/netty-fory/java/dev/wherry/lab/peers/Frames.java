package dev.wherry.lab.peers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.flush.FlushConsolidationHandler;

/** A frame: length, number of the call, a byte that is the method or whether the call succeeded, and one value. */
final class Frames {
    private static final int MAX_LENGTH = 1 << 24;
    private static final int LENGTH = 4;
    private static final int HEADER = 9;

    /** What a request asks for. */
    enum Method {
        PROCESS_REQUEST,
        OCTETS,
        INVOKE,
        ADD_ONE
    }

    private Frames() {}

    /** Cuts what arrives into frames, and writes what is ready at once with one call of the kernel. */
    static void install(ChannelPipeline pipeline) {
        pipeline.addLast(
                new FlushConsolidationHandler(FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES, true),
                new LengthFieldBasedFrameDecoder(MAX_LENGTH, 0, LENGTH, 0, LENGTH));
    }

    static ByteBuf frame(ByteBufAllocator allocator, long number, int kind, byte[] content) {
        return allocator
                .ioBuffer(LENGTH + HEADER + content.length)
                .writeInt(HEADER + content.length)
                .writeLong(number)
                .writeByte(kind)
                .writeBytes(content);
    }
}
