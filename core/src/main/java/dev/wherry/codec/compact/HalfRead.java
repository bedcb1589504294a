package dev.wherry.codec.compact;

import dev.wherry.codec.Cycle;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one message that were referred to before they were whole, so that nobody knew what hashing them costs;
 * those that hash by their identity do not count. A key that leads to such a container through others is refused: hashing
 * it may take for ever. A user's class may lead to one and hash something else, as children with a parent do; if one is a
 * key, hashing all of the message is paid for, once.
 */
final class HalfRead {
    private final Reader from;
    /** How often there was a reference to one, or to an object that leads to one. */
    int references;

    private boolean referred;
    private @Nullable Set<Object> containers;
    private @Nullable BitSet leading;
    private long paid;

    HalfRead(Reader from) {
        this.from = from;
    }

    /** Whether there was no reference to such an object. */
    boolean isEmpty() {
        return !referred;
    }

    /** Takes note of a reference to an object that is not whole. */
    void refer(Object object) {
        references++;
        referred = true;
        if (Writer.isContainer(object)) {
            if (containers == null) {
                containers = Collections.newSetFromMap(new IdentityHashMap<>());
            }
            containers.add(object);
        }
    }

    /** Takes note of a reference to an object that is whole, or was where it ended. */
    void referToEnded(int slot) {
        if (leading != null && leading.get(slot)) {
            references++;
        }
    }

    /** Takes note of the end of an object in which there were references, since there were so many. */
    void ended(int slot, int before, boolean hashesByIdentity) {
        if (hashesByIdentity) {
            references = before; // hashing what holds it leads no further
            return;
        }
        if (leading == null) {
            leading = new BitSet();
        }
        leading.set(slot);
    }

    /** Takes the work of hashing keys of which one leads to such an object. Looking through them costs less than hashing. */
    void payToHash(@Nullable Object[] keys) {
        if (containers != null) {
            refuseContainers(keys, containers);
        }
        long all = from.cost();
        from.budget.takeWork(all - paid, "Hashing keys that refer to objects around them");
        paid = all;
    }

    private static void refuseContainers(@Nullable Object[] keys, Set<Object> containers) {
        Set<Object> met = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> left = new ArrayDeque<>();
        for (Object key : keys) {
            add(key, left);
        }
        while (!left.isEmpty()) {
            Object next = left.pop();
            if (containers.contains(next)) {
                throw Cycle.refused("a map key or set element", next.getClass());
            }
            if (next.getClass().getClassLoader() != null || !met.add(next)) {
                continue;
            }
            switch (next) {
                case Collection<?> parts -> parts.forEach(part -> add(part, left));
                case Map<?, ?> map ->
                    map.forEach((key, value) -> {
                        add(key, left);
                        add(value, left);
                    });
                case Map.Entry<?, ?> entry -> {
                    add(entry.getKey(), left);
                    add(entry.getValue(), left);
                }
                case Optional<?> some -> add(some.orElse(null), left);
                default -> {} // holds nothing that it hashes
            }
        }
    }

    private static void add(@Nullable Object part, Deque<Object> left) {
        if (part != null) {
            left.push(part);
        }
    }
}
