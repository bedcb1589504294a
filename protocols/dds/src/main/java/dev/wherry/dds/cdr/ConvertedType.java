package dev.wherry.dds.cdr;

import dev.wherry.dds.types.JavaType;
import java.math.BigDecimal;

/** Classes of the JDK that are sent as values of another type. */
final class ConvertedType extends CdrType {
    private static final int OVERHEAD = 64;

    private final JavaType.Converted type;
    private final CdrType as;

    ConvertedType(JavaType.Converted type, CdrType as) {
        this.type = type;
        this.as = as;
    }

    @Override
    void write(CdrWriter to, Object value) {
        Object sent;
        try {
            sent = type.conversion().toSent(value);
        } catch (IllegalArgumentException e) {
            throw to.failure("the " + type.type().getSimpleName() + " cannot be sent: " + e.getMessage());
        }
        as.write(to, sent);
    }

    @Override
    Object read(CdrReader from) {
        from.hold(OVERHEAD);
        int start = from.position();
        return converted(from, as.read(from), start);
    }

    private Object converted(CdrReader from, Object sent, int start) {
        try {
            Object value = type.conversion().ofSent(sent);
            if (value instanceof BigDecimal decimal) {
                from.budget().meetDecimal(Math.max(decimal.precision(), Math.abs(decimal.scale())) / 2);
            }
            return value;
        } catch (RuntimeException e) { // of a parser, whose message has the text
            from.move(start - from.position());
            throw from.failure("no " + type.type().getSimpleName() + " has this value");
        }
    }

    @Override
    Object missing(CdrReader from) {
        Object missing = type.missing();
        return missing != null ? missing : converted(from, as.missing(from), from.position());
    }

    @Override
    int lengthCode() {
        return as.lengthCode();
    }
}
