package dev.wherry.http.client;

import dev.wherry.CallException;
import dev.wherry.http.json.ValueMemory;
import java.io.IOException;
import java.io.Serial;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads the body of an answer, and gives it up as soon as it has more bytes than allowed. For one answer. */
final class LimitedBody implements BodySubscriber<byte[]> {
    private final BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
    private final long most;
    private final ValueMemory memory;
    private long received;
    private Flow.@Nullable Subscription source;

    /** @param memory of the bytes, and of the array that they are joined to */
    LimitedBody(long most, ValueMemory memory) {
        this.most = most;
        this.memory = memory;
    }

    /** The body has more bytes than allowed. */
    static final class TooLong extends IOException {
        @Serial
        private static final long serialVersionUID = 1;

        TooLong(long most) {
            super("more than " + most + " bytes");
        }

        /** Returns whether a failure of a request has this reason. */
        static boolean isCauseOf(Throwable failure) {
            for (Throwable each = failure; each != null; each = each.getCause()) {
                if (each instanceof TooLong) {
                    return true;
                }
            }
            return false;
        }
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return bytes.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        source = subscription;
        bytes.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        if (source == null) {
            return;
        }
        long more = parts.stream().mapToLong(ByteBuffer::remaining).sum();
        received += more;
        try {
            if (received > most) {
                throw new TooLong(most);
            }
            memory.take(2 * more);
            bytes.onNext(parts);
        } catch (TooLong | CallException e) {
            source.cancel();
            source = null;
            bytes.onError(e);
        }
    }

    @Override
    public void onError(Throwable failure) {
        bytes.onError(failure);
    }

    @Override
    public void onComplete() {
        bytes.onComplete();
    }
}
