package dev.wherry.lab.peers.wherry;

import dev.wherry.EndpointOptions;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.SocketFile;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** How two endpoints reach each other: the address at which a server listens, and the URI that a client looks up. */
public enum Way {
    /** The address of a user who names only the host: Wherry chooses between the socket and memory. */
    CHOSEN("/", "", true),
    /** TCP only. */
    TCP("/", "", false),
    /** A Unix-domain socket only. */
    UNIX("#", "", false),
    /** Shared memory only. */
    SHM("#", "", true),
    /** Within one process, by reference. */
    REFERENCE("/", "", true),
    /** Within one process, by copy as between two processes. */
    COPY("/", "?copy", true);

    private static final AtomicInteger WITHIN = new AtomicInteger();

    private final String beforeName;
    private final String afterName;
    private final boolean mayShareMemory;

    Way(String beforeName, String afterName, boolean mayShareMemory) {
        this.beforeName = beforeName;
        this.afterName = afterName;
        this.mayShareMemory = mayShareMemory;
    }

    /** Parses an argument of a {@code peer.toml}. */
    public static Way of(String argument) {
        // Not by valueOf, which reflects: loading its classes would be counted as time of a client's first call.
        for (Way each : values()) {
            if (each.name().equalsIgnoreCase(argument)) {
                return each;
            }
        }
        throw new IllegalArgumentException("unknown way " + argument);
    }

    /** Returns where to listen, such as {@code tcp://127.0.0.1:0}. */
    String listenAt() throws IOException {
        return switch (this) {
            case CHOSEN, TCP -> "tcp://" + Host.with(0);
            case UNIX -> "unix:" + SocketFile.temporary();
            case SHM -> "shm:" + SocketFile.temporary();
            case REFERENCE, COPY -> "inprocess://lab-" + WITHIN.incrementAndGet();
        };
    }

    /** Returns the URI of a name at an address. */
    String uri(String address, String name) {
        return address + beforeName + name + afterName;
    }

    EndpointOptions options(EndpointOptions defaults) {
        return mayShareMemory ? defaults : defaults.toBuilder().sharedMemory(false).build();
    }
}
