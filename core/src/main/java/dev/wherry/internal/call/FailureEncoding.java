package dev.wherry.internal.call;

import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Types;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Encodes one exception: its chain is cut where a link may not travel, comes a second time or goes over the limit. */
final class FailureEncoding extends Encoding {
    private final Encoding message;
    private final Types types;
    private final Set<Throwable> met = Collections.newSetFromMap(new IdentityHashMap<>());

    FailureEncoding(Encoding message, Throwable failure, Types types) {
        super(message.out());
        this.message = message;
        this.types = types;
        met.add(failure);
    }

    /** Whether an exception goes as itself. */
    static boolean travels(Throwable exception, Types types) {
        return !(exception instanceof Error) && types.allows(exception.getClass());
    }

    @Override
    public Throwable link(Throwable link) {
        if (met.size() > Thrown.MOST) {
            return cut("more than " + Thrown.MOST + " exceptions in one chain, and more left out");
        }
        if (!met.add(link)) {
            return cut("again: " + Thrown.shown(link));
        }
        if (travels(link, types)) {
            return link;
        }
        return Thrown.of(link).exception();
    }

    private static RemoteException cut(String message) {
        RemoteException end = new RemoteException(Code.INTERNAL, message);
        end.setStackTrace(new StackTraceElement[0]);
        return end;
    }

    @Override
    public int define(Definition definition) {
        return message.define(definition);
    }

    @Override
    public boolean travelsByReference(Object value) {
        return message.travelsByReference(value);
    }

    @Override
    public void writeReference(Object object, Class<?> declared) {
        message.writeReference(object, declared);
    }
}
