package dev.wherry.testkit.endpoint;

import dev.wherry.Blocking;
import dev.wherry.Endpoint;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A program whose methods use all memory, or all file descriptors, for a time. */
public final class StarvedServer {
    private StarvedServer() {}

    /** The served interface. */
    public interface Scarce {
        String echo(String text);

        /** Fills the heap again and again for this time. */
        @Blocking
        void takeMemory(int millis);

        /** Opens channels until no descriptor is free, and closes them after this time. */
        @Blocking
        int takeDescriptors(int millis);
    }

    private static final class Served implements Scarce {
        @Override
        public String echo(String text) {
            return text;
        }

        @Override
        public void takeMemory(int millis) {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            while (System.nanoTime() - until < 0) {
                List<byte[]> all = new ArrayList<>();
                try {
                    while (System.nanoTime() - until < 0) {
                        all.add(new byte[200]);
                    }
                } catch (OutOfMemoryError e) {
                    // Fill it again.
                }
            }
        }

        @Override
        public int takeDescriptors(int millis) {
            List<SocketChannel> all = new ArrayList<>();
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            while (System.nanoTime() - until < 0) {
                try {
                    all.add(SocketChannel.open());
                } catch (IOException e) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
            }
            all.forEach(StarvedServer::close);
            return all.size();
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
        server.bind("scarce", Scarce.class, new Served());
        System.out.println("serving " + server.address());
        TimeUnit.MINUTES.sleep(10);
    }
}
