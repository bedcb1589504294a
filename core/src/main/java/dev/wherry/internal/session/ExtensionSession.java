package dev.wherry.internal.session;

import dev.wherry.Identity;
import dev.wherry.Peer;
import dev.wherry.internal.extension.ExtendedSession;
import dev.wherry.internal.extension.Extension;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.internal.objects.EndpointObjects;
import dev.wherry.internal.wire.Id128;
import dev.wherry.spi.Codec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session as the extension of its endpoint sees it, and the extension's part of it, made when it is first needed. */
public final class ExtensionSession implements ExtendedSession {
    private final SessionPeer peer;
    private final EndpointObjects objects;
    private final Extension extension;
    private final List<Codec> codecs;
    private final Id128 self;
    private final Id128 other;
    private final Id128 session;
    private SessionExtension.@Nullable Part part;
    private boolean ended;

    /**
     * @param codecs the codec compact alone
     * @param self the id of this side's endpoint
     * @param other the id of the peer's endpoint
     */
    ExtensionSession(
            SessionPeer peer,
            EndpointObjects objects,
            Extension extension,
            List<Codec> codecs,
            Id128 self,
            Id128 other,
            Id128 session) {
        this.peer = peer;
        this.objects = objects;
        this.extension = extension;
        this.codecs = codecs;
        this.self = self;
        this.other = other;
        this.session = session;
    }

    public synchronized SessionExtension.Part part() {
        SessionExtension.Part known = part;
        if (known == null) {
            part = known = extension.get().extend(this);
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
        return peer;
    }

    @Override
    public Identity identity() {
        return peer.identity();
    }

    @Override
    public Id128 self() {
        return self;
    }

    @Override
    public Id128 other() {
        return other;
    }

    @Override
    public Id128 session() {
        return session;
    }

    @Override
    public CallTarget object(long id) {
        return peer.reference(id);
    }

    @Override
    public RemoteInterface own(Class<?> type) {
        return objects.interfaces().of(type);
    }

    @Override
    public List<Class<?>> passedOnAs(Object object) {
        return Stubs.targetOf(object) != null
                ? List.of(object.getClass().getInterfaces())
                : objects.bindings().interfaces(object).stream()
                        .<Class<?>>map(RemoteInterface::type)
                        .toList();
    }

    @Override
    public List<Codec> codecs() {
        return codecs;
    }
}
