package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.wherry.Wherry;
import java.net.UnknownHostException;

/** Wherry as a user gets it who says no more than an address of this host: it chooses between the socket and memory. */
public final class WherryDefault extends Wherry {
    public static void main(String[] args) throws Exception {
        Program.run(args, new WherryDefault());
    }

    @Override
    protected String listenAt() throws UnknownHostException {
        return tcp();
    }
}
