package dev.wherry.lab.peers.common;

/** A number there, the next one back, which is what goes there next. */
final class AddOne implements Operation {
    private static final int CALLERS_APART = 1_000_003;

    @Override
    public Task task() {
        return new Task() {
            private int number;

            @Override
            public String call(Service service) throws Exception {
                int answer = service.addOne(number);
                if (answer != number + 1) {
                    return "sent " + number + ", got " + answer;
                }
                number = answer;
                return null;
            }
        };
    }

    @Override
    public String check(Service service, int caller, int call, boolean byReference) throws Exception {
        // From the whole range, its two ends among them.
        int sent = call == 0 ? Integer.MAX_VALUE : caller * CALLERS_APART * (call % 2 == 0 ? 1 : -1) + call;
        int answer = service.addOne(sent);
        return answer == sent + 1 ? null : "sent " + sent + ", got " + answer;
    }
}
