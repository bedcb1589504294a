package dev.wherry.dds.topics;

import dev.wherry.dds.DataTopic;
import dev.wherry.dds.Sample;
import dev.wherry.dds.TopicWriter;
import dev.wherry.dds.qos.ChannelQos.TopicQos;
import dev.wherry.dds.topics.SampleBuffer.Received;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A topic of a space. Its subscriptions and writers are created when they are asked for. */
record FlowTopic<T>(TopicSpace space, String name, TopicType<T> type, TopicQos qos, int buffer)
        implements DataTopic<T> {
    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        subscribe(subscriber, type::value);
    }

    @Override
    public Flow.Publisher<Sample<T>> samples() {
        return subscriber -> subscribe(subscriber, type::sample);
    }

    private <S> void subscribe(Flow.Subscriber<? super S> subscriber, Function<Received, @Nullable S> decoder) {
        space.subscribe(this, Objects.requireNonNull(subscriber, "subscriber"), decoder);
    }

    @Override
    public TopicWriter<T> writer() {
        return space.writer(this);
    }
}
