package dev.wherry.codec.compact;

import dev.wherry.codec.ClassNames;
import dev.wherry.spi.CodecException;

/** Class objects: by name, among the types that the interface's calls may carry, and not initialised by that. */
final class ClassNameForm extends BuiltIn {
    ClassNameForm() {
        super(Class.class, false, false, false);
    }

    @Override
    void write(Object value, Place at, Writer to) {
        Class<?> type = (Class<?>) value;
        if (!ClassNames.isListed(type, at.forms.types)) {
            throw at.forms.types.refusalOfLiteral(type);
        }
        to.out.writeText(type.getName());
    }

    @Override
    Object read(Place at, Reader from, int slot) {
        String name = Scalars.text(from.in);
        try {
            return ClassNames.find(name, at.forms.types);
        } catch (CodecException e) {
            if (from.dropping > 0) {
                return Object.class;
            }
            throw e;
        }
    }
}
