package dev.wherry.lab.peers.common;

import java.util.Collection;
import java.util.concurrent.Callable;

/** The call with persons as the mobility evaluation made it: the code that processes them is sent along. */
public final class Errands extends People {
    public Errands(int size) {
        super(size);
    }

    @Override
    <T extends Comparable<T>> Collection<T> answer(Service service, Collection<T> people) throws Exception {
        return service.ship(errand(people));
    }

    /** The task of the evaluation. */
    public static <T extends Comparable<T>> Callable<Collection<T>> errand(Collection<T> input) {
        // Anonymous as in the original: Mobility-RPC does not support lambdas.
        return new Callable<>() {
            @Override
            public Collection<T> call() {
                return ServerBusinessLogic.processRequest(input);
            }
        };
    }
}
