package dev.wherry.internal.objects;

import dev.wherry.CallOptions;
import dev.wherry.EndpointOptions;
import dev.wherry.codec.compact.Instantiator;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.Id128;
import dev.wherry.spi.Codec;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The two interfaces of object 0, {@link Registry} and {@link Inspection}. Each is parsed when it is first used. */
public final class ObjectZero implements Exported.Unparsed {
    static {
        Instantiator.use(Registry.Located.class, new MakerOfLocated());
    }

    /** A class, since a new process loads one faster than it links a lambda. */
    private static final class MakerOfLocated implements Function<@Nullable Object[], Registry.Located> {
        @Override
        @SuppressWarnings({"unchecked", "NullAway"}) // the codec has checked the components
        public Registry.Located apply(@Nullable Object[] components) {
            return new Registry.Located(
                    (long) components[0], (long) components[1], (long) components[2], (List<String>) components[3]);
        }
    }

    private final RemoteInterfaces interfaces;

    /**
     * @param timeout of calls
     * @param codecs of its calls, in sessions of each of the endpoint's codecs
     */
    public ObjectZero(Duration timeout, List<Codec> codecs) {
        interfaces =
                new RemoteInterfaces(EndpointOptions.builder().timeout(timeout).build(), codecs);
    }

    @Override
    public RemoteInterface parse(String type) {
        return interfaces.of(type.equals(Inspection.class.getName()) ? Inspection.class : Registry.class);
    }

    /** Creates what the first look-up needs, here or at a peer. In a new process that takes many milliseconds. */
    public void prepareLookup() {
        interfaces.of(Registry.class).prepare();
    }

    /** Returns a stub. It is written by hand, so that the first look-up of a JVM does not wait for a class to be generated. */
    public Registry registryAt(CallTarget target, CallOptions options) {
        return new Registry() {
            @Override
            public Located locate(String name, String type) {
                RemoteInterface registry = interfaces.of(Registry.class);
                return (Located) Objects.requireNonNull(Stubs.call(target, registry, options, 0, name, type));
            }
        };
    }

    /** Returns a stub. */
    public Inspection inspectionAt(CallTarget target) {
        return Stubs.create(target, interfaces.of(Inspection.class), List.of(), CallOptions.none());
    }

    /** Serves an object as both. */
    <T extends Registry & Inspection> Exported serve(T object) {
        return new Exported(Registry.OBJECT, object, Id128.NONE, 0).serve(this);
    }
}
