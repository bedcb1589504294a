package dev.wherry.dds.fast;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.engine.SampleInfo.InstanceState;
import dev.wherry.dds.engine.SampleSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import us.ihmc.rtps.impl.fastRTPS.NativeParticipantImpl;
import us.ihmc.rtps.impl.fastRTPS.NativeSubscriberImpl;
import us.ihmc.rtps.impl.fastRTPS.NativeSubscriberListener;
import us.ihmc.rtps.impl.fastRTPS.SampleInfoMarshaller;

/**
 * A reader. Samples wait in the library's queue, which has a limit. The library's thread only reports that there are some: it never runs
 * code of the program, and never waits.
 */
final class FastReader implements Reader {
    private static final int HEADER = 4;
    private static final int PADDING = 3;
    private static final byte[] NONE = {};

    /** The kinds of changes that the binding reports. */
    private static final int ALIVE = 0;

    private static final int UNREGISTERED = 2;
    private static final long NANOS = 1_000_000_000;

    private final String what;
    private final int longest;
    private final TakeBuffer buffer;
    private final Matches matches = new Matches();
    private final NativeSubscriberListener listener = new Listener();
    private final NativeSubscriberImpl subscriber;
    private final SampleInfoMarshaller marshaller = new SampleInfoMarshaller();
    private final byte[] guid;
    private final Consumer<FastReader> closing;
    private final List<FastWaitSet> waitSets = new CopyOnWriteArrayList<>();
    private final ReentrantLock taking = new ReentrantLock();
    private volatile boolean ready;
    private volatile boolean matchesChanged;
    private boolean closed; // guarded by this

    /** A sample that is taken. */
    private static final class Taken {
        final byte[] payload;
        final long size;
        final SampleInfo info;

        Taken(byte[] payload, long size, SampleInfo info) {
            this.payload = payload;
            this.size = size;
            this.info = info;
        }
    }

    /** Called by threads of the library, which hold its locks. */
    private final class Listener extends NativeSubscriberListener {
        @Override
        public void onNewDataMessage() {
            ThreadDetaching.detachThisThreadAtItsEnd();
            ready = true;
            waitSets.forEach(FastWaitSet::changed);
        }

        @Override
        public void onSubscriptionMatched(int status, long first, long second) {
            ThreadDetaching.detachThisThreadAtItsEnd();
            matches.report(status, first, second);
            matchesChanged = true;
            waitSets.forEach(FastWaitSet::changed);
        }
    }

    private FastReader(
            NativeParticipantImpl participant,
            EndpointProfile profile,
            int longest,
            TakeBuffer buffer,
            Consumer<FastReader> closing)
            throws IOException {
        this.longest = longest;
        this.buffer = buffer;
        this.closing = closing;
        what = "The reader of the topic '" + profile.topic().name() + "'";
        subscriber = new NativeSubscriberImpl(participant, listener);
        String name = FastParticipant.newName();
        String xml = profile.xml(name);
        if (!subscriber.createSubscriber(name, xml, FastParticipant.length(xml))) {
            subscriber.delete();
            throw new IOException("the library refuses its name, its type or its policies");
        }
        guid = new Guid(subscriber.getGuidHigh(), subscriber.getGuidLow()).bytes();
    }

    /** @param closing is called when the reader is closed */
    static FastReader create(
            NativeParticipantImpl participant,
            EndpointProfile profile,
            int longest,
            TakeBuffer buffer,
            Consumer<FastReader> closing) {
        try {
            return new FastReader(participant, profile, longest, buffer, closing);
        } catch (IOException e) {
            throw Refusal.notCreated("reader", profile, e);
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
        matchesChanged = false; // before the count, so that a later change sets it again
        return matches.count();
    }

    @Override
    public Map<Long, String> participants() {
        checkOpen();
        return matches.participants();
    }

    @Override
    public int alive() {
        checkOpen();
        return matches.count(); // matched() would end the report of a change
    }

    /** Returns an empty text, since the binding does not report mismatches. */
    @Override
    public String incompatible() {
        checkOpen();
        return "";
    }

    private synchronized void checkOpen() {
        if (closed) {
            throw Refusal.closed(what);
        }
    }

    /** Returns whether there may be samples. */
    boolean isReady() {
        return ready;
    }

    /** Returns whether its writers have changed since the last call of {@link #matched()}. */
    boolean haveMatchesChanged() {
        return matchesChanged;
    }

    /** Reports to a wait set when there are samples or its writers have changed. */
    void attach(FastWaitSet waitSet) {
        checkOpen();
        waitSets.add(waitSet);
    }

    void detach(FastWaitSet waitSet) {
        waitSets.remove(waitSet);
    }

    @Override
    public int take(SampleSink sink, int most) {
        if (taking.isHeldByCurrentThread()) {
            throw new IllegalStateException("A sink must not take from its own reader");
        }
        taking.lock();
        try {
            int count = 0;
            while (count < most) {
                Taken taken = takeOne(count > 0);
                if (taken == null) {
                    break;
                }
                count++;
                if (taken.size > longest) {
                    sink.refused(taken.size, taken.info);
                } else {
                    sink.sample(taken.payload, 0, taken.payload.length, taken.info);
                }
            }
            return count;
        } finally {
            taking.unlock();
        }
    }

    /**
     * Returns the next sample; null if there is none.
     *
     * @param goOn whether a closed reader is allowed, since the sink may have closed it
     */
    private synchronized @Nullable Taken takeOne(boolean goOn) {
        if (closed) {
            if (goOn) {
                return null;
            }
            throw Refusal.closed(what);
        }
        ready = false; // before the count, so that a sample that is added meanwhile sets it again
        long unread = subscriber.getUnreadCount();
        if (unread == 0) {
            return null;
        }
        Taken taken = buffer.use(this::takeOne);
        ready |= unread > 1;
        return taken;
    }

    private @Nullable Taken takeOne(ByteBuffer memory) {
        if (!subscriber.takeNextData(memory.capacity(), memory, marshaller)) {
            return null;
        }
        int kind = marshaller.getChangeKind();
        SampleInfo info = info(kind);
        int size = marshaller.getDataLength();
        if (kind != ALIVE) {
            return new Taken(NONE, 0, info);
        }
        if (size < 0 || size > memory.capacity()) {
            throw new DdsException(
                    DdsException.Kind.FAILED,
                    "The binding returned a sample of " + size + " bytes, which it cannot have");
        }
        return new Taken(size > longest ? NONE : copy(memory, size), size, info);
    }

    /** Copies a payload. The header counts the padding behind the value, which is left out. */
    private static byte[] copy(ByteBuffer memory, int size) {
        int padding = size < HEADER ? 0 : memory.get(HEADER - 1) & PADDING;
        byte[] payload = new byte[Math.max(Math.min(size, HEADER), size - padding)];
        memory.get(0, payload);
        if (size >= HEADER) {
            payload[HEADER - 1] &= ~PADDING;
        }
        return payload;
    }

    private SampleInfo info(int kind) {
        InstanceState state = switch (kind) {
            case ALIVE -> InstanceState.ALIVE;
            case UNREGISTERED -> InstanceState.NO_WRITERS;
            default -> InstanceState.DISPOSED;
        };
        Guid writer = new Guid(marshaller.getSampleIdentity_GuidHigh(), marshaller.getSampleIdentity_GuidLow());
        return new SampleInfo(
                state,
                kind == ALIVE,
                marshaller.getTime_seconds() * NANOS + marshaller.getTime_nsec(),
                0,
                writer.number(),
                0);
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        subscriber.delete();
        listener.delete();
        marshaller.delete();
        waitSets.forEach(each -> each.forget(this));
        closing.accept(this);
    }
}
