package dev.wherry.dds.cyclone;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.engine.Writer;
import dev.wherry.testsupport.Domains;
import dev.wherry.testsupport.Polling;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Domains that work on this machine alone, without multicast. */
final class Loopback {
    static final int LONGEST = 16 << 20;

    private Loopback() {}

    /** A sample that a reader has received. */
    record Received(byte[] payload, SampleInfo info) {}

    /** Returns the engine. Skips the test where there is no library, except in CI. */
    static CycloneEngine engine() {
        try {
            return CycloneEngine.load();
        } catch (DdsException e) {
            Assumptions.assumeTrue("true".equals(System.getenv("CI")), e.getMessage());
            throw e;
        }
    }

    /** Returns a domain that tests in other processes hardly use at the same time. */
    static int domain() {
        return Domains.any();
    }

    /** Returns a name that no other test uses. */
    static String topic() {
        return Domains.name("topic");
    }

    static String configuration() {
        return configuration("auto");
    }

    /** @param index of the participant, which decides its ports */
    static String configuration(String index) {
        return """
            <CycloneDDS><Domain id="any">
            <General><Interfaces><NetworkInterface name="lo" multicast="false"/></Interfaces>
            <AllowMulticast>false</AllowMulticast></General>
            <Discovery><ParticipantIndex>%s</ParticipantIndex><MaxAutoParticipantIndex>30</MaxAutoParticipantIndex>
            <Peers><Peer address="127.0.0.1"/></Peers><SPDPInterval>1s</SPDPInterval></Discovery>
            </Domain></CycloneDDS>\
            """.formatted(index);
    }

    static Participant join(int domain) {
        return engine().open(domain, configuration());
    }

    static void untilMatched(Writer writer, int readers, Reader reader, int writers) {
        Polling.until(
                "the writer and the reader match", () -> writer.matched() == readers && reader.matched() == writers);
    }

    static void write(Writer writer, byte[] payload) {
        writer.write(payload, 0, payload.length);
    }

    /** Waits for samples. */
    static List<Received> take(Reader reader, int count) {
        List<Received> received = new ArrayList<>();
        Polling.until(count + " samples arrive", () -> {
            reader.take(
                    (payload, offset, length, info) -> received.add(new Received(copy(payload, offset, length), info)),
                    100);
            return received.size() >= count;
        });
        return received;
    }

    static byte[] copy(byte[] payload, int offset, int length) {
        byte[] copy = new byte[length];
        System.arraycopy(payload, offset, copy, 0, length);
        return copy;
    }
}
