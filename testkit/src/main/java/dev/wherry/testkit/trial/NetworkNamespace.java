package dev.wherry.testkit.trial;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A network of its own for some processes, with a loopback interface that loses packets on command. Linux only, as root. */
public final class NetworkNamespace implements AutoCloseable {
    /** The requirements of {@link #create}. */
    public static final String NEEDS = "root, network namespaces, iproute2 and nftables";

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final String name = "wherry-" + ProcessHandle.current().pid() + "-" + NUMBERS.incrementAndGet();

    private NetworkNamespace() {}

    /** Creates a namespace. Returns nothing if this process cannot: see {@link #NEEDS}. */
    public static Optional<NetworkNamespace> create() throws IOException {
        NetworkNamespace created = new NetworkNamespace();
        String rules = "add table inet loss; add chain inet loss in { type filter hook input priority 0; }";
        if (isDone("ip netns add " + created.name)
                && created.runs("ip link set lo up")
                && created.runs("nft '" + rules + "'")) {
            return Optional.of(created);
        }
        created.close();
        return Optional.empty();
    }

    /** Returns a command that runs the command after it in this namespace. */
    public List<String> within() {
        return List.of("ip", "netns", "exec", name);
    }

    /** Loses this share of all packets from now on. */
    public void lose(int percent) throws IOException {
        if (!runs("nft 'add rule inet loss in numgen random mod 100 < " + percent + " drop'")) {
            throw new IOException("nft cannot add a rule that loses packets");
        }
    }

    private boolean runs(String command) throws IOException {
        return isDone(String.join(" ", within()) + " " + command);
    }

    private static boolean isDone(String command) throws IOException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        // Its output has ended, so it ends too.
        int status = process.onExit().join().exitValue();
        if (status != 0) {
            System.out.println(command + ": " + said);
        }
        return status == 0;
    }

    @Override
    public void close() throws IOException {
        isDone("ip netns delete " + name + " 2>/dev/null || true");
    }
}
