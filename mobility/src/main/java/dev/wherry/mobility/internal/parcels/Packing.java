package dev.wherry.mobility.internal.parcels;

import dev.wherry.Limits;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.internal.types.TypeKinds;
import dev.wherry.mobility.internal.bundles.Announcement;
import dev.wherry.mobility.internal.parcels.Parcel.Attachments;
import dev.wherry.mobility.internal.parcels.Parcel.Defined;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Out;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes a parcel. For one thread. */
final class Packing extends Encoding {
    private final ChannelDefinitions definitions;
    private final References references;
    private final Limits limits;

    /** The definitions that the peer may lack; null in a warm task's parcel, whose lists are empty, too. */
    private @Nullable BitSet used;

    private List<@Nullable Object> home = List.of();
    private List<@Nullable RemoteObject> remote = List.of();

    Packing(ChannelDefinitions definitions, References references, Limits limits) {
        super(new Out(1 << 8));
        this.definitions = definitions;
        this.references = references;
        this.limits = limits;
        out().limit(limits.messageBytes());
    }

    /** @param known how many of the peer's definitions this side has received */
    Parcel parcel(int known, @Nullable Announcement code) {
        if (used == null && home.isEmpty() && code == null) {
            return new Parcel(known, out().copy(), null);
        }
        return new Parcel(known, out().copy(), new Attachments(defined(), home, remote, code));
    }

    private List<Defined> defined() {
        if (used == null) {
            return List.of();
        }
        int next = definitions.peerKnows(); // an answer may have been received since they were used
        if (next < definitions.count()) {
            used.set(next); // a definition whose parcel could not be encoded would leave a gap
        }
        return used.stream().mapToObj(definitions::defined).toList();
    }

    @Override
    public int define(Definition definition) {
        int number = definitions.number(definition);
        if (number >= definitions.peerKnows()) {
            if (used == null) {
                used = new BitSet();
            }
            used.set(number);
        }
        return number;
    }

    @Override
    public boolean travelsByReference(Object value) {
        return Stubs.targetOf(value) != null || isLambdaByReference(value.getClass());
    }

    /** Such a lambda cannot be sent by value, so it is sent by reference, even if the declared type is open. */
    private static boolean isLambdaByReference(Class<?> type) {
        return type.isHidden() && Arrays.stream(type.getInterfaces()).allMatch(TypeKinds::isByReference);
    }

    @Override
    public void writeReference(Object object, List<Class<?>> as) {
        if (home.isEmpty()) {
            home = new ArrayList<>();
            remote = new ArrayList<>();
        }
        CallTarget target = Stubs.targetOf(object);
        out().writeSize(home.size());
        Object there = target == null ? null : references.atHome(object, target);
        home.add(there);
        List<Class<?>> types = as.isEmpty() ? List.of(object.getClass().getInterfaces()) : as;
        remote.add(there == null ? references.of(object, types) : null);
        out().writeSize(types.size());
        types.forEach(type -> out().writeText(type.getName()));
    }

    @Override
    public Limits limits() {
        return limits;
    }
}
