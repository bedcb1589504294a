package dev.wherry.lab.peers.common;

/**
 * Sends a number and gets the next one back, which is the number of the next call. If requested, it looks the object up
 * first.
 */
final class AddOne implements Operation {
    private static final int CALLERS_APART = 1_000_003;

    /** Where to look the object up; null if it has been looked up. */
    private final Surroundings surroundings;

    AddOne(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public boolean connects() {
        return surroundings == null;
    }

    private Service find(Service service) throws Exception {
        return surroundings == null ? service : surroundings.lookUp();
    }

    @Override
    public Task task() {
        return new Task() {
            private int number;
            private Service found;

            @Override
            public String call(Service service) throws Exception {
                if (found == null) {
                    found = find(service);
                }
                int answer = found.addOne(number);
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
        // The whole range of numbers, including the two ends.
        int sent = call == 0 ? Integer.MAX_VALUE : caller * CALLERS_APART * (call % 2 == 0 ? 1 : -1) + call;
        int answer = find(service).addOne(sent);
        return answer == sent + 1 ? null : "sent " + sent + ", got " + answer;
    }
}
