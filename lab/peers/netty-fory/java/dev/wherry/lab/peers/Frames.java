package dev.wherry.lab.peers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.flush.FlushConsolidationHandler;

/**
 * A frame: length, number of the call, one value, and before it a byte that is the method or whether the call
 * succeeded.
 */
final class Frames {
    private static final int MAX_LENGTH = 1 << 24;
    private static final int LENGTH = 4;
    private static final int HEADER = 9;

    /** The method that a request calls. */
    enum Method {
        PROCESS_REQUEST,
        OCTETS,
        INVOKE,
        ADD_ONE
    }

    private Frames() {}

    /** Cuts the received bytes into frames, and writes all frames that are ready with one system call. */
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
