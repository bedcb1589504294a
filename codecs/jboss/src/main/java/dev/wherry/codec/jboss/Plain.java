package dev.wherry.codec.jboss;

import dev.wherry.codec.library.Shapes;
import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Collection;
import org.jboss.marshalling.ObjectResolver;

/** Has plain lists written for the JDK's views and unmodifiable ones, and nothing but such as that read. */
record Plain(Shapes shapes) implements ObjectResolver {
    @Override
    public Object writeReplace(Object original) {
        Class<?> type = original.getClass();
        return shapes.writtenAs(type) == ArrayList.class && type != ArrayList.class
                ? new ArrayList<Object>((Collection<?>) original)
                : original;
    }

    /** Asked of all that river has made: it knows ways to make more than it would write here. */
    @Override
    public Object readResolve(Object made) {
        Class<?> type = made.getClass();
        boolean written = shapes.writtenAs(type) == type || type.getSuperclass() == shapes.writtenAs(type);
        if (!written || shapes.isAside(type) || shapes.isFilled(type)) {
            throw CodecException.malformed("a " + type.getName() + ", which is written otherwise");
        }
        return made;
    }
}
