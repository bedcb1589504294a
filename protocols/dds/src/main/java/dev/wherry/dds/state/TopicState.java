package dev.wherry.dds.state;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.dds.DataSpace;
import dev.wherry.dds.SharedState;
import dev.wherry.dds.StateChange;
import dev.wherry.dds.StateOptions;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleSink;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.rpc.SampleReceiver;
import dev.wherry.dds.types.Representation;
import dev.wherry.dds.types.TopicNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A shared state as a topic: a reader, a writer, and the versions between them. */
public final class TopicState<V> implements SharedState<V> {
    private static final int MANY = 10_000;

    private final String name;
    private final StateType<V> type;
    private final boolean latestWins;
    private final StateChanges<V> changes = new StateChanges<>();
    private final StateStore<V> store;
    private final SampleReceiver receiver;
    private final Reader reader;
    private final StateWriter<V> writer;
    private final @Nullable StateFile<V> file;
    private final SampleSink sink;
    private final AtomicBoolean closed = new AtomicBoolean();

    private TopicState(Participant participant, String name, StateType<V> type, StateOptions options, Qos qos) {
        this.name = name;
        this.type = type;
        latestWins = options.strength().isEmpty();
        store = new StateStore<>(options, latestWins, new Storing());
        sink = new StateReceiver<>(name, type, store);
        try (Topic topic = participant.topic(TopicNames.escaped(name), type.dataType(), qos)) {
            Qos receiving = qos.toBuilder()
                    .keepAll()
                    .destinationOrder(
                            Qos.DestinationOrder.BY_RECEPTION) // the store orders, and other writers may not offer it
                    .representations(Representation.XCDR2, Representation.XCDR1)
                    .build();
            reader = participant.reader(topic, receiving, (int) Math.min(Integer.MAX_VALUE, options.mostBytes()));
            writer = new StateWriter<>(writer(participant, topic, qos, reader), store, options.keptByAll(), name);
        }
        receiver = new SampleReceiver(participant, "wherry-dds-state-" + name);
        Path path = options.file();
        file = path == null ? null : new StateFile<>(path, store.versions());
    }

    /** Creates the writer, or closes the reader if there can be none. */
    private static Writer writer(Participant participant, Topic topic, Qos qos, Reader reader) {
        try {
            return participant.writer(topic, qos);
        } catch (RuntimeException | Error e) {
            reader.close();
            throw e;
        }
    }

    /**
     * Opens a state. See {@link DataSpace#state(String, Class, StateOptions)}.
     *
     * @param participant is not closed with the state
     * @param partition empty: the default one
     * @param writeTimeout how long a write may wait for processes that lag behind
     */
    public static <V> SharedState<V> open(
            Participant participant,
            String partition,
            String name,
            Class<V> type,
            StateOptions options,
            Duration writeTimeout) {
        StateType<V> compiled = new StateType<>(type);
        Path path = options.file();
        List<Version<V>> saved;
        try {
            saved = path == null ? List.of() : StateFile.load(path, compiled, options.mostBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        TopicState<V> state =
                new TopicState<>(participant, name, compiled, options, qos(partition, options, writeTimeout));
        state.receiver.start();
        state.receiver.reportMismatches(state.reader, "A writer of the shared state '" + name + "'");
        state.receiver.add(state.reader, state.sink);
        saved.forEach(state.store::offer);
        return state;
    }

    /** The readers and writers of other vendors match, if theirs are reliable. */
    private static Qos qos(String partition, StateOptions options, Duration writeTimeout) {
        var qos = Qos.builder()
                .durability(Qos.Durability.TRANSIENT_LOCAL)
                .depth(1)
                .destinationOrder(Qos.DestinationOrder.BY_SOURCE)
                .maxBlocking(writeTimeout)
                .representations(Representation.XCDR2)
                .autoDispose(false)
                .partition(partition);
        options.strength()
                .ifPresent(strength -> qos.ownership(Qos.Ownership.EXCLUSIVE).strength(strength));
        return qos.build();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Optional<V> get(Object... key) {
        Version<V> version = store.version(type.key(key));
        return version == null ? Optional.empty() : Optional.ofNullable(version.value());
    }

    @Override
    public List<V> values() {
        return store.versions().stream()
                .map(Version::value)
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public int size() {
        return store.keys();
    }

    @Override
    public void put(V value) {
        Objects.requireNonNull(value, "value");
        write(type.keyOf(value), current -> type.version(value, StateWriter.nextNanos(current)));
    }

    @Override
    public V update(Function<Optional<V>, V> change, Object... key) {
        Objects.requireNonNull(change, "change");
        List<?> wanted = type.key(key);
        Version<V> written = write(wanted, current -> {
            V value = Objects.requireNonNull(
                    change.apply(current == null ? Optional.empty() : Optional.ofNullable(current.value())),
                    "The function 'change' has returned null. Call remove to remove a value");
            Version<V> next = type.version(value, StateWriter.nextNanos(current));
            if (StateType.compare(wanted, next.key()) != 0) {
                throw new IllegalArgumentException("The value has the key " + next.key() + " and not " + wanted);
            }
            return next;
        });
        return Objects.requireNonNull(Objects.requireNonNull(written).value());
    }

    @Override
    public boolean remove(Object... key) {
        return write(type.key(key), current -> {
                    V last = current == null ? null : current.value();
                    return last == null ? null : type.removal(last, StateWriter.nextNanos(current));
                })
                != null;
    }

    private @Nullable Version<V> write(List<?> key, Function<@Nullable Version<V>, @Nullable Version<V>> change) {
        Version<V> written;
        try {
            written = writer.change(key, current -> {
                Version<V> next = change.apply(current);
                if (next != null && !store.hasSpace(next)) {
                    throw new CallException(
                            Code.REFUSED,
                            "The shared state '" + name + "' has as many keys or bytes as its options allow");
                }
                return next;
            });
            if (latestWins && written != null) {
                store.offer(written); // what the reader receives of it is no news then
            } else {
                reader.take(sink, MANY);
                writer.noticed(key); // a stronger process may own the key
            }
        } catch (DdsException e) {
            if (e.kind() == DdsException.Kind.CLOSED) {
                throw new IllegalStateException("The shared state '" + name + "' is closed", e);
            }
            throw new CallException(
                    Code.UNAVAILABLE, "The shared state '" + name + "' was not changed: " + e.getMessage(), e);
        }
        return written;
    }

    @Override
    public Optional<V> await(Duration limit, Object... key) throws InterruptedException {
        return Optional.ofNullable(store.await(type.key(key), TimeUnit.NANOSECONDS.convert(limit)));
    }

    @Override
    public Flow.Publisher<StateChange<V>> changes() {
        return subscriber -> {
            StateChanges.Subscription<V> subscription = new StateChanges.Subscription<>(subscriber, changes);
            subscriber.onSubscribe(subscription);
            store.subscribe(changes, subscription);
            if (closed.get()) {
                subscription.complete();
            }
        };
    }

    @Override
    public boolean isClosed() {
        return closed.get();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            receiver.close();
            writer.close();
            reader.close();
            if (file != null) {
                file.close();
            }
            changes.complete();
        }
    }

    /** Passes on what was stored. */
    private final class Storing implements StateStore.Listener<V> {
        @Override
        public void changed(List<?> key, StateChange<V> change) {
            changes.changed(key, change);
            forgotten(key);
        }

        @Override
        public void forgotten(List<?> key) {
            writer.noticed(key);
            if (file != null) {
                file.changed();
            }
        }
    }
}
