package dev.wherry.dds.rpc;

import dev.wherry.dds.engine.Participant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The participant of all stubs of an endpoint in one domain, with the thread that receives their replies. For any thread. */
final class ClientGroup {
    private final Participant participant;
    private final SampleReceiver receiver;
    private final ExecutorService decoders = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("wherry-dds-reply-", 0).factory());
    private int users; // guarded by the ClientGroups

    ClientGroup(Participant participant) {
        this.participant = participant;
        receiver = new SampleReceiver(participant, "wherry-dds-replies");
        receiver.start();
    }

    Participant participant() {
        return participant;
    }

    SampleReceiver receiver() {
        return receiver;
    }

    /** Returns what runs code of the program. */
    ExecutorService decoders() {
        return decoders;
    }

    void enter() {
        users++;
    }

    /** Returns whether nobody uses it any more. */
    boolean leave() {
        return --users == 0;
    }

    void close() {
        receiver.close();
        participant.close();
        decoders.shutdown();
    }
}
