package dev.wherry.lab.peers.common;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** How many bytes this virtual machine has allocated since it started, including those of threads that have ended. */
final class Heap {
    private Heap() {}

    /** Returns null if the virtual machine does not report it (before Java 21). */
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
