package dev.wherry.lab.peers.common;

/** The further needs of an operation besides a service: a look-up, and the tracking of its calls. */
final class Surroundings {
    private final Adapter adapter;
    private final String address;
    private final Completions completions;

    Surroundings(Adapter adapter, String address) {
        this.adapter = adapter;
        this.address = address;
        completions = new Completions(adapter);
    }

    Completions completions() {
        return completions;
    }

    Service lookUp() throws Exception {
        return adapter.lookUp(address);
    }
}
