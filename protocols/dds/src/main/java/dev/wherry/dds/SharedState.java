package dev.wherry.dds;

import dev.wherry.CallException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.Function;

/**
 * Values that processes share, each under the key that its {@link Key} members are: the last version of each is in every
 * process. It is a topic of DDS with the name of the state, reliable and {@code TRANSIENT_LOCAL}, so that programs of other vendors can read
 * and write it too. A process that joins later receives the last versions.
 *
 * <p>If two processes write one key, the version with the later time wins in all of them; of two with the same time a removal wins, then
 * the one with the larger bytes. A process that has received a version writes later times than that, also if its clock is behind. Versions
 * that are a minute ahead of the own clock are dropped. With a {@link StateOptions.Builder#strength}, those of the strongest process win.
 *
 * <p>A value stays until it is removed, also if its writer leaves; see {@link StateOptions.Builder#keptByAll} for who gives it to processes
 * that join later. Opened by {@link DataSpace#state}. For any thread.
 */
public interface SharedState<V> extends AutoCloseable {
    /** Returns the name of the state. */
    String name();

    /**
     * Returns the value of a key.
     *
     * @param key the values of the {@code @Key} members, in their order. The key of a member that has a key itself is a list
     * @throws IllegalArgumentException if they are not a key of this type
     */
    Optional<V> get(Object... key);

    /** Returns all values in the order of their keys, as a copy. */
    List<V> values();

    /** Returns the number of keys that have a value. */
    int size();

    /**
     * Sets the value of the key that it has. Returns when it was handed to the network, and waits for processes that lag behind, at most the
     * {@linkplain DdsOptions.Builder#writeTimeout write timeout}. A virtual thread holds its carrier meanwhile.
     *
     * @throws IllegalArgumentException if the value cannot be sent
     * @throws CallException UNAVAILABLE if it was not written in time, REFUSED if a limit of the options is reached
     * @throws IllegalStateException if the state is closed
     */
    void put(V value);

    /**
     * Changes the value of a key. Other changes by this process wait meanwhile. If another process changes the key at the same time, one
     * of the two changes is lost.
     *
     * @param change returns the new value, which has the same key
     * @return the new value
     */
    V update(Function<Optional<V>, V> change, Object... key);

    /** Removes the value of a key in all processes. Returns whether there was one. */
    boolean remove(Object... key);

    /**
     * Waits until a key has a value, such as one that was written before this process joined.
     *
     * @return empty if it has none after that time
     */
    Optional<V> await(Duration limit, Object... key) throws InterruptedException;

    /**
     * Returns the changes. A subscriber first receives all values that there are. One that is slower than the changes receives the last
     * change of each key. It is notified on a virtual thread, and completed when the state is closed.
     */
    Flow.Publisher<StateChange<V>> changes();

    /** Returns whether this is closed. */
    boolean isClosed();

    /** Leaves the state. What this process alone has offered is no longer given to processes that join. */
    @Override
    void close();
}
