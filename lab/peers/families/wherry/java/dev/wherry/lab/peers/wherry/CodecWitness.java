package dev.wherry.lab.peers.wherry;

import dev.wherry.lab.peers.common.Service;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A value that notices which codec creates it when it is received. */
public record CodecWitness(long id) implements Comparable<CodecWitness>, Serializable {
    private static final String CODECS = "dev.wherry.codec.";
    private static final String JSON = "dev.wherry.http.json.";
    private static final String UNKNOWN = "unknown";
    /** The codec of the latest value of this process; some create answers on another thread than that of the caller. */
    private static volatile String latest;

    public CodecWitness {
        latest = StackWalker.getInstance()
                .walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                        .filter(name -> name.startsWith(CODECS) || name.startsWith(JSON))
                        .map(name -> name.startsWith(JSON) ? "json" : name.substring(CODECS.length()).split("[.]")[0])
                        .findFirst()
                        .orElse(UNKNOWN));
    }

    @Override
    public int compareTo(CodecWitness other) {
        return Long.compare(id, other.id);
    }

    /**
     * Returns the codec, by the package of the class that created the answer's element, which is the latest value; "none" if it is
     * the object that was sent.
     */
    public static String serializer(Service service) throws Exception {
        List<CodecWitness> sent = new ArrayList<>();
        sent.add(new CodecWitness(1));
        latest = null;
        Collection<CodecWitness> answer = service.processRequest(sent);
        if (answer.iterator().next() == sent.get(0)) {
            return "none";
        }
        String maker = latest;
        return answer.size() == 1 && maker != null ? maker : UNKNOWN;
    }
}
