package dev.wherry.lab.peers.wherry;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.TaskClient;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.Tasks;
import dev.wherry.mobility.Workspace;
import dev.wherry.mobility.WorkspaceOptions;
import java.util.Arrays;
import java.util.concurrent.Callable;

/** Wherry with tasks, in the private workspace of its connection and by default in the server's process. */
public class WherryTasks extends Wherry {
    /** A peer as a service: it adds nothing to a call. */
    private static final class Shipper extends TaskClient {
        private final Peer peer;

        Shipper(Peer peer) {
            this.peer = peer;
        }

        @Override
        public <T> T ship(Callable<T> task) throws Exception {
            return Tasks.at(peer).call(Task.of(task));
        }

        @Override
        public <T> T shipAfresh(Callable<T> task) throws Exception {
            try (Workspace own = Workspace.at(peer, WorkspaceOptions.own())) {
                return own.call(Task.of(task));
            }
        }
    }

    protected WherryTasks(Way way) {
        super(way);
    }

    public static void main(String[] args) throws Exception {
        Program.run(Arrays.copyOfRange(args, 1, args.length), new WherryTasks(Way.of(args[0])));
    }

    @Override
    protected final EndpointOptions options(EndpointOptions defaults) {
        return super.options(defaults).toBuilder().with(policy()).build();
    }

    /** Whose tasks the server accepts, and where they run. */
    protected MobilityPolicy policy() {
        return MobilityPolicy.acceptAnyone();
    }

    @Override
    protected final Service service(Endpoint client, String address) {
        return new Shipper(client.connect(address));
    }
}
