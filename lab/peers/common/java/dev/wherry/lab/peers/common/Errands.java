package dev.wherry.lab.peers.common;

import java.util.Collection;
import java.util.concurrent.Callable;

/** The people's call as the mobility evaluation made it: what is to be done with them goes along. */
public final class Errands extends People {
    public Errands(int size) {
        super(size);
    }

    @Override
    <T extends Comparable<T>> Collection<T> answer(Service service, Collection<T> people) throws Exception {
        return service.ship(errand(people));
    }

    /** The evaluation's task. */
    public static <T extends Comparable<T>> Callable<Collection<T>> errand(Collection<T> input) {
        // Anonymous as the original's is; a lambda is more than Mobility-RPC takes.
        return new Callable<>() {
            @Override
            public Collection<T> call() {
                return ServerBusinessLogic.processRequest(input);
            }
        };
    }
}
