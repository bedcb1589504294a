package dev.wherry.dds.engine;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A report of discovery in a domain. Each GUID is 32 hexadecimal digits. Names are those of a peer, and may have any characters. */
public sealed interface Discovered {
    String guid();

    /**
     * A participant, this process's own too.
     *
     * @param properties such as the name of its host; empty if it says none
     */
    record Member(String guid, Map<Property, String> properties) implements Discovered {}

    /** The process of a participant, as that says. */
    enum Property {
        HOST,
        PROCESS,
        PROCESS_ID
    }

    /**
     * A reader or a writer.
     *
     * @param participant the GUID of the participant that has it
     * @param type the name of its topic's type
     * @param qos null if the policies are outside of the limits of {@link Qos}
     * @param instance a number of it in this process
     */
    record Endpoint(
            String guid,
            String participant,
            boolean isWriter,
            String topic,
            String type,
            @Nullable Qos qos,
            long instance)
            implements Discovered {}

    /** A participant, reader or writer that has left. */
    record Gone(String guid) implements Discovered {}
}
