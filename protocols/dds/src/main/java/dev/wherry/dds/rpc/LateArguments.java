package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.dds.cdr.CdrException;
import dev.wherry.dds.cdr.Request;
import java.util.AbstractList;
import org.jspecify.annotations.Nullable;

/** The arguments of a request, decoded when one is first read: once the call is allowed. For one thread. */
final class LateArguments extends AbstractList<@Nullable Object> {
    private final int size;
    private final Request request;
    private @Nullable Object @Nullable [] values;

    LateArguments(int size, Request request) {
        this.size = size;
        this.request = request;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public @Nullable Object get(int index) {
        return decoded()[index];
    }

    @Override
    @SuppressWarnings("NullAway") // the JDK does not say that the elements may be null
    public @Nullable Object[] toArray() {
        return decoded().clone();
    }

    private @Nullable Object[] decoded() {
        if (values == null) {
            try {
                values = request.arguments();
            } catch (CdrException e) {
                throw new CallException(Code.INVALID_CALL, String.valueOf(e.getMessage()), e);
            }
        }
        return values;
    }
}
