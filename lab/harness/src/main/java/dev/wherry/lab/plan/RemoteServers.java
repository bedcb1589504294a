package dev.wherry.lab.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another host for the servers of a run.
 *
 * @param prefix the words that start a command there, such as {@code ssh user@host}. The checkout must be at the same path there,
 *     with its systems prepared
 * @param address at which the servers listen, and clients reach them
 */
public record RemoteServers(List<String> prefix, String address) {
    public RemoteServers {
        prefix = List.copyOf(prefix);
        if (prefix.isEmpty() || prefix.getFirst().isBlank() || address.isBlank()) {
            throw new LabException(
                    "Servers on another host need the words that start a command there, and its address");
        }
    }

    /**
     * Parses the options of the command.
     *
     * @param words such as {@code ssh user@host}
     * @param address null for the host that the last word names
     */
    public static RemoteServers parse(String words, @Nullable String address) {
        List<String> prefix = List.of(words.strip().split("\\s+"));
        String last = prefix.getLast();
        return new RemoteServers(prefix, address != null ? address : last.substring(last.indexOf('@') + 1));
    }

    @Override
    public String toString() {
        return String.join(" ", prefix);
    }
}
