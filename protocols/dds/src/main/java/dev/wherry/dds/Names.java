package dev.wherry.dds;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Flow;

/**
 * The names of services in a domain, each with its addresses: of any protocol, not only of DDS. Every process that has opened the names
 * keeps all of them, and gives them to processes that join later. So a name outlives the process that has bound it, as long as another one
 * is there or has a {@linkplain StateOptions.Builder#file file}. See {@link SharedState} for what happens if two processes bind one name.
 *
 * <p>While the names of the domain 0 are open, every endpoint of this process can look up {@code dds-name://shop@0/bank}: the object
 * {@code bank} at the addresses of the name {@code shop}. Its stub asks for the addresses again whenever it connects. Only addresses of the
 * native protocol can be found so, such as {@code tcp://}. {@link #lookup} takes any.
 *
 * <p>Opened by {@link DataSpace#names()}. For any thread.
 */
public interface Names extends AutoCloseable {
    /**
     * Gives a name its addresses, instead of those that it has.
     *
     * @param addresses in the order in which they are tried, such as {@code tcp://host:5739/bank} or {@code dds://0/bank}
     * @throws IllegalArgumentException if the name or an address is not valid, see {@link NameEntry}
     */
    void bind(String name, String... addresses);

    /** Removes a name in all processes. Returns whether there was one. */
    boolean unbind(String name);

    /** Returns the names and their addresses, in the order of the names. */
    List<NameEntry> entries();

    /** Returns the addresses of a name; none if it is not known. Waits for an unknown one while this process has just joined. */
    List<URI> addresses(String name) throws InterruptedException;

    /** Returns the changes of names, as {@link SharedState#changes()}. */
    Flow.Publisher<StateChange<NameEntry>> changes();

    /**
     * Looks up the object at the first address of a name that works.
     *
     * @throws CallException NOT_FOUND if the name is not known. If no address works: the message has the reason of each, and the
     *     code is the last one that a look-up has thrown, UNAVAILABLE if no address can be an address of this endpoint
     */
    <T> T lookup(Endpoint endpoint, String name, Class<T> type);

    /** Takes no longer part. The other processes keep the names. */
    @Override
    void close();
}
