package dev.wherry.dds.naming;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.dds.DataSpace;
import dev.wherry.dds.NameEntry;
import dev.wherry.dds.Names;
import dev.wherry.dds.SharedState;
import dev.wherry.dds.StateChange;
import dev.wherry.dds.StateOptions;
import dev.wherry.dds.engine.DomainAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The names of a domain in a shared state that every process keeps. */
public final class StateNames implements Names {
    static final String TOPIC = "wherry/names";

    private static final int MOST_NAMES = 10_000;
    private static final long MOST_BYTES = 64 << 20;

    /** The open ones of this process, the newest first: the resolver is found without options. */
    private static final Deque<StateNames> OPEN = new ConcurrentLinkedDeque<>();

    private final DomainAddress address;
    private final SharedState<NameEntry> entries;
    private final long opened = System.nanoTime();
    private final long patience;

    private StateNames(DomainAddress address, SharedState<NameEntry> entries, Duration patience) {
        this.address = address;
        this.entries = entries;
        this.patience = TimeUnit.NANOSECONDS.convert(patience);
    }

    /**
     * Opens the names of a domain. See {@link DataSpace#names(StateOptions)}.
     *
     * @param patience for how long after this moment a name that is not known is waited for
     */
    public static StateNames open(DataSpace space, DomainAddress address, StateOptions options, Duration patience) {
        var all = StateOptions.builder()
                .keptByAll()
                .mostKeys(Math.min(MOST_NAMES, options.mostKeys()))
                .mostBytes(Math.min(MOST_BYTES, options.mostBytes()));
        if (options.file() != null) {
            all.file(options.file());
        }
        StateNames names = new StateNames(address, space.state(TOPIC, NameEntry.class, all.build()), patience);
        OPEN.removeIf(each -> each.entries.isClosed()); // with its data space
        OPEN.addFirst(names);
        return names;
    }

    /** Returns the newest open names of a domain, null if this process has none open. */
    static @Nullable StateNames in(DomainAddress address) {
        return OPEN.stream()
                .filter(each -> each.address.equals(address) && !each.entries.isClosed())
                .findFirst()
                .orElse(null);
    }

    @Override
    public void bind(String name, String... addresses) {
        entries.put(new NameEntry(name, List.of(addresses)));
    }

    @Override
    public boolean unbind(String name) {
        return entries.remove(name);
    }

    @Override
    public List<NameEntry> entries() {
        return entries.values();
    }

    @Override
    public List<URI> addresses(String name) throws InterruptedException {
        Duration left = Duration.ofNanos(Math.max(0, opened + patience - System.nanoTime()));
        return entries.await(left, name).stream()
                .flatMap(each -> each.addresses().stream())
                .map(URI::create)
                .toList();
    }

    @Override
    public Flow.Publisher<StateChange<NameEntry>> changes() {
        return entries.changes();
    }

    @Override
    public <T> T lookup(Endpoint endpoint, String name, Class<T> type) {
        List<RuntimeException> failures = new ArrayList<>();
        try {
            for (URI each : addresses(name)) {
                try {
                    return endpoint.lookup(each.toString(), type);
                } catch (CallException | IllegalArgumentException e) { // another process may have bound any address
                    failures.add(e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(Code.CANCELLED, "The look-up of the name '" + name + "' was interrupted", e);
        }
        throw failure(name, failures);
    }

    private CallException failure(String name, List<RuntimeException> failures) {
        if (failures.isEmpty()) {
            return new CallException(Code.NOT_FOUND, "The name '" + name + "' is not known in " + address);
        }
        Code code = Code.UNAVAILABLE;
        StringJoiner reasons = new StringJoiner("; ");
        for (RuntimeException each : failures) {
            code = each instanceof CallException call ? call.code() : code;
            reasons.add(each.getMessage());
        }
        CallException failure = new CallException(
                code, "No address of the name '" + name + "' in " + address + " can be looked up: " + reasons);
        failures.forEach(failure::addSuppressed);
        return failure;
    }

    @Override
    public void close() {
        OPEN.remove(this);
        entries.close();
    }
}
