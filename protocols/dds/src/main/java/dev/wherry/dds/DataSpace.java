package dev.wherry.dds;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Limits;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.DomainAddress;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Engines;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.naming.StateNames;
import dev.wherry.dds.state.TopicState;
import dev.wherry.dds.topics.TopicSpace;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The membership of this process in a domain, with what it shares there beside calls. For any thread. */
public final class DataSpace implements AutoCloseable {
    private final DomainAddress address;
    private final Engine engine;
    private final Participant participant;
    private final DdsOptions options;
    private final List<SharedState<?>> states = new ArrayList<>(); // guarded by itself

    private @Nullable TopicSpace topics; // guarded by this

    private DataSpace(DomainAddress address, Engine engine, Participant participant, DdsOptions options) {
        this.address = address;
        this.engine = engine;
        this.participant = participant;
        this.options = options;
    }

    /**
     * Joins a domain.
     *
     * @param address such as {@code dds://0}, or {@code dds://0/floor} for a partition
     * @throws CallException UNAVAILABLE if that is not possible, such as without the C library of the engine
     */
    public static DataSpace join(String address, DdsOptions options) {
        DomainAddress parsed = DomainAddress.ofListener(URI.create(address));
        Engine engine = orUnavailable(() -> Engines.load(options.engine()));
        return new DataSpace(parsed, engine, orUnavailable(() -> engine.open(parsed.domain(), options)), options);
    }

    private static <T> T orUnavailable(Supplier<T> opening) {
        try {
            return opening.get();
        } catch (DdsException e) {
            throw new CallException(Code.UNAVAILABLE, String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns a topic with the default options. */
    public <T> DataTopic<T> topic(String name, Class<T> type) {
        return topic(name, type, TopicOptions.defaults());
    }

    /**
     * Returns a topic, to publish and to subscribe. Programs in other languages can take part.
     *
     * @param name of the topic. Characters that a topic cannot have are escaped, as those of services
     * @param type a record or class. Members that are a {@link Key} identify instances
     * @throws IllegalArgumentException if DDS does not have this type or this name, or a policy is not valid
     * @throws CallException UNAVAILABLE if the engine does not accept the policies, or this is closed
     */
    public <T> DataTopic<T> topic(String name, Class<T> type, TopicOptions with) {
        return orUnavailable(() -> topics().topic(name, type, with));
    }

    private synchronized TopicSpace topics() {
        if (topics == null) {
            topics = new TopicSpace(engine, participant, address, options, Limits.defaults());
        }
        return topics;
    }

    /** Opens a shared state with the default options. */
    public <V> SharedState<V> state(String name, Class<V> type) {
        return state(name, type, StateOptions.defaults());
    }

    /**
     * Opens a shared state. It is closed with this.
     *
     * @param name of its topic. Characters that a topic cannot have are escaped, as those of services
     * @param type a record or class with members that are a {@link Key}
     * @throws IllegalArgumentException if DDS does not have this type or this name
     * @throws java.io.UncheckedIOException if the file of the options cannot be read
     */
    public <V> SharedState<V> state(String name, Class<V> type, StateOptions with) {
        synchronized (states) {
            SharedState<V> state = orUnavailable(
                    () -> TopicState.open(participant, address.partition(), name, type, with, options.writeTimeout()));
            states.removeIf(SharedState::isClosed);
            states.add(state);
            return state;
        }
    }

    /** Opens the names of the domain, without a file. */
    public Names names() {
        return names(StateOptions.defaults());
    }

    /** Opens the names of the domain. They are closed with this. */
    public Names names(StateOptions with) {
        return StateNames.open(this, address, with, options.findTimeout());
    }

    /** Opens the discovery of the domain: who and what is there. It is closed with this. */
    public Discovery discovery() {
        return discovery(new Discovery.Listener() {});
    }

    /** Opens the discovery of the domain, and has a listener notified of each change. It is closed with this. */
    public Discovery discovery(Discovery.Listener listener) {
        return Discovery.start(orUnavailable(participant::watch), listener);
    }

    /** Leaves the domain. */
    @Override
    public void close() {
        synchronized (states) {
            states.forEach(SharedState::close);
        }
        synchronized (this) {
            if (topics != null) {
                topics.close();
            }
        }
        participant.close();
    }
}
