package dev.wherry.lab.peers.common;

import java.util.Collection;
import java.util.concurrent.Callable;

/** Like {@link Errands}, but with many classes, each of which names only the next one. */
public final class LongErrands extends People {
    public LongErrands(int size) {
        super(size);
    }

    @Override
    <T extends Comparable<T>> Collection<T> answer(Service service, Collection<T> people) throws Exception {
        return service.ship(errand(people));
    }

    private static <T extends Comparable<T>> Callable<Collection<T>> errand(Collection<T> people) {
        return new Callable<>() {
            @Override
            public Collection<T> call() {
                return Step00.count() > 0 ? ServerBusinessLogic.processRequest(people) : null;
            }
        };
    }
}
