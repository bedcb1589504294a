package dev.wherry.dds.fast;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.types.Representation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import us.ihmc.rtps.impl.fastRTPS.NativeParticipantImpl;
import us.ihmc.rtps.impl.fastRTPS.NativePublisherImpl;
import us.ihmc.rtps.impl.fastRTPS.NativePublisherListener;
import us.ihmc.rtps.impl.fastRTPS.Time_t;

/**
 * A writer. The binding does not report that a write has failed, so the writer of the library never is full. Instead this waits for all
 * acknowledgements once there are as many samples or bytes without one as the limits allow.
 */
final class FastWriter implements Writer {
    private static final int HEADER = 4;
    private static final int FIRST_BUFFER = 4096;

    /** As much as the other engine keeps for readers that lag behind. */
    private static final long MOST_BYTES = 8_000_000;

    private final String what;
    private final boolean waits;
    private final Duration maxBlocking;
    private final int mostSamples;
    private final Matches matches = new Matches();
    private final NativePublisherListener listener = new Listener(matches);
    private final NativePublisherImpl publisher;
    private final byte[] guid;
    private final ByteBuffer noKey = ByteBuffer.allocateDirect(1);
    private final Consumer<FastWriter> closing;
    private volatile boolean closed; // set while this is locked
    private ByteBuffer buffer = ByteBuffer.allocateDirect(FIRST_BUFFER); // guarded by this, as all below
    private long bytes;
    private long samples;

    private static final class Listener extends NativePublisherListener {
        private final Matches matches;

        Listener(Matches matches) {
            this.matches = matches;
        }

        @Override
        public void onWriterMatched(int status, long first, long second) {
            ThreadDetaching.detachThisThreadAtItsEnd();
            matches.report(status, first, second);
        }
    }

    private FastWriter(NativeParticipantImpl participant, EndpointProfile profile, Consumer<FastWriter> closing)
            throws IOException {
        this.closing = closing;
        Qos qos = profile.qos();
        what = "The writer of the topic '" + profile.topic().name() + "'";
        waits = qos.reliability() == Qos.Reliability.RELIABLE && qos.depth() == 0;
        maxBlocking = qos.maxBlocking();
        int limit = qos.limits().samples();
        mostSamples = limit == Qos.ResourceLimits.UNLIMITED ? Integer.MAX_VALUE : limit;
        publisher = new NativePublisherImpl(participant, listener);
        String name = FastParticipant.newName();
        String xml = profile.xml(name);
        if (!publisher.createPublisher(name, xml, FastParticipant.length(xml))) {
            publisher.delete();
            throw new IOException("the library refuses its name, its type or its policies");
        }
        guid = new Guid(publisher.getGuidHigh(), publisher.getGuidLow()).bytes();
    }

    /** @param closing is called when the writer is closed */
    static FastWriter create(NativeParticipantImpl participant, EndpointProfile profile, Consumer<FastWriter> closing) {
        try {
            return new FastWriter(participant, profile, closing);
        } catch (IOException e) {
            throw Refusal.notCreated("writer", profile, e);
        }
    }

    @Override
    public byte[] guid() {
        checkOpen();
        return guid.clone();
    }

    @Override
    public int matched() {
        checkOpen();
        return matches.count();
    }

    @Override
    public Set<String> participants() {
        checkOpen();
        return Set.copyOf(matches.participants().values());
    }

    private void checkOpen() {
        if (closed) {
            throw Refusal.closed(what);
        }
    }

    /** Returns an empty text, since the binding does not report mismatches. */
    @Override
    public String incompatible() {
        checkOpen();
        return "";
    }

    @Override
    public Representation representation() {
        return Representation.XCDR1;
    }

    @Override
    public synchronized void write(byte[] payload, int offset, int length) {
        checkOpen();
        Objects.checkFromIndexSize(offset, length, payload.length);
        int padding = -length & 3;
        if (length < HEADER || length > EndpointProfile.LARGEST - padding) {
            throw new DdsException(
                    DdsException.Kind.MALFORMED,
                    "A payload of " + length + " bytes is shorter than its header, or longer than the "
                            + EndpointProfile.LARGEST + " bytes that the engine 'fast-dds' allows");
        }
        if (payload[offset] != 0 || payload[offset + 1] > 1 || payload[offset + 1] < 0) {
            throw new DdsException(DdsException.Kind.MALFORMED, "The payload is not encoded in XCDR1");
        }
        makeRoom();
        int size = length + padding;
        if (size > buffer.capacity()) {
            buffer = ByteBuffer.allocateDirect(Math.max(size, 2 * buffer.capacity()));
        }
        buffer.clear().put(payload, offset, length).put(new byte[padding]);
        buffer.put(HEADER - 1, (byte) ((payload[offset + HEADER - 1] & ~3) | padding));
        publisher.write(buffer, size, (short) (payload[offset + 1] & 1), noKey, 0);
        bytes += size;
        samples++;
    }

    private void makeRoom() {
        if (!waits || (bytes < MOST_BYTES && samples < mostSamples)) {
            return;
        }
        Time_t limit =
                new Time_t((int) Math.min(Integer.MAX_VALUE - 1, maxBlocking.getSeconds()), maxBlocking.getNano());
        try {
            if (!publisher.wait_for_all_acked(limit)) {
                throw new DdsException(
                        DdsException.Kind.TIMEOUT,
                        what + " is full: readers have not acknowledged " + samples + " samples of " + bytes
                                + " bytes within " + maxBlocking.toMillis() + " ms");
            }
        } finally {
            limit.delete();
        }
        bytes = 0;
        samples = 0;
    }

    @Override
    public void write(byte[] payload, int offset, int length, long sourceNanos) {
        throw Refusal.of("A sample with a given time");
    }

    @Override
    public void dispose(byte[] payload, int offset, int length) {
        throw Refusal.of("The end of an instance");
    }

    @Override
    public void dispose(byte[] payload, int offset, int length, long sourceNanos) {
        throw Refusal.of("The end of an instance");
    }

    @Override
    public void unregister(byte[] payload, int offset, int length) {
        throw Refusal.of("The end of an instance");
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            publisher.delete();
            listener.delete();
            closing.accept(this);
        }
    }
}
