package dev.wherry.http.rest;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.http.json.JsonProblem;
import java.util.AbstractList;
import org.jspecify.annotations.Nullable;

/** The arguments of a call, decoded when one is first read: once the call is allowed. For one thread. */
final class LateArguments extends AbstractList<@Nullable Object> {
    /** Decodes all arguments. */
    interface Decoder {
        /**
         * Throws an {@link HttpError} or a {@link JsonProblem} if they are not as the method declares them. The call then ends with the
         * code {@code INVALID_CALL}.
         */
        @Nullable
        Object[] decode();
    }

    private final int size;
    private final Decoder decoder;
    private @Nullable Object @Nullable [] values;
    private @Nullable RuntimeException problem;

    LateArguments(int size, Decoder decoder) {
        this.size = size;
        this.decoder = decoder;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public @Nullable Object get(int index) {
        return decoded()[index];
    }

    /** Decodes even if there are no arguments, since the request may have some. */
    @Override
    @SuppressWarnings("NullAway") // the JDK does not say that the elements may be null
    public @Nullable Object[] toArray() {
        return decoded().clone();
    }

    private @Nullable Object[] decoded() {
        if (values == null) {
            try {
                values = decoder.decode();
            } catch (HttpError | JsonProblem e) {
                problem = e;
                throw new CallException(Code.INVALID_CALL, String.valueOf(e.getMessage()), e);
            }
        }
        return values;
    }

    /** Returns what was wrong with the request; null if nothing was found. */
    @Nullable
    RuntimeException problem() {
        return problem;
    }
}
