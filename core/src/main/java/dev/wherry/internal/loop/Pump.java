package dev.wherry.internal.loop;

import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.spi.In;
import java.util.concurrent.locks.LockSupport;

/**
 * Drives a main link that cannot be multiplexed: one thread reads it, another writes it, since no thread that reads may
 * block in writing.
 */
public final class Pump {
    private static final int BUFFER = 1 << 16;

    private final LinkHandler main;
    private final Thread writer;
    private volatile boolean wanted;
    private volatile boolean open = true;

    public Pump(LinkHandler main) {
        this.main = main;
        writer = thread("wherry-writer", this::write);
        main.writeBy(this::wake);
    }

    public void start(byte[] rest) {
        writer.start();
        thread("wherry-reader", () -> read(rest)).start();
    }

    private Thread thread(String name, Runnable work) {
        Thread.Builder builder = main.link().virtualThreadsMayWait()
                ? Thread.ofVirtual()
                : Thread.ofPlatform().daemon();
        return builder.name(name).unstarted(work);
    }

    private void wake() {
        wanted = true;
        LockSupport.unpark(writer);
    }

    private void read(byte[] rest) {
        ReadBuffer buffer = new ReadBuffer(BUFFER);
        buffer.hold(new In(rest));
        do {
            main.take(buffer, null, System.nanoTime());
        } while (main.await(buffer));
        open = false;
        LockSupport.unpark(writer);
    }

    private void write() {
        while (open) {
            if (!wanted) {
                LockSupport.park(this);
            } else {
                wanted = false;
                main.flush();
            }
        }
    }
}
