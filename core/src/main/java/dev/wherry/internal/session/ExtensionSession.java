package dev.wherry.internal.session;

import dev.wherry.Identity;
import dev.wherry.Peer;
import dev.wherry.internal.extension.ExtendedSession;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.internal.wire.Id128;
import dev.wherry.spi.Codec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session as the extension of its endpoint sees it, and the extension's part of it, made when it is first needed. */
public final class ExtensionSession implements ExtendedSession {
    private final Session session;
    private final Id128 other;
    private SessionExtension.@Nullable Part part;
    private boolean ended;

    ExtensionSession(Session session, Id128 other) {
        this.session = session;
        this.other = other;
    }

    public synchronized SessionExtension.Part part() {
        SessionExtension.Part known = part;
        if (known == null) {
            part = known = session.engine().extension().get().extend(this);
            if (ended) {
                known.end();
            }
        }
        return known;
    }

    void end() {
        SessionExtension.Part known;
        synchronized (this) {
            ended = true;
            known = part;
        }
        if (known != null) {
            known.end();
        }
    }

    // ---- for the extension

    @Override
    public Peer peer() {
        return session.peer();
    }

    @Override
    public Identity identity() {
        return session.identity();
    }

    @Override
    public Id128 self() {
        return session.engine().id();
    }

    @Override
    public Id128 other() {
        return other;
    }

    @Override
    public Id128 session() {
        return session.token();
    }

    @Override
    public CallTarget object(long id) {
        return new RemoteReference(session, id, Id128.NONE, 0, null, null);
    }

    @Override
    public RemoteInterface own(Class<?> type) {
        return session.engine().interfaces().of(type);
    }

    @Override
    public List<Class<?>> passedOnAs(Object object) {
        return Stubs.targetOf(object) != null
                ? List.of(object.getClass().getInterfaces())
                : session.engine().bound().interfaces(object).stream()
                        .<Class<?>>map(RemoteInterface::type)
                        .toList();
    }

    @Override
    public List<Codec> codecs() {
        return session.engine().plugins().codecs(List.of("compact"));
    }
}
