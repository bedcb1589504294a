package dev.wherry.transport;

import java.io.IOException;

/** Bytes one way: a ring of fixed size between one writer and one reader. */
final class Pipe {
    private static final int CAPACITY = 1 << 16;

    private final byte[] ring = new byte[CAPACITY];
    private int head;
    private int size;
    private boolean finished;
    private boolean abandoned;

    synchronized int read(byte[] to, int offset, int length) throws IOException, InterruptedException {
        while (size == 0 && !finished && !abandoned) {
            wait();
        }
        if (abandoned) {
            throw new IOException("The link is closed");
        }
        int count = Math.min(length, size);
        int first = Math.min(count, CAPACITY - head);
        System.arraycopy(ring, head, to, offset, first);
        System.arraycopy(ring, 0, to, offset + first, count - first);
        head = (head + count) % CAPACITY;
        size -= count;
        notifyAll();
        return count > 0 ? count : -1;
    }

    /** Waits until some of the bytes fit; how many. */
    synchronized int write(byte[] from, int offset, int length) throws IOException, InterruptedException {
        while (size == CAPACITY && !finished && !abandoned) {
            wait();
        }
        if (finished || abandoned) {
            throw new IOException(finished ? "The link is closed" : "The peer has closed the link");
        }
        int tail = (head + size) % CAPACITY;
        int count = Math.min(Math.min(length, CAPACITY - size), CAPACITY - tail);
        System.arraycopy(from, offset, ring, tail, count);
        size += count;
        notifyAll();
        return count;
    }

    /** When the writer ends it, what is in the ring can still be read; when the reader does, nobody will read it. */
    synchronized void end(boolean byWriter) {
        finished |= byWriter;
        abandoned |= !byWriter;
        notifyAll();
    }
}
