package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.http.FloodsTest.Http2;
import dev.wherry.testsupport.Polling;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers that take memory: one that is too long, and many that their peers do not read. */
@Timeout(60)
class LargeAnswersTest {
    private static final int SETTINGS = 4;
    /** The statuses 200 and 500 as one byte of HPACK. */
    private static final byte OK = (byte) 0x88;

    private static final byte ERROR = (byte) 0x8e;

    private final EndpointOptions small = EndpointOptions.builder()
            .limits(Limits.builder()
                    .messageBytes(64 << 10)
                    .inboundBytes(100_000)
                    .build())
            .build();

    @Test
    void limitsTheAnswersThatWaitForTheirPeers() throws Exception {
        String text = "{\"text\":\"" + "a".repeat(16_000) + "\"}";
        try (Served served = new Served(small);
                Http2 peer = new Http2(served.http);
                Http2 other = new Http2(served.http)) {
            for (Http2 each : List.of(peer, other)) {
                each.out.write(
                        FloodsTest.frame(SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 0})); // no room for any answer
            }
            for (int count = 1; count <= 4; count++) {
                peer.post(2 * count - 1, "/bank/later", text);
                int expected = count;
                Polling.until("an answer", () -> peer.answers.size() == expected);
            }
            assertThat(peer.answers).extracting(each -> each[0]).containsExactly(OK, OK, OK, ERROR);
            other.post(1, "/bank/later", text);
            Polling.until("an answer", () -> other.answers.size() == 1);
            assertThat(other.answers.getFirst()[0]).isEqualTo(OK);
        }
    }

    @Test
    void refusesResultsThatAreTooLongForAMessage() throws IOException {
        EndpointOptions shortMessages = EndpointOptions.builder()
                .limits(Limits.builder().messageBytes(64 << 10).build())
                .build();
        try (Served served = new Served(shortMessages)) {
            assertThat(node(served, 100).status()).isEqualTo(200);
            Wire.Answer refused = node(served, 5_000); // each property that was left out is written as null
            assertThat(refused.status()).isEqualTo(500);
            assertThat(refused.text()).contains("\"outcome\":\"RAN\"");
        }
    }

    private static Wire.Answer node(Served served, int children) throws IOException {
        return Wire.post(served.http, "/bank/node", "{\"node\":{\"children\":[{}" + ",{}".repeat(children - 1) + "]}}");
    }
}
