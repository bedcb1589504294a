package dev.wherry.lab.peers.common;

import java.util.Arrays;
import java.util.Random;

/** Sends bytes and gets the same bytes back. */
final class Octets implements Operation {
    private final int bytes;

    Octets(int bytes) {
        this.bytes = bytes;
    }

    @Override
    public Task task() {
        byte[] sent = new byte[bytes];
        return service -> {
            int got = service.octets(sent).length;
            return got == bytes ? null : "sent " + bytes + " bytes, got " + got;
        };
    }

    @Override
    public String check(Service service, int caller, int call, boolean byReference) throws Exception {
        byte[] sent = new byte[bytes];
        new Random(31L * caller + call).nextBytes(sent);
        byte[] answer = service.octets(sent);
        int wrong = Arrays.mismatch(sent, answer);
        if (wrong >= 0) {
            return "sent " + bytes + " bytes, got " + answer.length + "; they differ from byte " + wrong + " on";
        }
        return (answer == sent) == byReference || bytes == 0 ? null : Operation.passing(byReference);
    }
}
