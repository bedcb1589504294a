package dev.wherry.internal.tasks;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.internal.bundles.Announcement;
import dev.wherry.internal.bundles.CodeSource;
import dev.wherry.internal.bundles.Connection;
import dev.wherry.internal.bundles.ReceivedCode;
import dev.wherry.internal.bundles.VouchedCode;
import dev.wherry.internal.bundles.WorkspaceCode;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.parcels.Parcel;
import dev.wherry.internal.parcels.Parcel.Luggage;
import dev.wherry.internal.parcels.Parcel.Reply;
import dev.wherry.internal.parcels.Referent;
import dev.wherry.internal.parcels.Surroundings;
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
final class Passage {
    private final WorkspaceChild child;
    private final Connection client;
    private final ReceivedCode sent;
    private final CodeSource vetted;
    private final Surroundings ofChild;
    /** The child announces all from one source. */
    private volatile @Nullable VouchedCode results;

    private final Map<Referent, WeakReference<PassedOn>> passed = new WeakHashMap<>();

    /** @param ofChild of the methods of the child's objects */
    Passage(WorkspaceChild child, Connection client, WorkspaceCode code, Surroundings ofChild) {
        this.child = child;
        this.client = client;
        this.ofChild = ofChild;
        sent = new ReceivedCode(client, code);
        vetted = code.vetted(client.peer());
    }

    /** An object of one side, as the other has it. */
    private record PassedOn(
            Referent object, UnaryOperator<Parcel> there, UnaryOperator<Parcel> back, Surroundings surroundings)
            implements Referent {
        @Override
        public Reply call(String type, String method, Parcel arguments) {
            return surroundings
                    .around(() -> asCalled().call(type, method, there.apply(arguments)))
                    .passed(back);
        }

        @Override
        public void send(String type, String method, Parcel arguments) {
            if (surroundings.equals(Surroundings.NONE)) {
                asCalled().send(type, method, there.apply(arguments));
            } else {
                call(type, method, arguments).checkUnheard(); // so that it is watched until it has ended
            }
        }

        /** On this half of the way as on the other. */
        private Referent asCalled() {
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
                parcel,
                vetted(parcel.code()),
                object -> passedOn(object, this::outward, this::letIn, Surroundings.NONE));
    }

    /** From the child to the client. */
    Parcel outward(Parcel parcel) {
        return passed(parcel, outward(parcel.code()), object -> passedOn(object, this::letIn, this::outward, ofChild));
    }

    private Parcel passed(Parcel parcel, @Nullable Announcement code, UnaryOperator<Referent> on) {
        if (parcel.luggage() == null) {
            return parcel;
        }
        List<@Nullable Object> home = new ArrayList<>();
        for (Object object : parcel.all().home()) {
            // What was passed on the other way goes back as what it is there.
            home.add(object instanceof PassedOn known ? known.object() : object);
        }
        List<@Nullable Referent> referents = new ArrayList<>();
        for (Referent object : parcel.all().referents()) {
            referents.add(object == null ? null : on.apply(object));
        }
        return Parcel.of(parcel.known(), parcel.body(), new Luggage(parcel.all().defined(), home, referents, code));
    }

    /** The same for the same object, as long as the other side has it. */
    private synchronized PassedOn passedOn(
            Referent object, UnaryOperator<Parcel> there, UnaryOperator<Parcel> back, Surroundings surroundings) {
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
}
