package dev.wherry.internal.objects;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.Id128;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The method of a call and a digest of its arguments, by which another call that has the same key is refused. Equal arguments always have
 * the same digest, in each process and with each codec. So it includes only values whose text is determined by {@code equals}. Of other
 * values, such as collections, whose order and identities differ between processes, it includes only that they are there.
 */
public record CallFingerprint(String method, Id128 arguments) {
    private static final Set<Class<?>> COMPARED = Set.of(
            String.class,
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigInteger.class,
            BigDecimal.class,
            UUID.class,
            Duration.class,
            Instant.class,
            LocalDate.class,
            LocalDateTime.class,
            LocalTime.class,
            OffsetDateTime.class);

    /** @param arguments as they were received, before an interceptor could replace them */
    public static CallFingerprint of(RemoteMethod method, @Nullable Object[] arguments) {
        StringBuilder all = new StringBuilder();
        for (Object argument : arguments) {
            String text = text(argument);
            all.append(text.length()).append(':').append(text);
        }
        return new CallFingerprint(method.toString(), Id128.digest(all.toString()));
    }

    private static String text(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof Enum<?> constant) {
            return constant.getDeclaringClass().getName() + " " + constant.name();
        }
        return COMPARED.contains(value.getClass()) ? value.getClass().getName() + " " + value : "not compared";
    }

    void write(Out out) {
        out.writeText(method);
        arguments.write(out);
    }

    /**
     * Reads the fingerprint of the call that was recorded.
     *
     * @throws CallException if it is another call
     */
    void check(In recorded) {
        String first = recorded.readText();
        boolean sameArguments = arguments.equals(Id128.read(recorded));
        if (!method.equals(first) || !sameArguments) {
            String message = "The call of " + method + " was not run: its key was used for an earlier call "
                    + (method.equals(first) ? "with other arguments" : "of " + first)
                    + ". Give each call a key of its own, and make a call again only with the same arguments";
            throw new CallException(Code.INVALID_CALL, message).withOutcome(Outcome.NOT_RUN);
        }
    }
}
