package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Idempotent;
import dev.wherry.testkit.faults.Fault;
import dev.wherry.testkit.faults.FaultyRelay;
import dev.wherry.testkit.faults.RandomFaults;
import dev.wherry.testkit.faults.RandomSeed;
import dev.wherry.testkit.faults.Way;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests as a user of the testkit writes them: a program over broken connections. The guide shows the regions. */
@Timeout(60)
class BrokenConnectionsTest {
    public interface Bank {
        @Idempotent
        long balance(String account);

        void transfer(long cents);
    }

    private static final class Ledger implements Bank {
        private final AtomicInteger transfers = new AtomicInteger();

        @Override
        public long balance(String account) {
            return account.length();
        }

        @Override
        public void transfer(long cents) {
            transfers.incrementAndGet();
        }
    }

    // @start region=seed
    @RegisterExtension
    final RandomSeed seed = RandomSeed.of(42);
    // @end

    private final Ledger ledger = new Ledger();

    @Test
    void answersAgainAfterEachFault() throws Exception {
        // @start region=faults
        // Shared memory would bypass the relay. A short heartbeat finds silent connections early.
        EndpointOptions options = EndpointOptions.builder()
                .sharedMemory(false)
                .heartbeat(Duration.ofMillis(300))
                .build();
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
                FaultyRelay relay = new FaultyRelay(server.address(), seed.value());
                Endpoint client = Endpoint.create(options)) {
            server.bind("bank", Bank.class, ledger);
            Bank bank = client.lookup(relay.address() + "/bank", Bank.class);
            Bank hasty = Calls.with(bank, CallOptions.ofTimeout(Duration.ofMillis(50)));
            Bank patient = Calls.with(bank, CallOptions.builder().waitForReady().build());
            RandomFaults faults = new RandomFaults(seed.value());
            for (int i = 0; i < 25; i++) {
                Fault fault = faults.strike(relay);
                try {
                    hasty.balance("ada"); // may fail
                } catch (CallException e) {
                    assertThat(e.code()).as(fault.name()).isNotEqualTo(CallException.Code.INTERNAL);
                }
                relay.heal();
                assertThat(patient.balance("ada")).as("after %s", faults).isEqualTo(3);
            }
        }
        // @end
    }

    @Test
    void doesNotTransferTwiceIfTheAnswerIsLost() throws Exception {
        EndpointOptions options = EndpointOptions.builder().sharedMemory(false).build();
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                FaultyRelay relay = new FaultyRelay(server.address(), seed.value());
                Endpoint client = Endpoint.create(options)) {
            server.bind("bank", Bank.class, ledger);
            Bank bank = client.lookup(relay.address() + "/bank", Bank.class);
            bank.balance("ada");
            // @start region=lost
            relay.silence(Way.TO_CLIENT); // the server receives the call, and its answer is lost
            Bank hasty = Calls.with(bank, CallOptions.ofTimeout(Duration.ofMillis(200)));
            try {
                hasty.transfer(100);
            } catch (CallException e) {
                assertThat(e.outcome()).isEqualTo(CallException.Outcome.UNKNOWN);
            }
            // @end
            relay.heal();
            assertThat(ledger.transfers.get()).isLessThanOrEqualTo(1);
        }
    }
}
