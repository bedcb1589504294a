package dev.wherry.internal.session;

import dev.wherry.Limits;
import dev.wherry.internal.protocol.Frame;
import dev.wherry.internal.protocol.ReferenceList;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.spi.Types;
import java.util.Map;

/** The body of one Call, Reply or Failure, being read. */
final class Incoming extends Decoding {
    private final Session session;
    private int type;
    /** Of the references that are listed, those that have not been read. */
    private Map<Long, Integer> unread = Map.of();

    Incoming(Session session) {
        this(session, new In());
    }

    Incoming(Session session, In body) {
        super(body);
        this.session = session;
    }

    /** Begins with a body that is there. */
    Incoming of(int type, int flags) {
        this.type = type;
        unread = (flags & Frame.REFERENCES) != 0 ? ReferenceList.cut(in()) : Map.of();
        state(null);
        account(null);
        return this;
    }

    /** A reference was read. */
    void arrived(long object) {
        if (!unread.isEmpty()) {
            unread.computeIfPresent(object, (id, count) -> count > 1 ? count - 1 : null);
        }
    }

    /** Nothing more is decoded: gives back the references that were not. */
    void end() {
        if (!unread.isEmpty()) {
            unread.forEach(session.references()::release);
            unread = Map.of();
        }
    }

    boolean failed() {
        return type == Frame.FAILURE;
    }

    @Override
    public Definition definition(int number) {
        return session.inbound().get(number);
    }

    @Override
    public Object readReference(Class<?> declared, Types types) {
        return session.references().read(this, declared, types);
    }

    @Override
    public Limits limits() {
        return session.engine().options().limits();
    }
}
