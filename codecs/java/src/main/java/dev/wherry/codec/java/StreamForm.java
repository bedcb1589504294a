package dev.wherry.codec.java;

import dev.wherry.codec.SerialForm;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Types;

/**
 * Single values in the form of JDK serialization within the message of another codec. The same list and the same checks hold
 * as for codec {@code java}. Each value is a stream of its own: what two of them share arrives twice.
 */
public final class StreamForm extends SerialForm {
    /** Found by the service loader. */
    public StreamForm() {}

    @Override
    public void write(Object value, Encoding to, Types types) {
        ObjectWriter.create(types, to.limits(), true).value(value, Object.class, to);
    }

    @Override
    public Object read(Decoding from, Types types, Class<?> declared) {
        Object value = ObjectReader.create(types, from).value(from, declared);
        if (value == null) {
            throw CodecException.malformed("null instead of an object");
        }
        return value;
    }
}
