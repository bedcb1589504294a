package dev.wherry.lab.peers.common;

import java.util.ArrayList;
import java.util.Collection;

/** The work of the mobility evaluation at the server. */
final class ServerBusinessLogic {
    private ServerBusinessLogic() {}

    static <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) {
        return new ArrayList<>(collection);
    }
}
