package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages about as long as the limit, which the peer refuses together with the connection if they are sent. */
final class MessageBytesTest {
    private static final int LIMIT = 2_048;
    private static final EndpointOptions USUAL = EndpointOptions.defaults();
    private static final EndpointOptions SMALL = USUAL.toBuilder()
            .limits(Limits.builder().messageBytes(LIMIT).build())
            .build();

    @ParameterizedTest
    @CsvSource({"0, true", "0, false", "1, true", "1, false"})
    void areRefusedBeforeTheyAreSent(int lanes, boolean toServer) {
        EndpointOptions server =
                (toServer ? SMALL : USUAL).toBuilder().lanes(lanes).build();
        EndpointOptions client =
                (toServer ? USUAL : SMALL).toBuilder().lanes(lanes).build();
        try (Pair pair = new Pair("tcp", server, client)) {
            pair.openLanes(lanes);
            Session session = pair.session();
            int sent = 0;
            int refused = 0;
            for (int length = LIMIT - 100; length < LIMIT + 100; length++) {
                byte[] bytes = new byte[length];
                CallException failed = catchThrowableOfType(CallException.class, () -> pair.stub.echo(bytes));
                if (failed == null) {
                    sent++;
                    continue;
                }
                refused++;
                assertThat(failed.code()).as(failed.getMessage()).isEqualTo(Code.CODEC);
                assertThat(failed).hasMessageContaining("more than " + LIMIT + " bytes");
            }
            assertThat(sent).isGreaterThan(50);
            assertThat(refused).isGreaterThanOrEqualTo(100);
            assertThat(session.state().isOpen()).isTrue();
        }
    }
}
