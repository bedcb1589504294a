package dev.wherry.mobility.internal.bundles;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Peer;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Who has sent code to one workspace, each to be asked for what was not foreseen. For any thread. */
final class Senders {
    private static final int MOST_MISSING = 1_000;
    private static final int LONGEST_NAME = 1_024;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final List<Sender> all = new CopyOnWriteArrayList<>();

    /** What none has: probing for files that are not there is common. */
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    record Sender(CodeSource source, Connection connection) {}

    /** What one of them has. */
    record Found<T>(T what, Sender from) {}

    boolean has(Connection connection) {
        return all.stream().anyMatch(sender -> sender.connection().equals(connection));
    }

    /** What none had may have come with it, or with what it has sent now. */
    void add(CodeSource source, Connection connection) {
        if (all.stream().noneMatch(known -> known.source().equals(source))) {
            all.add(new Sender(source, connection));
        }
        missing.clear();
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
     * @param name what for: a class, or a file after a slash
     * @param first whose task asks; null: nobody knows
     * @return null: nobody has it
     */
    <T> @Nullable Found<T> ask(String name, @Nullable Peer first, Function<CodeSource, @Nullable T> what) {
        if (name.length() > LONGEST_NAME || missing.contains(name)) {
            return null;
        }
        List<Sender> now = all.stream()
                .sorted(Comparator.comparing((Sender sender) -> !isOf(first, sender)))
                .toList();
        boolean certain = true;
        for (Sender sender : now) {
            boolean asks = isOf(first, sender);
            try {
                T found = answer(sender.source(), asks, what);
                if (found != null) {
                    return new Found<>(found, sender);
                }
            } catch (CallException e) {
                if (!sender.connection().peer().isOpen()) {
                    all.remove(sender); // it has nothing any more
                } else if (asks) {
                    throw e;
                }
                certain = false; // whose task does not ask must not disturb the one that does
            }
        }
        if (certain && missing.size() < MOST_MISSING && Set.copyOf(now).equals(Set.copyOf(all))) {
            missing.add(name); // else others may have come who have it
        }
        return null;
    }

    private static boolean isOf(@Nullable Peer peer, Sender sender) {
        return sender.connection().peer().equals(peer);
    }

    /** Whose task does not ask must not take his time either. */
    private static <T> @Nullable T answer(CodeSource source, boolean asks, Function<CodeSource, @Nullable T> what) {
        try {
            return what.apply(asks ? source : Calls.with(source, CallOptions.ofTimeout(PATIENCE)));
        } catch (CallException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new CallException(Code.REFUSED, "A sender of code did not tell what it has: " + e, e);
        }
    }
}
