package dev.wherry.internal.loop;

import dev.wherry.internal.session.MainLink;
import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.spi.In;
import java.util.concurrent.locks.LockSupport;

/**
 * Drives a main link that cannot be multiplexed: one thread reads it, another writes it, since no thread that reads may
 * block in writing.
 */
public final class Pump {
    private static final int DESK = 1 << 16;

    private final MainLink main;
    private final Thread writer;
    private volatile boolean wanted;
    private volatile boolean open = true;

    public Pump(MainLink main) {
        this.main = main;
        writer = thread("wherry-writer", this::write);
        main.outbox().writeBy(this::wake);
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
        ReadBuffer desk = new ReadBuffer(DESK);
        desk.hold(new In(rest));
        do {
            main.take(desk, null, System.nanoTime());
        } while (main.await(desk));
        open = false;
        LockSupport.unpark(writer);
    }

    private void write() {
        while (open) {
            if (!wanted) {
                LockSupport.park(this);
            } else {
                wanted = false;
                main.outbox().flush();
            }
        }
    }
}
