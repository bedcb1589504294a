package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.wherry.Wherry;
import java.util.concurrent.atomic.AtomicInteger;

/** Wherry between two endpoints of one process, with everything copied as between two. */
public final class WherryInprocessCopy extends Wherry {
    private final AtomicInteger listening = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Program.run(args, new WherryInprocessCopy());
    }

    @Override
    protected String listenAt() {
        return "inprocess://lab-" + listening.incrementAndGet();
    }

    @Override
    protected String uri(String address, String name) {
        return address + "/" + name + "?copy";
    }
}
