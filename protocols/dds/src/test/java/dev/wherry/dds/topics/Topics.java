package dev.wherry.dds.topics;

import dev.wherry.dds.DataSpace;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.Key;
import dev.wherry.dds.TopicWriter;
import dev.wherry.dds.rpc.Services;
import dev.wherry.testsupport.Polling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** What the tests of topics publish, and subscribers that note what they receive. */
@NullMarked
final class Topics {
    private Topics() {}

    /** A value with a key. */
    public record Quote(@Key String symbol, long price) {}

    /** A value without a key. */
    public record Note(String text, int number) {
        /** Refuses a value that any peer can send. */
        public Note {
            if (number == 13) {
                throw new IllegalArgumentException("13 is not a number of a note");
            }
        }
    }

    /** Notes what it receives, and requests some elements at first. */
    static class Recorder<T> implements Flow.Subscriber<T> {
        private final long first;
        private final List<T> received = new ArrayList<>();
        private @Nullable Throwable failure;
        private boolean complete;
        Flow.@Nullable Subscription subscription;

        Recorder(long first) {
            this.first = first;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            if (first > 0) {
                given.request(first);
            }
        }

        void request(long more) {
            if (subscription != null) {
                subscription.request(more);
            }
        }

        @Override
        public synchronized void onNext(T item) {
            received.add(item);
        }

        @Override
        public synchronized void onError(Throwable thrown) {
            failure = thrown;
        }

        @Override
        public synchronized void onComplete() {
            complete = true;
        }

        synchronized List<T> received() {
            return List.copyOf(received);
        }

        synchronized @Nullable Throwable failure() {
            return failure;
        }

        synchronized boolean isComplete() {
            return complete;
        }

        /** Waits for elements. */
        List<T> await(int count) {
            Polling.until(count + " elements arrive", () -> received().size() >= count);
            return received();
        }
    }

    static DdsOptions.Builder dds() {
        return DdsOptions.builder().loopback().writeTimeout(Duration.ofSeconds(20));
    }

    static DataSpace join(int domain) {
        return DataSpace.join("dds://" + domain, dds().build());
    }

    /** Returns a name that no other test uses. */
    static String name() {
        return "topic" + Services.name();
    }

    /** Waits until a writer reaches subscriptions. */
    static void untilMatched(TopicWriter<?> writer, int subscriptions) {
        Polling.until(subscriptions + " subscriptions match", () -> writer.subscriptions() == subscriptions);
    }
}
