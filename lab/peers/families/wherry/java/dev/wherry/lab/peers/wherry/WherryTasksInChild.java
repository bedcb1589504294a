package dev.wherry.lab.peers.wherry;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.MobilityPolicy;
import java.util.Arrays;

/** Wherry with tasks that run in a child JVM of the server. */
public final class WherryTasksInChild extends WherryTasks {
    private WherryTasksInChild(Way way) {
        super(way);
    }

    public static void main(String[] args) throws Exception {
        Program.run(Arrays.copyOfRange(args, 1, args.length), new WherryTasksInChild(Way.of(args[0])));
    }

    @Override
    protected MobilityPolicy policy() {
        return super.policy().toBuilder().child(ChildLimits.defaults()).build();
    }
}
