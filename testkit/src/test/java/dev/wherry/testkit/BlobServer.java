package dev.wherry.testkit;

import dev.wherry.Endpoint;

/** A server with large answers, some of them delayed. It runs in a JVM of its own. */
final class BlobServer {
    private BlobServer() {}

    public static void main(String[] ignored) throws InterruptedException {
        try (Endpoint server = Endpoint.create()) {
            server.bind("blobs", SlowReaderTest.Blobs.class, new SlowReaderTest.Blobs() {
                @Override
                public byte[] later(int size) {
                    try {
                        Thread.sleep(1_000);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return new byte[size];
                }

                @Override
                public byte[] now(int size) {
                    return new byte[size];
                }
            });
            System.out.println("listening " + server.listenAt("tcp://127.0.0.1:0"));
            Thread.currentThread().join();
        }
    }
}
