package dev.wherry.dds.types;

import dev.wherry.dds.OutParameters;
import dev.wherry.dds.types.JavaType.Members;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A method of an interface as an operation of OMG DDS-RPC. Immutable; for any thread.
 *
 * @param name of the method; of an overloaded one with its parameter types
 * @param hash of the name, which stands for the operation in a request and a reply
 * @param oneWay whether there is no reply
 * @param in the structure of the arguments; its values are an {@code Object[]}
 * @param out the structure of the result; its values are an {@code Object[]} with the result, or empty for {@code void}; or the result
 *     itself if it has {@link OutParameters}
 * @param exceptions that are sent as such; subclasses before superclasses
 * @param resultType the union of the result and the exceptions
 */
public record Operation(
        String name,
        int hash,
        Method method,
        boolean oneWay,
        Members in,
        Members out,
        List<Failure> exceptions,
        DataType.Union resultType) {
    /** The name of the member of {@link #out} that is the result. */
    public static final String RETURN = "return_";

    /**
     * An exception that the method declares.
     *
     * @param hash of its name in IDL, which stands for it in a reply
     */
    public record Failure(Class<?> type, int hash, Members members) {}

    /** Returns whether the values of {@link #out} are the result itself. */
    public boolean isOutRecord() {
        return out.type() != Object[].class;
    }

    /** Returns the exception of the most specific class for a failure; null if the method does not declare it. */
    public @Nullable Failure declared(Throwable failure) {
        for (Failure each : exceptions) {
            if (each.type().isInstance(failure)) {
                return each;
            }
        }
        return null;
    }
}
