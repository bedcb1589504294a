package dev.wherry.testkit;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Bytes one way: a ring of fixed size between one writer and one reader. */
final class Pipe {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final byte[] ring;
    private int head;
    private int size;
    private boolean finished;
    private boolean abandoned;

    Pipe(int capacity) {
        ring = new byte[capacity];
    }

    int read(byte[] to, int offset, int length) throws IOException {
        lock.lock();
        try {
            while (size == 0 && !finished && !abandoned) {
                changed.awaitUninterruptibly();
            }
            if (abandoned) {
                throw new IOException("The link is closed");
            }
            if (size == 0) {
                return -1;
            }
            int count = Math.min(length, size);
            int first = Math.min(count, ring.length - head);
            System.arraycopy(ring, head, to, offset, first);
            System.arraycopy(ring, 0, to, offset + first, count - first);
            head = (head + count) % ring.length;
            size -= count;
            changed.signalAll();
            return count;
        } finally {
            lock.unlock();
        }
    }

    void write(byte[] from, int offset, int length) throws IOException {
        lock.lock();
        try {
            int done = 0;
            while (done < length) {
                while (size == ring.length && !finished && !abandoned) {
                    changed.awaitUninterruptibly();
                }
                if (finished || abandoned) {
                    throw new IOException(finished ? "The link is closed" : "The peer has closed the link");
                }
                int tail = (head + size) % ring.length;
                int count = Math.min(Math.min(length - done, ring.length - size), ring.length - tail);
                System.arraycopy(from, offset + done, ring, tail, count);
                size += count;
                done += count;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The writer has closed: what is in the ring can still be read. */
    void finish() {
        change(() -> finished = true);
    }

    /** The reader has closed: nobody will read what is in the ring. */
    void abandon() {
        change(() -> abandoned = true);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
