package dev.wherry.codec.java;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Classes in whose form JDK serialization writes values of the JDK. They are not values themselves. */
final class JdkForms {
    private static final Set<String> NAMES = Set.of(
            "com.sun.org.apache.xerces.internal.jaxp.datatype.DurationImpl$DurationStream",
            "java.security.KeyRep",
            "java.time.Ser",
            "java.time.chrono.Ser",
            "java.util.CollSer",
            "java.util.EnumSet$SerializationProxy",
            "java.util.concurrent.ConcurrentHashMap$Segment",
            "[Ljava.util.concurrent.ConcurrentHashMap$Segment;",
            "java.util.concurrent.atomic.DoubleAdder$SerializationProxy",
            "java.util.concurrent.atomic.LongAdder$SerializationProxy",
            "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject",
            "java.util.concurrent.locks.ReentrantLock",
            "java.util.concurrent.locks.ReentrantLock$FairSync",
            "java.util.concurrent.locks.ReentrantLock$NonfairSync");

    private JdkForms() {}

    static @Nullable Class<?> find(String name) throws ClassNotFoundException {
        return NAMES.contains(name) ? Class.forName(name, false, null) : null;
    }

    static boolean contains(Class<?> type) {
        return type.getClassLoader() == null && NAMES.contains(type.getName());
    }
}
