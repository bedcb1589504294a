package dev.wherry.lab.peers;

import io.aeron.Publication;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/** Sends and receives one message at a time, in a buffer that is used again and grows as needed. */
final class Messages {
    private static final int FIRST_CAPACITY = 4 * 1024;
    private static final int SPINS = 100;
    private static final int YIELDS = 10;
    private static final long LEAST_SLEEP = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long LONGEST_SLEEP = TimeUnit.MICROSECONDS.toNanos(100);

    private ByteBuffer bytes = ByteBuffer.allocateDirect(FIRST_CAPACITY);
    private final UnsafeBuffer view = new UnsafeBuffer(bytes);

    static IdleStrategy idle() {
        return new BackoffIdleStrategy(SPINS, YIELDS, LEAST_SLEEP, LONGEST_SLEEP);
    }

    /** Keeps the message. If it does not fit, the buffer is doubled and the message is written again. */
    void put(Consumer<ByteBuffer> message) {
        while (true) {
            bytes.clear();
            try {
                message.accept(bytes);
                return;
            } catch (BufferOverflowException tooSmall) {
                grow(bytes.capacity() * 2);
            }
        }
    }

    /** Copies the received message. It is valid until the next call. */
    ByteBuffer take(DirectBuffer from, int offset, int length) {
        if (length > bytes.capacity()) {
            grow(length);
        }
        from.getBytes(offset, bytes.clear(), length);
        return bytes.flip();
    }

    private void grow(int capacity) {
        bytes = ByteBuffer.allocateDirect(capacity);
        view.wrap(bytes);
    }

    /** Sends the message, and waits while the buffer is full. */
    void offer(Publication to) {
        IdleStrategy idle = idle();
        while (true) {
            long position = to.offer(view, 0, bytes.position());
            if (position >= 0) {
                return;
            }
            if (position != Publication.BACK_PRESSURED && position != Publication.ADMIN_ACTION) {
                throw new IllegalStateException("the message was not accepted: " + Publication.errorString(position));
            }
            idle.idle();
        }
    }
}
