package dev.wherry.internal.invoke;

import dev.wherry.internal.types.ArrayTypes;
import dev.wherry.reflect.GenericTypes;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Types;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import org.jspecify.annotations.Nullable;

/** How the arguments and the result of one method become bytes by one codec. */
final class MethodCoder {
    private static final @Nullable Object[] NOTHING = {};

    private final Coder[] parameters;
    private final List<Declared> places;
    private final @Nullable Declared returned;
    private final @Nullable Coder result;

    /** @throws IllegalArgumentException if values of a parameter or the result can never travel */
    MethodCoder(Signature signature, Codec codec, Types types) {
        places = signature.parameters();
        parameters = new Coder[places.size()];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = coder(codec, signature.nameOfParameter(i), places.get(i), types);
        }
        Declared value = signature.result();
        returned = value;
        result = value == null ? null : coder(codec, "The result", value, types);
    }

    private static Coder coder(Codec codec, String what, Declared place, Types types) {
        Class<?> raw = ArrayTypes.element(GenericTypes.erase(place.type()));
        if (!types.hasValues(raw)) {
            throw new IllegalArgumentException(what + " is a " + raw.getName() + ". " + remedy(raw, types));
        }
        return codec.coder(place, types);
    }

    /** What to declare or register instead of a type that no value has. */
    private static String remedy(Class<?> type, Types types) {
        if (Iterator.class.isAssignableFrom(type) || type == Enumeration.class || type == Spliterator.class) {
            return "Iterators do not travel: pass a list or an array, or an object of a @ByReference interface that is"
                    + " asked for more";
        }
        if (!type.isInterface()) {
            return String.valueOf(types.refusal(type).getMessage());
        }
        long open = Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .count();
        return open == 1
                ? "A function cannot be sent as a value. Declare an interface of your own that is annotated with"
                        + " @ByReference, so that it is called where it is, or register the classes that implement it"
                        + " and may be copied"
                : "No class that may be sent implements this type. Pass what is needed of it as a text or a record";
    }

    /** A codec that knows the place says it itself. */
    private static CodecException at(@Nullable Declared place, CodecException e) {
        return place == null || e.path().startsWith(place.place()) ? e : e.at(place.place());
    }

    void encodeArguments(@Nullable Object[] arguments, Encoding to) {
        for (int i = 0; i < parameters.length; i++) {
            try {
                parameters[i].encode(arguments[i], to);
            } catch (CodecException e) {
                throw at(places.get(i), e);
            }
        }
    }

    /** What follows the last value is a part of nothing: who sent it means something else. */
    private static void checkEnd(Decoding from) {
        if (from.in().remaining() > 0) {
            throw CodecException.malformed(from.in().remaining() + " bytes more than the method's values");
        }
    }

    @Nullable
    Object[] decodeArguments(Decoding from) {
        @Nullable Object[] arguments = parameters.length == 0 ? NOTHING : new @Nullable Object[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            try {
                arguments[i] = parameters[i].decode(from);
            } catch (CodecException e) {
                throw at(places.get(i), e);
            }
        }
        from.state(null); // it may hold on to stubs
        checkEnd(from);
        return arguments;
    }

    void encodeResult(@Nullable Object value, Encoding to) {
        if (result != null) {
            try {
                result.encode(value, to);
            } catch (CodecException e) {
                throw at(returned, e);
            }
        }
    }

    @Nullable
    Object decodeResult(Decoding from) {
        Object value = null;
        if (result != null) {
            try {
                value = result.decode(from);
            } catch (CodecException e) {
                throw at(returned, e);
            } finally {
                from.state(null); // it may hold on to stubs
            }
        }
        checkEnd(from);
        return value;
    }
}
