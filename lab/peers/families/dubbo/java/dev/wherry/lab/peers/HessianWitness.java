package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Service;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A value that notices when Hessian 2 writes and reads it. */
public final class HessianWitness implements Comparable<HessianWitness>, Serializable {
    private static final long serialVersionUID = 1L;
    private static final String HESSIAN = "com.alibaba.com.caucho.hessian.io.";

    private static volatile boolean written;
    private static volatile boolean read;

    private Object writeReplace() {
        written = calledBy("Hessian2Output");
        return this;
    }

    private Object readResolve() {
        read = calledBy("Hessian2Input");
        return this;
    }

    private static boolean calledBy(String name) {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(HESSIAN + name)));
    }

    @Override
    public int compareTo(HessianWitness other) {
        return 0;
    }

    /** "hessian2" if what was sent through this service was written and read by Hessian 2. */
    static String serializer(Service service) throws Exception {
        written = false;
        read = false;
        List<HessianWitness> sent = new ArrayList<>();
        sent.add(new HessianWitness());
        Collection<HessianWitness> answer = service.processRequest(sent);
        return answer.size() == 1 && written && read ? "hessian2" : "not hessian2";
    }
}
