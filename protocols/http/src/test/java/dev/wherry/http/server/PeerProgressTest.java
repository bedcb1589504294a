package dev.wherry.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.http.server.PeerProgress.Times;
import dev.wherry.testsupport.Polling;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Peers whose requests share a connection. The times are asked for, and do not pass. */
class PeerProgressTest {
    private static final Times TIMES = new Times(seconds(300), seconds(5), seconds(10), seconds(200), 1_000);
    private static final byte[] END = {};

    private final PeerProgress peer = new PeerProgress();
    private final LinkedBlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
    private final PieceByPiece source = new PieceByPiece();

    /** A body whose pieces a test provides. */
    private final class PieceByPiece extends InputStream {
        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            try {
                return received.take() == END ? -1 : length;
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    private static long seconds(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    private String reasonAfter(long seconds) {
        return peer.tooSlow(System.nanoTime() + seconds(seconds), TIMES);
    }

    /** Reads a body in steps of 1,000 bytes. */
    private void read(InputStream body) {
        byte[] step = new byte[1_000];
        try {
            while (body.read(step) >= 0) {
                // until it ends
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void receivesTheHeadOfARequest() {
        peer.reading();
        peer.received(100, true);
        peer.beginRequest();
    }

    @AfterEach
    void ends() {
        received.add(END);
    }

    private void readsABody() {
        InputStream body = peer.watched(source);
        Thread.ofVirtual().start(() -> read(body));
        Polling.until("the reader waits", () -> reasonAfter(1_000) != null);
    }

    private void anotherRequestEnds() {
        peer.beginRequest();
        read(peer.watched(new ByteArrayInputStream(new byte[100])));
        peer.endRequest();
    }

    @Test
    void isTooSlowIfOneBodyPausesWhileOthersEnd() {
        readsABody();
        anotherRequestEnds();
        peer.reading();
        assertThat(reasonAfter(9)).isNull();
        assertThat(reasonAfter(11)).isEqualTo("it does not go on with a body");
    }

    @Test
    void isTooSlowIfABodyIsReceivedForTooLong() {
        readsABody();
        anotherRequestEnds();
        peer.reading();
        assertThat(reasonAfter(201)).isEqualTo("it takes too long to send a body");
    }

    @Test
    void isFastEnoughWhileACallRuns() {
        anotherRequestEnds();
        peer.received(100, true);
        assertThat(reasonAfter(1_000)).isNull();
    }

    @Test
    void isTooSlowIfTheOnlyBodyOfAConnectionPauses() {
        readsABody();
        assertThat(reasonAfter(9)).isNull();
        assertThat(reasonAfter(11)).isEqualTo("it does not go on with a body");
    }

    @Test
    void mayBeIdleAfterFramesThatAreOfNoRequest() {
        peer.endRequest();
        peer.reading();
        peer.received(17, false);
        peer.reading();
        assertThat(reasonAfter(11)).isNull();
        peer.received(17, true);
        assertThat(reasonAfter(11)).isEqualTo("it does not go on with its request");
    }
}
