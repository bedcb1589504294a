package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.wherry.Wherry;

/** Wherry between two endpoints of one process, with everything copied as between two. */
public final class WherryInprocessCopy extends Wherry {
    public static void main(String[] args) throws Exception {
        Program.run(args, new WherryInprocessCopy());
    }

    @Override
    protected String listenAt() {
        return "inprocess://lab";
    }

    @Override
    protected String uri(String address, String name) {
        return address + "/" + name + "?copy";
    }
}
