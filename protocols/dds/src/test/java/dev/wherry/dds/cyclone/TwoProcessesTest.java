package dev.wherry.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.WaitSet;
import dev.wherry.dds.engine.Writer;
import dev.wherry.testsupport.ChildProgram;
import dev.wherry.testsupport.Polling;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TwoProcessesTest {
    private static final Qos QOS =
            Qos.builder().keepAll().maxBlocking(Duration.ofSeconds(60)).build();
    private static final int COUNT = 300;

    @Test
    void echoesSamplesOfAnotherProcess() throws Exception {
        int domain = Loopback.domain();
        String name = Loopback.topic();
        AtomicBoolean done = new AtomicBoolean();
        try (Participant participant = Loopback.join(domain)) {
            Writer writer = participant.writer(participant.topic(name + "reply", Cdr.NOTE, QOS), QOS);
            Reader reader = participant.reader(participant.topic(name, Cdr.NOTE, QOS), QOS, Loopback.LONGEST);
            WaitSet waitSet = participant.waitSet();
            waitSet.attach(reader);
            CompletableFuture<Void> server = CompletableFuture.runAsync(
                    () -> {
                        // An echo before that would be lost.
                        Polling.until(
                                "the client is found",
                                () -> done.get() || (writer.matched() == 1 && reader.matched() == 1));
                        while (!done.get()
                                && waitSet.await(
                                        Long.MAX_VALUE,
                                        each -> each.take(
                                                (payload, offset, length, info) -> {
                                                    if (info.valid()) {
                                                        writer.write(payload, offset, length);
                                                    }
                                                },
                                                10))) {}
                    },
                    Thread.ofPlatform()::start);
            List<String> lines =
                    ChildProgram.run("exec \"$0\" \"$@\"", List.of(), Client.class, String.valueOf(domain), name);
            done.set(true);
            waitSet.wakeUp();
            server.join();
            assertThat(lines).endsWith("echoed " + COUNT, "exit 0");
        }
    }

    /** Sends notes and expects each to return unchanged. */
    static final class Client {
        private Client() {}

        public static void main(String[] arguments) {
            try (Participant participant = Loopback.join(Integer.parseInt(arguments[0]))) {
                Writer writer = participant.writer(participant.topic(arguments[1], Cdr.NOTE, QOS), QOS);
                Reader reader = participant.reader(
                        participant.topic(arguments[1] + "reply", Cdr.NOTE, QOS), QOS, Loopback.LONGEST);
                Loopback.untilMatched(writer, 1, reader, 1);
                for (int i = 0; i < COUNT; i++) {
                    Loopback.write(writer, Cdr.note(i, i, new byte[4 * i]));
                    byte[] reply = Loopback.take(reader, 1).getFirst().payload();
                    assertThat(reply).isEqualTo(Cdr.note(i, i, new byte[4 * i]));
                }
                System.out.println("echoed " + COUNT);
            }
        }
    }
}
