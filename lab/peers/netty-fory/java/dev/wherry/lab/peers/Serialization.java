package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Person;
import org.apache.fory.Fory;
import org.apache.fory.ThreadSafeFory;

/** Fory with registered classes and its compiled serializers, without reference tracking, which is not needed here. */
final class Serialization {
    private static final ThreadSafeFory FORY = fory();

    private Serialization() {}

    private static ThreadSafeFory fory() {
        ThreadSafeFory fory = Fory.builder()
                .withXlang(false)
                .withRefTracking(false)
                .requireClassRegistration(true)
                .withAsyncCompilation(false)
                .buildThreadSafeFory();
        fory.register(Person.class);
        fory.register(Payload.class);
        fory.register(ForyWitness.class);
        return fory;
    }

    static byte[] bytes(Object value) {
        return FORY.serialize(value);
    }

    static Object value(byte[] bytes) {
        return FORY.deserialize(bytes);
    }
}
