package dev.wherry.lab.peers.common;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.LongAdder;

/** Counts the classes that this virtual machine loads from elsewhere than its class path. */
public final class Arrivals {
    private static final LongAdder ARRIVED = new LongAdder();
    private static volatile boolean counting;

    private Arrivals() {}

    /** Called by the virtual machine if this is its agent. */
    public static void premain(String ignored, Instrumentation machine) {
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        ClassLoader own = ClassLoader.getSystemClassLoader();
        machine.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
                // The JDK's management has its own loader for some classes of the JDK.
                if (loader != null && loader != platform && loader != own && !name.startsWith("sun/")) {
                    ARRIVED.increment();
                }
                return null;
            }
        });
        counting = true;
    }

    /** Returns the number since the start; null if this is not the agent of the virtual machine. */
    static Long count() {
        return counting ? ARRIVED.sum() : null;
    }
}
