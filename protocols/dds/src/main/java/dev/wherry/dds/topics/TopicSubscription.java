package dev.wherry.dds.topics;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.dds.engine.DdsLog;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.engine.SampleSink;
import dev.wherry.dds.topics.SampleBuffer.Received;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A subscription to a topic. The thread that receives samples puts them into a buffer, and never waits. Threads of the executor, one at a
 * time, decode them and call the subscriber.
 *
 * @param <S> the elements
 */
final class TopicSubscription<S> implements Flow.Subscription, SampleSink {
    private final String topic;
    private final Flow.Subscriber<? super S> subscriber;
    private final Function<Received, @Nullable S> decoder;
    private final SampleBuffer buffer; // guarded by this
    private final SampleMemory memory;
    private final Executor executor;
    private final Consumer<TopicSubscription<S>> leaving;
    private long demand; // guarded by this
    private boolean running; // guarded by this
    private boolean done; // guarded by this

    /** Notifies the subscriber of the end; null: it has not ended, or was cancelled. Guarded by this. */
    private @Nullable Runnable end;

    /**
     * @param decoder returns an element; null: the sample is none
     * @param leaving is notified once no more samples are wanted
     */
    TopicSubscription(
            String topic,
            Flow.Subscriber<? super S> subscriber,
            Function<Received, @Nullable S> decoder,
            SampleBuffer buffer,
            SampleMemory memory,
            Executor executor,
            Consumer<TopicSubscription<S>> leaving) {
        this.topic = topic;
        this.subscriber = subscriber;
        this.decoder = decoder;
        this.buffer = buffer;
        this.memory = memory;
        this.executor = executor;
        this.leaving = leaving;
    }

    @Override
    public void sample(byte[] payload, int offset, int length, SampleInfo info) {
        boolean overflow = false;
        synchronized (this) {
            if (done) {
                return;
            }
            Received before = buffer.replaced(info.instance());
            if (before != null) {
                memory.give(before.length());
            }
            if (buffer.isFull() || !memory.take(length)) {
                overflow = true;
            } else {
                buffer.add(new Received(payload, length, info));
            }
        }
        if (overflow) {
            fail(new CallException(
                    Code.REFUSED,
                    "The subscriber to the topic '" + topic
                            + "' is too slow: its buffer or the limit 'inboundBytes' has"
                            + " no capacity left. Set a larger one, or keep only the last samples"));
        } else {
            schedule();
        }
    }

    @Override
    public void refused(long length, SampleInfo info) {
        dropped("its " + length + " bytes are over the limit 'messageBytes'");
    }

    private void dropped(String why) {
        DdsLog.ofPeer(Level.WARNING, () -> "A sample of the topic '" + topic + "' was dropped: " + why, null);
    }

    @Override
    public void request(long n) {
        if (n <= 0) {
            fail(new IllegalArgumentException("A subscriber requests at least one element, not " + n));
            return;
        }
        synchronized (this) {
            demand = demand + n < 0 ? Long.MAX_VALUE : demand + n;
        }
        schedule();
    }

    @Override
    public void cancel() {
        end(null);
    }

    synchronized boolean isDone() {
        return done;
    }

    void fail(Throwable failure) {
        end(() -> subscriber.onError(failure));
    }

    void complete() {
        end(subscriber::onComplete);
    }

    /** Ends the subscription, unless it has ended. Samples that wait are dropped. */
    private void end(@Nullable Runnable notice) {
        synchronized (this) {
            if (done) {
                return;
            }
            done = true;
            end = notice;
            for (Received each = buffer.poll(); each != null; each = buffer.poll()) {
                memory.give(each.length());
            }
        }
        leaving.accept(this);
        schedule();
    }

    /** Lets a thread run if there is something to do, and none runs. */
    private void schedule() {
        synchronized (this) {
            if (running || !(end != null || (demand > 0 && !buffer.isEmpty()))) {
                return;
            }
            running = true;
        }
        executor.execute(this::run);
    }

    /** Calls the subscriber as long as there is something to do. */
    private void run() {
        while (true) {
            Received next;
            Runnable last;
            synchronized (this) {
                last = end;
                end = null;
                next = last == null && demand > 0 ? buffer.poll() : null;
                if (last == null && next == null) {
                    running = false;
                    return;
                }
            }
            try {
                if (last != null) {
                    last.run();
                } else if (next != null) {
                    deliver(next);
                }
            } catch (RuntimeException | Error e) { // of the subscriber, which must not throw
                DdsLog.LOG.log(
                        Level.WARNING,
                        "A subscriber to the topic '" + topic + "' has failed. Its subscription is cancelled",
                        e);
                cancel();
            }
        }
    }

    private void deliver(Received next) {
        S element;
        try {
            element = decoder.apply(next);
        } catch (RuntimeException e) {
            dropped(String.valueOf(e.getMessage()));
            return;
        } finally {
            memory.give(next.length());
        }
        if (element == null) {
            return;
        }
        synchronized (this) {
            if (done) {
                return;
            }
            if (demand < Long.MAX_VALUE) {
                demand--;
            }
        }
        subscriber.onNext(element);
    }
}
