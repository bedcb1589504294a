package dev.wherry.mobility.internal.tasks;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.mobility.internal.bundles.Announcement;
import dev.wherry.mobility.internal.bundles.CodeSource;
import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.mobility.internal.bundles.ReceivedCode;
import dev.wherry.mobility.internal.bundles.WorkspaceCode;
import dev.wherry.mobility.internal.code.CodeHash;
import dev.wherry.mobility.internal.parcels.CallScope;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.Parcel.Luggage;
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
 * The way of parcels between a client and the child in which its tasks run. Code is let in, or not, by the policy on its way
 * in, and vouched for on its way out; and so it is in the calls of objects that went either way before. For any thread.
 */
final class ChildRelay {
    private final WorkspaceChild child;
    private final Connection client;
    private final ReceivedCode sent;
    private final CodeSource vetted;
    private final CallScope ofChild;
    /** The child announces all from one source. */
    private volatile @Nullable VouchedCode results;

    private final Map<RemoteObject, WeakReference<PassedOn>> passed = new WeakHashMap<>();

    /** @param ofChild of the methods of the child's objects */
    ChildRelay(WorkspaceChild child, Connection client, WorkspaceCode code, CallScope ofChild) {
        this.child = child;
        this.client = client;
        this.ofChild = ofChild;
        sent = new ReceivedCode(client, code);
        vetted = code.vetted(client.peer());
    }

    /** An object of one side, as the other has it. */
    private record PassedOn(
            RemoteObject object, UnaryOperator<Parcel> there, UnaryOperator<Parcel> back, CallScope surroundings)
            implements RemoteObject {
        @Override
        public Reply call(String type, String method, Parcel arguments) {
            return surroundings
                    .around(() -> asCalled().call(type, method, there.apply(arguments)))
                    .passed(back);
        }

        @Override
        public void send(String type, String method, Parcel arguments) {
            if (surroundings.equals(CallScope.NONE)) {
                asCalled().send(type, method, there.apply(arguments));
            } else {
                call(type, method, arguments).checkUnheard(); // so that it is watched until it has ended
            }
        }

        /** On this half of the way as on the other. */
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

    /** Takes in what a parcel of the client's needs; or refuses him. */
    void admit(Parcel parcel) {
        sent.admit(parcel.code());
    }

    /** What the client sends to an object. */
    private Parcel letIn(Parcel parcel) {
        admit(parcel);
        return inward(parcel);
    }

    /** From the client to the child, once it was admitted. */
    Parcel inward(Parcel parcel) {
        for (Object object : parcel.all().home()) {
            if (object != null && !(object instanceof PassedOn)) {
                child.expect(object, client);
            }
        }
        return passed(
                parcel, vetted(parcel.code()), object -> passedOn(object, this::outward, this::letIn, CallScope.NONE));
    }

    /** From the child to the client. */
    Parcel outward(Parcel parcel) {
        return passed(parcel, outward(parcel.code()), object -> passedOn(object, this::letIn, this::outward, ofChild));
    }

    private Parcel passed(Parcel parcel, @Nullable Announcement code, UnaryOperator<RemoteObject> on) {
        if (parcel.luggage() == null) {
            return parcel;
        }
        List<@Nullable Object> home = new ArrayList<>();
        for (Object object : parcel.all().home()) {
            // What was passed on the other way goes back as what it is there.
            home.add(object instanceof PassedOn known ? known.object() : object);
        }
        List<@Nullable RemoteObject> referents = new ArrayList<>();
        for (RemoteObject object : parcel.all().referents()) {
            referents.add(object == null ? null : on.apply(object));
        }
        return Parcel.of(parcel.known(), parcel.body(), new Luggage(parcel.all().defined(), home, referents, code));
    }

    /** The same for the same object, as long as the other side has it. */
    private synchronized PassedOn passedOn(
            RemoteObject object, UnaryOperator<Parcel> there, UnaryOperator<Parcel> back, CallScope surroundings) {
        WeakReference<PassedOn> before = passed.get(object);
        PassedOn known = before == null ? null : before.get();
        if (known == null) {
            known = new PassedOn(object, there, back, surroundings);
            passed.put(object, new WeakReference<>(known));
        }
        return known;
    }

    private @Nullable Announcement vetted(@Nullable Announcement announced) {
        return announced == null ? null : new Announcement(announced.manifest(), null, vetted);
    }

    private @Nullable Announcement outward(@Nullable Announcement made) {
        if (made == null) {
            return null;
        }
        VouchedCode known = results;
        if (known == null) {
            results = known = new VouchedCode(made.source(), client);
        }
        return known.vouchFor(made);
    }

    /** The client's code is asked for no more. */
    void end() {
        sent.end();
    }

    /** What a child has announced for its results, as its parent vouches for it to a client. */
    private record VouchedCode(CodeSource child, Connection client) implements CodeSource {
        Announcement vouchFor(Announcement made) {
            return Announcement.of(made.manifest(), this, client);
        }

        @Override
        public byte[] fetch(List<CodeHash> hashes) {
            return child.fetch(hashes);
        }

        @Override
        public @Nullable Announcement find(String className) {
            Announcement found = child.find(className);
            return found == null ? null : vouchFor(found);
        }

        @Override
        public List<byte[]> resources(String name) {
            return child.resources(name);
        }
    }
}
