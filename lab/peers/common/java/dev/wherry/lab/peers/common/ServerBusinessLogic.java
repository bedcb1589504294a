package dev.wherry.lab.peers.common;

import java.util.ArrayList;
import java.util.Collection;

/** What the mobility evaluation has done at the server. */
final class ServerBusinessLogic {
    private ServerBusinessLogic() {}

    static <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) {
        return new ArrayList<>(collection);
    }
}
