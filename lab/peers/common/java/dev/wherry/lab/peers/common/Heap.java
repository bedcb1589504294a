package dev.wherry.lab.peers.common;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** How much this virtual machine has allocated since it started, threads that have ended included. */
final class Heap {
    private Heap() {}

    /** Null where the virtual machine does not tell (before Java 21). */
    static Long allocatedBytes() {
        try {
            // By name, so that the same source compiles on an older JDK, which lacks the method.
            return (Long) ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(new ObjectName("java.lang:type=Threading"), "TotalThreadAllocatedBytes");
        } catch (JMException untold) {
            return null;
        }
    }
}
