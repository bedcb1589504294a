package dev.wherry.mobility.internal.child.apart;

import dev.wherry.Endpoint;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.internal.child.ChildJvm;
import java.io.IOException;
import java.io.Serializable;
import java.util.function.Function;
import java.util.stream.Stream;

/** Starts a child and prints what it answers. In a package that is not Wherry's, so that Wherry can be a module beside it. */
public final class Host {
    private Host() {}

    /** The interface of the child. */
    public interface Setting {
        String tell();
    }

    public static void main(String[] arguments) throws IOException {
        try (ChildJvm child = ChildJvm.start(ChildLimits.defaults(), new Guest(), System.out::println);
                Endpoint endpoint = Endpoint.create()) {
            System.out.println("here " + new Guest().tell());
            System.out.println("child "
                    + endpoint.lookup(child.address() + "#setting", Setting.class)
                            .tell());
        }
    }

    /** Runs in the child. */
    public static final class Guest implements Function<String, Endpoint>, Setting, Serializable {
        @Override
        public Endpoint apply(String address) {
            Endpoint endpoint = Endpoint.create();
            endpoint.bind("setting", Setting.class, this);
            endpoint.listenAt(address);
            return endpoint;
        }

        @Override
        public String tell() {
            Module wherry = Endpoint.class.getModule();
            boolean others = Stream.of(wherry, Host.class.getModule())
                    .anyMatch(module -> module != memory() && module.isNativeAccessEnabled());
            return "Wherry is " + wherry + ", native access of memory " + memory().isNativeAccessEnabled()
                    + " and of others " + others + ", java.sql "
                    + ModuleLayer.boot().findModule("java.sql").isPresent();
        }

        /** The module of shared memory, whose package is not exported. */
        private static Module memory() {
            try {
                return Class.forName("dev.wherry.memory.MemoryRings").getModule();
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
