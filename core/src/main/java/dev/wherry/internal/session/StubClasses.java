package dev.wherry.internal.session;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.internal.call.RemoteInterface;
import dev.wherry.internal.call.Stubs;
import dev.wherry.spi.CodecException;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Limits the classes of stubs that one peer can cause by naming sets of interfaces. What a program no longer holds is
 * unloaded, and no longer counts. For any thread.
 */
final class StubClasses {
    /** Bytes of all classes that one session has caused. */
    static final int MOST_MEMORY = 8 << 20;
    /** What a class, its loader and its module take. */
    private static final int CLASS_BYTES = 8 << 10;

    private static final int METHOD_BYTES = 1 << 10;
    /** Making one takes as long as reading so many bytes. */
    private static final int WORK = 8_000;

    // Guarded by this.
    private final Map<Class<?>, Integer> sizes = new WeakHashMap<>();

    /** Takes the class of a stub that a message of the peer has caused, if the session has none of its stubs. */
    synchronized void take(Object stub, DecodingBudget budget) {
        List<RemoteInterface> interfaces = Stubs.interfaces(stub);
        Class<?> type = stub.getClass();
        if (interfaces.size() == 1 || sizes.containsKey(type)) {
            return;
        }
        int methods =
                interfaces.stream().mapToInt(each -> each.methods().size()).sum();
        int size = CLASS_BYTES + METHOD_BYTES * methods;
        budget.takeWork(WORK, "Making stubs of several interfaces");
        budget.takeMemory(size, type);
        if (sizes.values().stream().mapToLong(each -> each).sum() + size > MOST_MEMORY) {
            throw CodecException.limit(
                    "a reference to an object that is served as " + interfaces + ": classes of stubs for "
                            + sizes.size()
                            + " other sets of interfaces are in use, which is as much as one session may have."
                            + " Release references that are no longer needed",
                    "stub classes of a session");
        }
        sizes.put(type, size);
    }
}
