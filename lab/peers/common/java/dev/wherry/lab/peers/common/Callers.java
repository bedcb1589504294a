package dev.wherry.lab.peers.common;

import java.util.ArrayList;
import java.util.List;

/** The ways to the server, one for each calling thread, kept as long as the process lives. */
final class Callers {
    private final Adapter adapter;
    private final String address;
    private final List<Service> services = new ArrayList<>();

    Callers(Adapter adapter, String address) {
        this.adapter = adapter;
        this.address = address;
    }

    List<Service> first(int count) throws Exception {
        while (services.size() < count) {
            services.add(adapter.connect(address));
        }
        return services.subList(0, count);
    }
}
