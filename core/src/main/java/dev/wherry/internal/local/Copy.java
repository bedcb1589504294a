package dev.wherry.internal.local;

import dev.wherry.Limits;
import dev.wherry.internal.call.Stubs;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.ArrayList;
import java.util.List;

/**
 * A message that never leaves the JVM: values are encoded and decoded as they would be for another one, and objects by
 * reference are passed as they are.
 */
final class Copy extends Encoding {
    private final List<Definition> definitions = new ArrayList<>();
    private final List<Object> references = new ArrayList<>();

    private final Limits limits;

    Copy(Limits limits) {
        super(new Out(1 << 9).limit(limits.messageBytes()));
        this.limits = limits;
    }

    @Override
    public int define(Definition definition) {
        int known = definitions.indexOf(definition);
        if (known >= 0) {
            return known;
        }
        definitions.add(definition);
        return definitions.size() - 1;
    }

    @Override
    public Limits limits() {
        return limits;
    }

    @Override
    public boolean travelsByReference(Object value) {
        return Stubs.targetOf(value) != null;
    }

    @Override
    public void writeReference(Object object, List<Class<?>> as) {
        out().writeSize(references.size());
        references.add(object);
    }

    /** The other side of what was written. */
    Decoding read(Limits limits) {
        return new Decoding(new In().over(out().array(), 0, out().size())) {
            @Override
            public Definition definition(int number) {
                if (number < 0 || number >= definitions.size()) {
                    throw CodecException.malformed("definition " + number + " is used and was not given");
                }
                return definitions.get(number);
            }

            @Override
            public Object readReference(Class<?> declared) {
                int index = in().readSize();
                if (index < 0 || index >= references.size()) {
                    throw CodecException.malformed("reference " + index + " of " + references.size());
                }
                return references.get(index);
            }

            @Override
            public Limits limits() {
                return limits;
            }
        };
    }
}
