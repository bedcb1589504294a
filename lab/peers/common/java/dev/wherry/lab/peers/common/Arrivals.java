package dev.wherry.lab.peers.common;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.LongAdder;

/** Counts the classes that come to this virtual machine from elsewhere than its class path, whatever brings them. */
public final class Arrivals {
    private static final LongAdder ARRIVED = new LongAdder();
    private static volatile boolean counting;

    private Arrivals() {}

    /** Called by the virtual machine where this is its agent. */
    public static void premain(String ignored, Instrumentation machine) {
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        ClassLoader own = ClassLoader.getSystemClassLoader();
        machine.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
                // For one of the JDK's own classes its management has a loader of its own.
                if (loader != null && loader != platform && loader != own && !name.startsWith("sun/")) {
                    ARRIVED.increment();
                }
                return null;
            }
        });
        counting = true;
    }

    /** Since the start; null where this is not the virtual machine's agent. */
    static Long count() {
        return counting ? ARRIVED.sum() : null;
    }
}
