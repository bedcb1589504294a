package dev.wherry.dds.fast;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The endpoints of others that a reader or writer has matched, as the binding reports them. For any thread. */
final class Matches {
    private static final int MATCHED = 0;

    private final Set<Guid> all = ConcurrentHashMap.newKeySet();

    /** @param status of the binding: whether the other endpoint matches now, or has left */
    void report(int status, long first, long second) {
        Guid other = new Guid(first, second);
        if (status == MATCHED) {
            all.add(other);
        } else {
            all.remove(other);
        }
    }

    int count() {
        return all.size();
    }

    /** Returns the identifiers of the participants by the numbers of the endpoints. */
    Map<Long, String> participants() {
        return all.stream().collect(Collectors.toMap(Guid::number, Guid::participant, (one, _) -> one));
    }
}
