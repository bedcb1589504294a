package dev.wherry.mobility.internal.tasks;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.mobility.internal.bundles.Announcement;
import dev.wherry.mobility.internal.bundles.CodeSender;
import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.mobility.internal.bundles.RelayedCode;
import dev.wherry.mobility.internal.bundles.WorkspaceCode;
import dev.wherry.mobility.internal.parcels.CallScope;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.Parcel.Attachments;
import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import dev.wherry.mobility.internal.parcels.RemoteObject;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Passes parcels on between a client and the child JVM in which its tasks run, and in the calls of objects in these parcels. The
 * policy admits or refuses the client's code. The host announces the child's code in its own name. For any thread.
 */
final class ChildRelay {
    private final WorkspaceChild child;
    private final Connection client;
    private final CodeSender sender;
    private final RelayedCode.ToChild toChild;
    private final CallScope ofChild;
    private volatile RelayedCode.@Nullable ToClient toClient;

    private final Map<RemoteObject, WeakReference<PassedOn>> passed = new WeakHashMap<>();

    /** @param ofChild the scope of calls of the child's objects */
    ChildRelay(WorkspaceChild child, Connection client, WorkspaceCode code, CallScope ofChild) {
        this.child = child;
        this.client = client;
        this.ofChild = ofChild;
        sender = new CodeSender(client, code);
        toChild = new RelayedCode.ToChild(code, client.peer());
    }

    /** An object of one side as the other side gets it. */
    private record PassedOn(
            RemoteObject object, UnaryOperator<Parcel> there, UnaryOperator<Parcel> back, CallScope scope)
            implements RemoteObject {
        @Override
        public Reply call(String type, String method, Parcel arguments) {
            return scope.around(() -> asCalled().call(type, method, there.apply(arguments)))
                    .passed(back);
        }

        @Override
        public void send(String type, String method, Parcel arguments) {
            if (scope.equals(CallScope.NONE)) {
                asCalled().send(type, method, there.apply(arguments));
            } else {
                call(type, method, arguments).checkOneWay(); // which watches it until it has ended
            }
        }

        /** Returns the object with the deadline and the order of the call that is passed on. */
        private RemoteObject asCalled() {
            InboundCall now = InboundCall.current();
            if (now == null) {
                return object;
            }
            Duration left = now.timeLeft();
            CallOptions options = left == null || left.isZero() ? CallOptions.none() : CallOptions.ofTimeout(left);
            return Calls.with(
                    object, now.isOrdered() ? options.toBuilder().ordered(true).build() : options);
        }
    }

    /** Admits the code that a parcel of the client needs, or refuses it. */
    void admit(Parcel parcel) {
        sender.admit(parcel.code());
    }

    /** Passes on a parcel that the client sends to an object of the child. */
    private Parcel admitted(Parcel parcel) {
        admit(parcel);
        return inward(parcel);
    }

    /** Passes a parcel from the client on to the child, after its code was admitted. */
    Parcel inward(Parcel parcel) {
        for (Object object : parcel.all().home()) {
            if (object != null && !(object instanceof PassedOn)) {
                child.expect(object, client);
            }
        }
        return passed(
                parcel,
                inward(parcel.code()),
                object -> passedOn(object, this::outward, this::admitted, CallScope.NONE));
    }

    /** Passes a parcel from the child on to the client. */
    Parcel outward(Parcel parcel) {
        return passed(
                parcel, outward(parcel.code()), object -> passedOn(object, this::admitted, this::outward, ofChild));
    }

    private Parcel passed(Parcel parcel, @Nullable Announcement code, UnaryOperator<RemoteObject> on) {
        if (parcel.attachments() == null) {
            return parcel;
        }
        List<@Nullable Object> home = new ArrayList<>();
        for (Object object : parcel.all().home()) {
            // An object that was passed on in the other direction is sent back as itself.
            home.add(object instanceof PassedOn known ? known.object() : object);
        }
        List<@Nullable RemoteObject> remote = new ArrayList<>();
        for (RemoteObject object : parcel.all().remote()) {
            remote.add(object == null ? null : on.apply(object));
        }
        return Parcel.of(
                parcel.known(), parcel.body(), new Attachments(parcel.all().defined(), home, remote, code));
    }

    /** Returns the same wrapper for the same object, as long as the other side has it. */
    private synchronized PassedOn passedOn(
            RemoteObject object, UnaryOperator<Parcel> there, UnaryOperator<Parcel> back, CallScope scope) {
        WeakReference<PassedOn> before = passed.get(object);
        PassedOn known = before == null ? null : before.get();
        if (known == null) {
            known = new PassedOn(object, there, back, scope);
            passed.put(object, new WeakReference<>(known));
        }
        return known;
    }

    private @Nullable Announcement inward(@Nullable Announcement made) {
        return made == null ? null : toChild.announce(made.manifest());
    }

    private @Nullable Announcement outward(@Nullable Announcement made) {
        if (made == null) {
            return null;
        }
        RelayedCode.ToClient known = toClient;
        if (known == null) {
            toClient = known = new RelayedCode.ToClient(made.source(), client);
        }
        return known.announce(made.manifest());
    }

    /** From now on no code is fetched from the client. */
    void end() {
        sender.end();
    }
}
