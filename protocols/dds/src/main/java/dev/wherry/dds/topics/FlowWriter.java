package dev.wherry.dds.topics;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.dds.TopicWriter;
import dev.wherry.dds.cdr.CdrException;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.DdsLog;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.rpc.SampleSender;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sends values by a writer, on a platform thread. */
final class FlowWriter<T> implements TopicWriter<T> {
    /** The most elements that are requested from a publisher and not yet sent. */
    private static final int WINDOW = 64;

    private static final int MOST_WAITING = 10_000;

    private final String topic;
    private final TopicType<T> type;
    private final Writer writer;
    private final SampleSender sender;
    private final AtomicReference<Flow.@Nullable Subscription> source = new AtomicReference<>();

    FlowWriter(String topic, TopicType<T> type, Writer writer) {
        this.topic = topic;
        this.type = type;
        this.writer = writer;
        sender = new SampleSender(writer, "wherry-dds-topic", MOST_WAITING);
    }

    @Override
    public void publish(T value) {
        CdrWriter sample = encode(value, type::encode);
        send(() -> writer.write(sample.array(), 0, sample.size()));
    }

    @Override
    public void dispose(T instance) {
        CdrWriter key = encode(instance, type::encodeKey);
        send(() -> writer.dispose(key.array(), 0, key.size()));
    }

    @Override
    public int subscriptions() {
        try {
            return writer.matched();
        } catch (DdsException e) {
            throw TopicSpace.failure(e);
        }
    }

    @Override
    public String mismatch() {
        try {
            return writer.incompatible();
        } catch (DdsException e) {
            throw TopicSpace.failure(e);
        }
    }

    private CdrWriter encode(T value, Function<T, CdrWriter> encoder) {
        try {
            return encoder.apply(Objects.requireNonNull(value, "value"));
        } catch (CdrException e) {
            throw new CallException(
                    Code.CODEC, "A value cannot be published to the topic '" + topic + "': " + e.getMessage(), e);
        }
    }

    private void send(Runnable write) {
        CompletableFuture<@Nullable Void> sent = new CompletableFuture<>();
        sender.run(write, failed -> {
            if (failed == null) {
                sent.complete(null);
            } else {
                sent.completeExceptionally(TopicSpace.failure(failed));
            }
        });
        try {
            sent.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof CallException failure ? failure : e;
        }
    }

    /** Cancels the subscription if this has another one. */
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        if (source.compareAndSet(null, subscription)) {
            subscription.request(WINDOW);
        } else {
            subscription.cancel();
        }
    }

    /** Publishes a value on another thread, and tries again while subscribers lag behind. */
    @Override
    public void onNext(T value) {
        try {
            CdrWriter sample = encode(value, type::encode);
            sender.runLater(() -> writeUntilSent(sample), this::sent);
        } catch (CallException e) {
            stop(e);
        }
    }

    private void writeUntilSent(CdrWriter sample) {
        while (true) {
            try {
                writer.write(sample.array(), 0, sample.size());
                return;
            } catch (DdsException e) {
                if (e.kind() != DdsException.Kind.TIMEOUT) {
                    throw e;
                }
            }
        }
    }

    private void sent(@Nullable DdsException failed) {
        Flow.Subscription from = source.get();
        if (failed != null) {
            stop(failed);
        } else if (from != null) {
            from.request(1);
        }
    }

    private void stop(RuntimeException failure) {
        Flow.Subscription from = source.getAndSet(null);
        if (from != null) {
            from.cancel();
            DdsLog.LOG.log(Level.WARNING, "Publishing to the topic '" + topic + "' has ended: " + failure.getMessage());
        }
    }

    @Override
    public void onError(Throwable failure) {
        source.set(null);
        DdsLog.LOG.log(Level.WARNING, "The publisher for the topic '" + topic + "' has failed", failure);
    }

    @Override
    public void onComplete() {
        source.set(null);
    }

    @Override
    public void close() {
        Flow.Subscription from = source.getAndSet(null);
        if (from != null) {
            from.cancel();
        }
        writer.close();
        sender.close();
    }
}
