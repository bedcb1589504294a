package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Adapter;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;

/** No call leaves the process: the caller has the server's own object. */
public final class FloorInprocess implements Adapter {
    private Service served;

    public static void main(String[] args) throws Exception {
        Program.run(args, new FloorInprocess());
    }

    @Override
    public String serve(CountingService service) {
        served = service;
        return "here";
    }

    @Override
    public Service connect(String address) {
        return served;
    }

    @Override
    public boolean byReference() {
        return true;
    }

    @Override
    public String serializer(Service service) {
        return service == served ? "none" : "unknown";
    }
}
