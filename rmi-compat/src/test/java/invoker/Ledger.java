package invoker;

import java.util.List;
import java.util.Map;

/** A plain interface, which is not remote. */
public interface Ledger {
    long add(long amount, String text);

    Message send(Message message, List<String> tags);

    void close() throws LedgerClosedException;

    Map<String, int[]> sums(int[] months);
}
