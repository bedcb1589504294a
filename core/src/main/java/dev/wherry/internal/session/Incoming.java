package dev.wherry.internal.session;

import dev.wherry.Limits;
import dev.wherry.internal.protocol.Frame;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;

/** The body of one Call, Reply or Failure, being read. */
final class Incoming extends Decoding {
    private final Session session;
    private int type;

    Incoming(Session session) {
        this(session, new In());
    }

    Incoming(Session session, In body) {
        super(body);
        this.session = session;
    }

    Incoming of(int type) {
        this.type = type;
        state(null);
        return this;
    }

    boolean failed() {
        return type == Frame.FAILURE;
    }

    @Override
    public Definition definition(int number) {
        return session.inbound().get(number);
    }

    @Override
    public Object readReference(Class<?> declared) {
        return session.references().read(in(), declared);
    }

    @Override
    public Limits limits() {
        return session.engine().options().limits();
    }
}
