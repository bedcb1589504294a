package dev.wherry.lab.peers.common;

import java.util.Arrays;
import java.util.Random;

/** Bytes there, the same bytes back. */
final class Octets implements Operation {
    private final int bytes;

    Octets(int bytes) {
        this.bytes = bytes;
    }

    @Override
    public Task task() {
        byte[] sent = new byte[bytes];
        return new Task() {
            @Override
            public Object call(Service service) throws Exception {
                return service.octets(sent);
            }

            @Override
            public boolean plausible(Object answer) {
                return answer instanceof byte[] && ((byte[]) answer).length == bytes;
            }
        };
    }

    @Override
    public String check(Service service, int caller, int call) throws Exception {
        byte[] sent = new byte[bytes];
        new Random(31L * caller + call).nextBytes(sent);
        byte[] answer = service.octets(sent);
        int wrong = Arrays.mismatch(sent, answer);
        if (wrong >= 0) {
            return "sent " + bytes + " bytes, got " + answer.length + "; they differ from byte " + wrong + " on";
        }
        return answer == sent && bytes > 0 ? "got the very array that was sent: nothing went over the wire" : null;
    }
}
