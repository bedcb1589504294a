package dev.wherry.lab.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/** Stands between clients and a server on loopback, and passes on what either sends after a delay, however much it is. */
final class DelayRelay implements AutoCloseable {
    private static final int CHUNK = 1 << 16;

    private final ServerSocket listening;
    private final int serverPort;
    private final long delayNanos;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** Received bytes and the time at which they are due to be sent; no bytes at the end. */
    private record Parcel(ByteBuffer bytes, long due) {}

    DelayRelay(int serverPort, Duration delay) throws IOException {
        this.serverPort = serverPort;
        delayNanos = delay.toNanos();
        listening = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("lab-relay").start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                open.add(client);
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                open.add(server);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                pass(client, server);
                pass(server, client);
            }
        } catch (IOException closed) {
            close();
        }
    }

    private void pass(Socket from, Socket to) throws IOException {
        BlockingQueue<Parcel> underWay = new LinkedBlockingQueue<>();
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        Thread.ofVirtual().name("lab-relay-in").start(() -> receive(in, underWay));
        Thread.ofVirtual().name("lab-relay-out").start(() -> send(underWay, out, to));
    }

    private void receive(InputStream in, BlockingQueue<Parcel> underWay) {
        byte[] buffer = new byte[CHUNK];
        int count;
        do {
            try {
                count = in.read(buffer);
            } catch (IOException broken) {
                count = -1;
            }
            byte[] bytes = Arrays.copyOf(buffer, Math.max(0, count));
            underWay.add(new Parcel(ByteBuffer.wrap(bytes), System.nanoTime() + delayNanos));
        } while (count > 0);
    }

    private void send(BlockingQueue<Parcel> underWay, OutputStream out, Socket to) {
        try {
            for (Parcel next = underWay.take(); next.bytes().hasRemaining(); next = underWay.take()) {
                for (long left = next.due() - System.nanoTime(); left > 0; left = next.due() - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                out.write(next.bytes().array());
            }
            to.shutdownOutput();
        } catch (IOException broken) {
            close(to);
        } catch (InterruptedException neverInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(AutoCloseable socket) {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void close() {
        close(listening);
        open.forEach(DelayRelay::close);
    }
}
