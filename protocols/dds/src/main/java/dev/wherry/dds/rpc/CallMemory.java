package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.spi.Protocol;
import java.util.function.LongConsumer;

/**
 * The memory of one message and its values, taken from that of the endpoint before it is allocated. Closed by any thread, once nothing is
 * read any more.
 */
final class CallMemory implements LongConsumer, AutoCloseable {
    /** Not taken from the endpoint: a call takes more in any case. */
    private static final int FREE = 4 << 10;
    /** Taken from the endpoint at one time. */
    private static final int AT_ONCE = 8 << 10;

    private final Protocol.Memory all;
    private long untilHeld = FREE;
    private long held;
    private boolean closed;

    CallMemory(Protocol.Memory all) {
        this.all = all;
    }

    /**
     * Takes memory.
     *
     * @throws CallException of code REFUSED if the endpoint has none left
     */
    @Override
    public synchronized void accept(long bytes) {
        untilHeld -= bytes;
        if (untilHeld < 0) {
            long wanted = Math.max(AT_ONCE, -untilHeld);
            if (closed || !all.takeForValues(wanted)) {
                throw new CallException(
                        Code.REFUSED,
                        "Received messages and values take too much memory together (limit 'inboundBytes')");
            }
            held += wanted;
            untilHeld += wanted;
        }
    }

    /** Gives the memory back. */
    @Override
    public synchronized void close() {
        closed = true;
        all.give(held);
        held = 0;
    }
}
