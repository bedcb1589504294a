package dev.wherry.lab.peers.common;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The services of the callers, one for each of them, kept as long as the process runs. */
final class Connections {
    private final Adapter adapter;
    private final String address;
    private final Surroundings surroundings;
    private final List<Service> services = new ArrayList<>();
    private final List<Service> clients = new ArrayList<>();

    Connections(Adapter adapter, String address) {
        this.adapter = adapter;
        this.address = address;
        surroundings = new Surroundings(adapter, address);
    }

    Surroundings surroundings() {
        return surroundings;
    }

    Map<String, String> versions() throws Exception {
        return adapter.versions(address);
    }

    /** Returns the services for an operation. They are null if it connects itself. */
    List<Service> of(Crowd crowd, Operation operation) throws Exception {
        return operation.connects() ? of(crowd) : Collections.nCopies(crowd.size, null);
    }

    List<Service> of(Crowd crowd) throws Exception {
        List<Service> kept = crowd.clients ? clients : services;
        while (kept.size() < crowd.size) {
            kept.add(crowd.clients ? adapter.client(address) : adapter.connect(address));
        }
        return kept.subList(0, crowd.size);
    }
}
