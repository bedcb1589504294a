package dev.wherry.lab.peers.wherry;

import dev.wherry.EndpointOptions;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.SocketFile;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** How two endpoints reach each other: a server listens so, and a client names so what it looks up. */
public enum Way {
    /** What a user says who says no more than an address of this host: Wherry chooses between the socket and memory. */
    CHOSEN("/", "", true),
    /** And nothing else. */
    TCP("/", "", false),
    /** A Unix-domain socket, and nothing else. */
    UNIX("#", "", false),
    /** Shared memory, and nothing else. */
    SHM("#", "", true),
    /** Within one process, which shares the objects. */
    REFERENCE("/", "", true),
    /** Within one process, with everything copied as between two. */
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

    /** As an argument of a {@code peer.toml} has it. */
    public static Way of(String argument) {
        // Not by valueOf, which reflects: a client's first call would be charged with what that loads.
        for (Way each : values()) {
            if (each.name().equalsIgnoreCase(argument)) {
                return each;
            }
        }
        throw new IllegalArgumentException("there is no way " + argument);
    }

    /** Where to listen, such as {@code tcp://127.0.0.1:0}. */
    String listenAt() throws IOException {
        return switch (this) {
            case CHOSEN, TCP -> "tcp://" + Host.with(0);
            case UNIX -> "unix:" + SocketFile.temporary();
            case SHM -> "shm:" + SocketFile.temporary();
            case REFERENCE, COPY -> "inprocess://lab-" + WITHIN.incrementAndGet();
        };
    }

    /** The URI of a name at an address. */
    String uri(String address, String name) {
        return address + beforeName + name + afterName;
    }

    EndpointOptions options(EndpointOptions defaults) {
        return mayShareMemory ? defaults : defaults.toBuilder().sharedMemory(false).build();
    }
}
