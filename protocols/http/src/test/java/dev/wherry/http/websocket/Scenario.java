package dev.wherry.http.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.ByReference;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Tasks;
import java.util.concurrent.CompletableFuture;

/** What the native protocol does and JSON does not: callbacks, references, shipped code, many calls at a time. */
final class Scenario {
    private Scenario() {}

    @ByReference
    public interface Clerk {
        int next(int number);
    }

    public interface Office {
        int twice(Clerk clerk, int number);

        Clerk hire();

        byte[] reversed(byte[] bytes);

        CompletableFuture<byte[]> later(byte[] bytes);

        String caller();

        boolean callerIsOfThisHost();
    }

    static final class Front implements Office {
        @Override
        public int twice(Clerk clerk, int number) {
            return clerk.next(clerk.next(number));
        }

        @Override
        public Clerk hire() {
            return number -> number + 1;
        }

        @Override
        public byte[] reversed(byte[] bytes) {
            byte[] reversed = new byte[bytes.length];
            for (int i = 0; i < bytes.length; i++) {
                reversed[i] = bytes[bytes.length - 1 - i];
            }
            return reversed;
        }

        @Override
        public CompletableFuture<byte[]> later(byte[] bytes) {
            return CompletableFuture.completedFuture(bytes);
        }

        @Override
        public String caller() {
            return Calls.identity().orElseThrow().kind();
        }

        @Override
        public boolean callerIsOfThisHost() {
            return Calls.identity().orElseThrow().isOfThisHost();
        }
    }

    /** Returns options of an endpoint that runs shipped code. */
    static EndpointOptions.Builder options() {
        return EndpointOptions.builder().with(MobilityPolicy.acceptAnyone());
    }

    static void bind(Endpoint server) {
        server.bind("office", Office.class, new Front());
    }

    /** @param address of an endpoint, with its query */
    static Office office(Endpoint client, String address) {
        int query = address.indexOf('?');
        return client.lookup(
                query < 0 ? address + "/office" : address.substring(0, query) + "/office" + address.substring(query),
                Office.class);
    }

    /** Does all of it over one session. */
    static void play(Endpoint client, String address) throws Exception {
        Office office = office(client, address);
        assertThat(office.twice(number -> number * 3, 7)).isEqualTo(63);
        Clerk clerk = office.hire();
        assertThat(clerk.next(1)).isEqualTo(2);
        assertThat(office.twice(clerk, 1)).isEqualTo(3);
        for (int size : new int[] {0, 1, 125, 126, 1_000, 65_535, 65_536, 1_000_000}) {
            byte[] bytes = bytes(size);
            assertThat(office.later(bytes).get()).isEqualTo(bytes);
            assertThat(office.reversed(office.reversed(bytes))).isEqualTo(bytes);
        }
        int base = 40;
        assertThat(Tasks.at(client.connect(address)).call(() -> base + 2)).isEqualTo(42);
    }

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 7);
        }
        return bytes;
    }
}
