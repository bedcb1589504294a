package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Adapter;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** No call leaves the process: the caller has the object of the server. */
public final class FloorInprocess implements Adapter {
    private final List<Service> served = new CopyOnWriteArrayList<>();

    public static void main(String[] args) throws Exception {
        Program.run(args, new FloorInprocess());
    }

    @Override
    public synchronized String serve(CountingService service) {
        served.add(service);
        return String.valueOf(served.size() - 1);
    }

    @Override
    public Service connect(String address) {
        return served.get(Integer.parseInt(address));
    }

    @Override
    public boolean byReference() {
        return true;
    }

    @Override
    public String serializer(Service service) {
        return served.contains(service) ? "none" : "unknown";
    }
}
