package dev.wherry.gauntlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ObjectInputStream;

/** The chains without Wherry. */
final class PlainStream {
    private PlainStream() {}

    /** Returns whether a chain fires in an object stream without a filter. It has not before the stream is read. */
    static boolean fires(Chain chain) throws Exception {
        Payload payload = chain.make();
        byte[] stream = payload.stream();
        assertThat(payload.fired().getAsBoolean()).as("before it is read").isFalse();
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(stream))) {
            in.readObject();
        } catch (Exception e) {
            // Many chains fail after they have fired, and dead ones fail. The effect is what counts.
        }
        return payload.fired().getAsBoolean();
    }
}
