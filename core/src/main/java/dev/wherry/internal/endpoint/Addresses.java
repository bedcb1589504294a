package dev.wherry.internal.endpoint;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.objects.Address;
import dev.wherry.spi.Resolver;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Decides at which addresses a peer is looked for, and in which order. A list has its own order. The addresses of a name have the
 * order in which its resolver returns them. An address that has failed is tried after the others for a while. For any thread.
 *
 * <p>A policy that balances calls, or a resolver that watches a name, changes this class only.
 */
final class Addresses {
    /** How long an address that has failed is tried after the others. */
    static final long AVOIDED = TimeUnit.SECONDS.toNanos(10);

    private final Providers providers;
    /** When an address failed last, by its canonical form. */
    private final ConcurrentMap<URI, Long> failed = new ConcurrentHashMap<>();
    /** The names that are being resolved, each once for all who wait. */
    private final ConcurrentMap<URI, CompletableFuture<List<URI>>> resolving = new ConcurrentHashMap<>();

    Addresses(Providers providers) {
        this.providers = providers;
    }

    /**
     * Returns the addresses that a user has written; a name for a resolver as one.
     *
     * @throws IllegalArgumentException if one of them cannot be an address, or is there twice
     */
    List<URI> checked(Address address) {
        List<URI> listed = address.endpoints();
        if (providers.resolver(address.scheme()) != null) {
            return listed.size() == 1 ? listed : List.of(URI.create(Address.text(listed)));
        }
        if (listed.size() == 1) {
            providers.canonical(listed.getFirst());
            return listed;
        }
        Set<URI> before = new HashSet<>();
        for (URI each : listed) {
            Address.requireNew(before.add(providers.canonical(each)), each, Address.text(listed));
        }
        return listed;
    }

    /** Returns whether there may be more than one address. */
    boolean areSeveral(List<URI> written) {
        return written.size() > 1 || providers.resolver(written.getFirst().getScheme()) != null;
    }

    /**
     * Returns the addresses to try, in this order. Waits for a resolver.
     *
     * @param except addresses that are left out, in their canonical form
     * @param nanos that a resolver may take
     * @param now by the clock of {@link #failed}
     * @throws CallException if the name cannot be resolved, or no address is left
     */
    List<URI> inOrder(List<URI> written, Collection<URI> except, long nanos, long now) {
        URI first = written.getFirst();
        Resolver resolver = providers.resolver(first.getScheme());
        if (resolver == null && written.size() == 1 && except.isEmpty()) {
            return written;
        }
        Map<URI, URI> byCanonical = new LinkedHashMap<>();
        for (URI each : resolver == null ? written : resolved(first, resolver, nanos)) {
            byCanonical.putIfAbsent(providers.canonical(each), each);
        }
        byCanonical.keySet().removeAll(except);
        if (byCanonical.isEmpty()) {
            throw new CallException(
                    Code.UNAVAILABLE, "Cannot connect to " + Address.text(written) + ": there is no further address");
        }
        List<URI> order = new ArrayList<>(byCanonical.keySet());
        order.sort(Comparator.comparingLong(each -> avoided(each, now)));
        return order.stream().map(each -> byCanonical.getOrDefault(each, each)).toList();
    }

    /** Returns 0 for an address that is not avoided; else a number that is lower the longer ago it failed. */
    private long avoided(URI canonical, long now) {
        Long when = failed.get(canonical);
        return when == null ? 0 : Math.max(0, when + AVOIDED - now);
    }

    private List<URI> resolved(URI name, Resolver resolver, long nanos) {
        CompletableFuture<List<URI>> fresh = new CompletableFuture<>();
        CompletableFuture<List<URI>> known = resolving.putIfAbsent(name, fresh);
        if (known == null) {
            try {
                Thread.ofPlatform().daemon().name("wherry-resolve").start(() -> resolve(name, resolver, fresh));
            } catch (OutOfMemoryError e) {
                resolving.remove(name, fresh);
                throw e;
            }
        }
        try {
            return (known == null ? fresh : known).get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw cannotResolve(name, String.valueOf(e.getCause()), e.getCause());
        } catch (TimeoutException e) {
            throw cannotResolve(name, "its resolver has not answered in time", e);
        } catch (InterruptedException e) {
            throw new CallException(Code.CANCELLED, "Interrupted while resolving " + name, e)
                    .withOutcome(CallException.Outcome.NOT_RUN);
        }
    }

    private void resolve(URI name, Resolver resolver, CompletableFuture<List<URI>> outcome) {
        try {
            List<URI> found = resolver.resolve(name);
            List<URI> some = List.copyOf(found.subList(0, Math.min(found.size(), Address.MOST)));
            if (some.isEmpty()) {
                throw new IOException("the name has no address");
            }
            some.forEach(this::requireAddress);
            resolving.remove(name, outcome); // first: who asks later wants a new answer
            outcome.complete(some);
        } catch (IOException | RuntimeException | Error e) {
            resolving.remove(name, outcome);
            outcome.completeExceptionally(e);
        }
    }

    private void requireAddress(URI found) throws IllegalArgumentException {
        if (providers.resolver(found.getScheme()) != null || providers.protocol(found.getScheme()) != null) {
            throw new IllegalArgumentException(
                    "the resolver returned " + found + ", to which no session can be opened");
        }
        providers.canonical(found);
    }

    private static CallException cannotResolve(URI name, String why, @Nullable Throwable cause) {
        return new CallException(Code.UNAVAILABLE, "Cannot connect to " + name + ": " + why, cause);
    }

    /** Notes that nobody has answered at an address, that it refused the connection, or that its server is about to end. */
    void failed(URI canonical, long now) {
        failed.values().removeIf(when -> now - when > AVOIDED);
        failed.put(canonical, now);
    }

    /** Notes that an address has answered. */
    void answered(URI canonical) {
        if (!failed.isEmpty()) {
            failed.remove(canonical);
        }
    }
}
