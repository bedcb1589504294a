package dev.wherry.codec.java;

import dev.wherry.spi.CodecException;
import java.lang.invoke.SerializedLambda;

/** A serializable lambda, which the JDK writes as a {@link SerializedLambda}: refused by what the program calls it. */
final class SentLambda {
    private SentLambda() {}

    static CodecException refusal(SerializedLambda lambda) {
        String from = lambda.getCapturingClass().replace('/', '.');
        String type = lambda.getFunctionalInterfaceClass().replace('/', '.');
        return type.equals("java.util.Comparator")
                ? CodecException.refused(
                        "a comparator that is a lambda of " + from,
                        "Sort by what the JDK makes without one (natural or reverse order,"
                                + " String.CASE_INSENSITIVE_ORDER, and reversed of these); or by an object of a record or"
                                + " enum that implements Comparator, and register it; or pass the sorted elements in an"
                                + " ArrayList or LinkedHashMap, which keep their order. Codec 'compact' also carries"
                                + " thenComparing, and comparing of a function that is an object of a registered class.")
                : CodecException.refused(
                        "a lambda of " + from + ", as a " + type + ",",
                        "A lambda is never a value: declare its place by an interface annotated with @ByReference, or"
                                + " pass an object of a class that you register.");
    }
}
