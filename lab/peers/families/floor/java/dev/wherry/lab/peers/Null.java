package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Adapter;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;

/** Calls nobody: this measures the calling loop that all Java clients of the lab have in common. */
public final class Null implements Adapter {
    public static void main(String[] args) throws Exception {
        Program.run(args, new Null());
    }

    @Override
    public String serve(CountingService service) {
        return "nowhere";
    }

    @Override
    public Service connect(String address) {
        return null;
    }

    @Override
    public String serializer(Service nobody) {
        return "none";
    }
}
