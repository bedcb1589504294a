package dev.wherry.lab.peers.common;

import java.util.Random;

/** A numbered payload there, its number back. */
final class Payloads implements Operation {
    private final int bytes;

    Payloads(int bytes) {
        this.bytes = bytes;
    }

    @Override
    public Task task() {
        byte[] data = new byte[bytes];
        return new Task() {
            private int next;

            @Override
            public String call(Service service) throws Exception {
                int number = next++ & Integer.MAX_VALUE;
                int answer = service.invoke(new Payload(number, data));
                return answer == number ? null : "sent number " + number + ", got " + answer;
            }
        };
    }

    @Override
    public String check(Service service, int caller, int call, boolean byReference) throws Exception {
        byte[] data = new byte[bytes];
        new Random(31L * caller + call).nextBytes(data);
        for (int number : new int[] {caller * 1_000 + call, -1 - caller * 1_000 - call}) {
            Payload sent = new Payload(number, data);
            int answer = service.invoke(sent);
            if (answer != sent.answer()) {
                return "sent number " + number + " and " + bytes + " bytes, got " + answer + " for " + sent.answer();
            }
        }
        return null;
    }
}
