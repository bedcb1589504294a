package dev.wherry.dds.cdr;

import dev.wherry.dds.types.Presence;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * A member of a structure: how it is taken from an object, written and read.
 *
 * @param getter of type {@code (Object)Object}
 */
record MemberCodec(String name, int id, CdrType type, Presence presence, boolean key, MethodHandle getter) {
    /** Returns what is sent for the member of an object; null for nothing. */
    @Nullable
    Object get(CdrWriter to, Object owner) {
        Object value;
        try {
            value = (Object) getter.invokeExact(owner);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) { // of an accessor, which declares nothing
            throw new IllegalStateException(e);
        }
        if (value == null) {
            if (presence.allowsNull()) {
                return null;
            }
            throw to.failure("null, where there must be a value");
        }
        return presence.toSent(value);
    }

    /** Writes the member in a structure whose members have no ids. */
    void write(CdrWriter to, Object owner) {
        try {
            Object sent = get(to, owner);
            if (!presence.isOptional()) {
                type.writeRequired(to, sent);
            } else if (to.delimits()) {
                to.writeBoolean(sent != null);
                if (sent != null) {
                    type.write(to, sent);
                }
            } else {
                int outer = to.origin();
                int start = to.beginParameter(id);
                if (sent != null) {
                    type.write(to, sent);
                }
                to.endParameter(start, outer);
            }
        } catch (CdrException e) {
            throw e.within("." + name);
        }
    }

    /** Reads the member in a structure whose members have no ids. */
    @Nullable
    Object read(CdrReader from) {
        try {
            if (!presence.isOptional()) {
                return type.read(from);
            }
            if (from.delimits()) {
                return presence.ofSent(from.readBoolean() ? type.read(from) : null);
            }
            return presence.ofSent(readParameter(from));
        } catch (CdrException e) {
            throw e.within("." + name);
        }
    }

    private @Nullable Object readParameter(CdrReader from) {
        ParameterHeader header = ParameterHeader.read(from);
        if (header.isEnd() || header.id() != id) {
            throw from.failure("the optional member " + id + " is expected, and another one follows");
        }
        if (header.length() == 0) {
            return null;
        }
        int outerOrigin = from.origin();
        int outerEnd = from.beginLength(header.length());
        from.origin(from.position());
        Object value = type.read(from);
        from.origin(outerOrigin);
        from.endLength(outerEnd);
        return value;
    }

    /** Returns the value if a peer does not have the member yet. */
    @Nullable
    Object missing(CdrReader from) {
        if (presence.isOptional()) {
            return presence.ofSent(null);
        }
        try {
            return type.missing(from);
        } catch (CdrException e) {
            throw e.within("." + name);
        }
    }
}
