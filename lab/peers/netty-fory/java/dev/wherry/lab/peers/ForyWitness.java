package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Service;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A value that notices which code creates it when it is received. */
public record ForyWitness(long id) implements Comparable<ForyWitness> {
    private static final ThreadLocal<Boolean> BY_FORY = ThreadLocal.withInitial(() -> false);

    public ForyWitness {
        BY_FORY.set(StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().startsWith("org.apache.fory."))));
    }

    @Override
    public int compareTo(ForyWitness other) {
        return Long.compare(id, other.id);
    }

    /** Returns "fory" if Fory created the answer's element in this thread. */
    static String serializer(Service service) throws Exception {
        List<ForyWitness> sent = new ArrayList<>();
        sent.add(new ForyWitness(1));
        Collection<ForyWitness> answer = service.processRequest(sent);
        return answer.equals(sent) && BY_FORY.get() ? "fory" : "not fory";
    }
}
