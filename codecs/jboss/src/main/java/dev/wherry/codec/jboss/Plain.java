package dev.wherry.codec.jboss;

import dev.wherry.codec.library.Shapes;
import java.util.ArrayList;
import java.util.Collection;
import org.jboss.marshalling.ObjectResolver;

/** Has plain lists written for the JDK's views and unmodifiable ones. */
record Plain(Shapes shapes) implements ObjectResolver {
    @Override
    public Object writeReplace(Object original) {
        Class<?> type = original.getClass();
        return shapes.writtenAs(type) == ArrayList.class && type != ArrayList.class
                ? new ArrayList<Object>((Collection<?>) original)
                : original;
    }

    @Override
    public Object readResolve(Object made) {
        return made; // not called: set for writers alone
    }
}
