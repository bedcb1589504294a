package dev.wherry.internal.bundles;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Peer;
import dev.wherry.RemoteException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Who has sent code to one workspace, each to be asked for what was not foreseen. For any thread. */
final class Senders {
    private static final int MOST_MISSING = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final List<Sender> all = new CopyOnWriteArrayList<>();

    /** What none has: probing for files that are not there is common. */
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    private final Supplier<@Nullable Peer> asking;

    /** @param asking who has sent the task that this thread runs; null: it runs none */
    Senders(Supplier<@Nullable Peer> asking) {
        this.asking = asking;
    }

    record Sender(CodeSource source, Connection connection) {}

    /** What one of them has. */
    record Found<T>(T what, Sender from) {}

    boolean has(Connection connection) {
        return all.stream().anyMatch(sender -> sender.connection().equals(connection));
    }

    void add(CodeSource source, Connection connection) {
        if (all.stream().noneMatch(known -> known.source().equals(source))) {
            all.add(new Sender(source, connection));
            missing.clear(); // it may have what the others have not
        }
    }

    /** It is to be asked no more. */
    void left(CodeSource source) {
        all.removeIf(sender -> sender.source().equals(source));
    }

    void clear() {
        all.clear();
    }

    /**
     * Asks one after another, the one first whose task asks.
     *
     * @param name what for
     * @return null: nobody has it
     */
    <T> @Nullable Found<T> ask(String name, Function<CodeSource, @Nullable T> what) {
        if (missing.contains(name)) {
            return null;
        }
        Peer first = asking.get();
        List<Sender> now = List.copyOf(all);
        return Stream.of(true, false)
                .flatMap(asks -> now.stream().filter(sender -> asks == isOf(first, sender)))
                .map(sender -> isOf(first, sender) ? ask(sender, sender.source(), what) : askAnother(sender, what))
                .filter(found -> found != null)
                .findFirst()
                .orElseGet(() -> miss(name, now));
    }

    private static boolean isOf(@Nullable Peer peer, Sender sender) {
        return sender.connection().peer().equals(peer);
    }

    /** One that has gone has nothing any more. */
    private <T> @Nullable Found<T> ask(Sender sender, CodeSource source, Function<CodeSource, @Nullable T> what) {
        try {
            T found = what.apply(source);
            return found == null ? null : new Found<>(found, sender);
        } catch (RemoteException e) {
            if (sender.connection().peer().isOpen()) {
                throw e;
            }
            all.remove(sender);
            return null;
        }
    }

    /** Whose task does not ask must not disturb the one that does: neither by failures nor by taking its time. */
    private <T> @Nullable Found<T> askAnother(Sender sender, Function<CodeSource, @Nullable T> what) {
        try {
            return ask(sender, Calls.with(sender.source(), CallOptions.timeout(PATIENCE)), what);
        } catch (RemoteException e) {
            return null;
        }
    }

    /** @param asked since when others may have come who have it */
    private <T> @Nullable Found<T> miss(String name, List<Sender> asked) {
        if (missing.size() < MOST_MISSING && asked.equals(List.copyOf(all))) {
            missing.add(name);
        }
        return null;
    }
}
