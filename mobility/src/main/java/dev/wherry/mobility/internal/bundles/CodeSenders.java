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

/** The senders of code to one workspace. They are asked for classes and resources that were not announced. For any thread. */
final class CodeSenders {
    private static final int MOST_MISSING = 1_000;
    private static final int LONGEST_NAME = 1_024;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final List<CodeSender> all = new CopyOnWriteArrayList<>();

    /** Names that no sender knows. Libraries often search for files that do not exist. */
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    /** An answer and the sender that gave it. */
    record Found<T>(T what, CodeSender from) {}

    boolean has(Connection connection) {
        return all.stream().anyMatch(sender -> sender.connection().equals(connection));
    }

    /** Adds a sender that has sent code now. It may know names that were missing before. */
    void add(CodeSender sender) {
        if (!all.contains(sender)) {
            all.add(sender);
        }
        missing.clear();
    }

    /** From now on this sender is not asked. */
    void left(CodeSender sender) {
        all.remove(sender);
    }

    void clear() {
        all.clear();
    }

    /**
     * Asks the senders one after another.
     *
     * @param name a class, or a file after a slash
     * @param first the sender that is asked first, because its task needs the answer; null if it is not known
     * @return null if no sender has it
     */
    <T> @Nullable Found<T> ask(String name, @Nullable Peer first, Function<CodeSource, @Nullable T> what) {
        if (name.length() > LONGEST_NAME || missing.contains(name)) {
            return null;
        }
        List<CodeSender> now = all.stream()
                .sorted(Comparator.comparing((CodeSender sender) -> !isOf(first, sender)))
                .toList();
        boolean certain = true;
        for (CodeSender sender : now) {
            boolean asks = isOf(first, sender);
            try {
                T found = answer(sender.source(), asks, what);
                if (found != null) {
                    return new Found<>(found, sender);
                }
            } catch (CallException e) {
                if (!sender.connection().peer().isOpen()) {
                    all.remove(sender); // its connection has ended
                } else if (asks) {
                    throw e;
                }
                certain = false; // a sender whose task does not ask must not disturb the task that does
            }
        }
        if (certain && missing.size() < MOST_MISSING && Set.copyOf(now).equals(Set.copyOf(all))) {
            missing.add(name); // otherwise a new sender may have it
        }
        return null;
    }

    private static boolean isOf(@Nullable Peer peer, CodeSender sender) {
        return sender.connection().peer().equals(peer);
    }

    /** A sender whose task does not ask gets a short time to answer. */
    private static <T> @Nullable T answer(CodeSource source, boolean asks, Function<CodeSource, @Nullable T> what) {
        try {
            return what.apply(asks ? source : Calls.with(source, CallOptions.ofTimeout(PATIENCE)));
        } catch (CallException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new CallException(
                    Code.REFUSED, "A sender of code cannot be asked for a class or a resource: " + e, e);
        }
    }
}
