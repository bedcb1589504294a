package dev.wherry.dds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.rpc.Services;
import dev.wherry.testsupport.Polling;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class DiscoveryTest {
    private final String address = "dds://" + Services.domainOfClass(0);

    /** A value of a state. */
    public record Entry(@Key String id, int count) {}

    private static final class Recorder implements Discovery.Listener {
        final List<String> events = new CopyOnWriteArrayList<>();
        final Map<String, String> topics = new ConcurrentHashMap<>(); // by the GUID of the endpoint

        long endpoints(String topic) {
            return topics.values().stream().filter(topic::equals).count();
        }

        @Override
        public void joined(Discovery.Participant participant) {
            events.add("joined " + participant.guid());
        }

        @Override
        public void left(Discovery.Participant participant) {
            events.add("left " + participant.guid());
        }

        @Override
        public void added(Discovery.Endpoint endpoint) {
            topics.put(endpoint.guid(), endpoint.topic());
        }

        @Override
        public void removed(Discovery.Endpoint endpoint) {
            topics.remove(endpoint.guid());
        }
    }

    private static DataSpace join(String address) {
        return DataSpace.join(address, Services.dds().build());
    }

    @Test
    void notifiesAListenerOfWhatJoinsAndLeaves() {
        Recorder recorder = new Recorder();
        String topic = Services.name();
        try (DataSpace space = join(address);
                Discovery discovery = space.discovery(recorder)) {
            Polling.until("the own participant is found", () -> recorder.events.size() == 1);
            try (DataSpace other = join(address)) {
                other.state(topic, Entry.class);
                Polling.until(
                        "the other participant, its reader and its writer are found",
                        () -> recorder.events.size() == 2 && recorder.endpoints(topic) == 2);
                assertThat(discovery.participants()).hasSize(2).allSatisfy(each -> {
                    assertThat(each.processId())
                            .isEqualTo(String.valueOf(ProcessHandle.current().pid()));
                    assertThat(recorder.events).contains("joined " + each.guid());
                });
                assertThat(discovery.endpoints())
                        .filteredOn(each -> each.topic().equals(topic))
                        .isNotEmpty()
                        .allSatisfy(each -> {
                            assertThat(each.type()).endsWith("Entry");
                            assertThat(each.policies()).containsEntry("durability", "TRANSIENT_LOCAL");
                        })
                        .extracting(Discovery.Endpoint::isWriter)
                        .contains(true, false);
            }
            Polling.until("it has left", () -> recorder.events.size() == 3 && recorder.endpoints(topic) == 0);
            assertThat(recorder.events.getLast())
                    .isEqualTo(recorder.events.get(1).replace("joined", "left"));
            assertThat(discovery.participants()).hasSize(1);
        }
    }

    @Test
    void findsPeersByTheNamesOfTheirHosts() {
        DdsOptions peers =
                DdsOptions.builder().loopback().peers("127.0.0.1", "localhost").build();
        Recorder recorder = new Recorder();
        try (DataSpace space = DataSpace.join(address, peers);
                Discovery discovery = space.discovery(recorder)) {
            Polling.until("the own participant is found", () -> recorder.events.size() == 1);
            assertThat(discovery.participants()).hasSize(1);
            assertThat(peers.configuration()).contains("<Peer address=\"localhost\"/>");
        }
        assertThatThrownBy(() -> DdsOptions.builder().peers("a\"/>"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not the name or the address of a host");
    }
}
