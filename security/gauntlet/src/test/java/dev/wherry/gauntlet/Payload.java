package dev.wherry.gauntlet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * A gadget chain that is ready to be read.
 *
 * @param root the chain's first object
 * @param forgery the classes of the JDK that classes of the tests stand in for; empty if there are none
 * @param fired whether this very payload has had its effect
 */
public record Payload(Object root, Map<Class<?>, String> forgery, BooleanSupplier fired) {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** Makes a chain. */
    interface Maker {
        Payload make() throws Exception;
    }

    /** Makes a value that calls the canary with a word. */
    interface Calling {
        Object make(String word) throws Exception;
    }

    static String word() {
        return "wherry-gauntlet-" + NUMBER.incrementAndGet();
    }

    static Maker calling(Calling chain) {
        return () -> {
            String word = word();
            return of(chain.make(word), () -> Canary.wasCalled(word));
        };
    }

    static Payload of(Object value, BooleanSupplier fired) {
        return new Payload(value, Map.of(), fired);
    }

    static Payload forged(Object value, BooleanSupplier fired) {
        return new Payload(value, Parts.FORGERY, fired);
    }

    /** Returns the chain as an object, if this process can hold one without opening modules of the JDK. */
    public Optional<Object> value() {
        return forgery.isEmpty() ? Optional.of(root) : Optional.empty();
    }

    /** Returns an object stream, with its header, of a value that contains the chain. */
    public byte[] stream(UnaryOperator<Object> wrapping) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new Forger(bytes, forgery, false)) {
            out.writeObject(wrapping.apply(root));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    public byte[] stream() {
        return stream(UnaryOperator.identity());
    }
}
