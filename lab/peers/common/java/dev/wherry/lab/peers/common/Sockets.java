package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Asks the kernel what this process shares with others, whatever its libraries claim. */
final class Sockets {
    private static final Path OWN = Path.of("/proc/self");
    private static final int STATE_TCP = 3;
    private static final int INODE_TCP = 9;
    private static final int STATE_UNIX = 5;
    private static final int INODE_UNIX = 6;
    private static final int LOOKS = 50;

    private final Set<String> before;
    private final boolean mappedBefore;

    /** Remembers what is open now, which does not belong to the system. */
    Sockets() throws IOException {
        // With its first socket the JDK makes a pair of connected Unix sockets for internal use.
        SocketChannel.open().close();
        before = inodes();
        mappedBefore = sharesMemory();
    }

    /**
     * Returns the kinds of connections that are open now and were not before: "tcp", "unix", both with a plus sign, or
     * "none". It returns "udp" if there are no connections but sockets for datagrams: beside connections, they may
     * reserve ports. It returns only "shm" if memory is shared with other processes: the two ends need the connections
     * beside it to find each other. Whether calls used the memory is for the system to count.
     */
    String transport() throws IOException {
        if (!mappedBefore && sharesMemory()) {
            return "shm";
        }
        Set<String> own = inodes();
        own.removeAll(before);
        Set<String> kinds = new TreeSet<>();
        // The table of the JDK's usual sockets is read first: a connection may be about to end.
        if (connected("tcp6", STATE_TCP, "01", INODE_TCP, own) || connected("tcp", STATE_TCP, "01", INODE_TCP, own)) {
            kinds.add("tcp");
        }
        if (connected("unix", STATE_UNIX, "03", INODE_UNIX, own)) {
            kinds.add("unix");
        }
        if (kinds.isEmpty() && connected("udp", STATE_TCP, "07", INODE_TCP, own)) {
            return "udp";
        }
        return kinds.isEmpty() ? "none" : String.join("+", kinds);
    }

    /**
     * Returns the same as {@link #transport}, but searches while this calls, until a connection is seen. A connection
     * that ends with its call may close between the reading of the process's files and that of the kernel's tables.
     */
    String transportDuring(Callable<?> calls) throws Exception {
        String seen = "none";
        for (int i = 0; i < LOOKS && seen.equals("none"); i++) {
            FutureTask<?> calling = new FutureTask<>(calls);
            new Thread(calling, "calls").start();
            while (seen.equals("none") && !calling.isDone()) {
                seen = transport();
            }
            calling.get();
        }
        return seen;
    }

    private static boolean connected(String table, int state, String wanted, int inode, Set<String> own)
            throws IOException {
        Path file = OWN.resolve("net").resolve(table);
        if (!Files.exists(file)) {
            return false;
        }
        for (String line : Files.readAllLines(file)) {
            String[] words = line.trim().split("\\s+");
            if (words.length > inode && words[state].equals(wanted) && own.contains(words[inode])) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether it has mapped a file that is in memory, shared and writable. */
    private static boolean sharesMemory() throws IOException {
        for (String line : Files.readAllLines(OWN.resolve("maps"))) {
            String[] words = line.split("\\s+", 6);
            if (words.length > 5
                    && words[1].startsWith("rw")
                    && words[1].endsWith("s")
                    && (words[5].startsWith("/dev/shm/") || words[5].startsWith("/memfd:"))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the sockets among the open files of this process. */
    private static Set<String> inodes() throws IOException {
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(OWN.resolve("fd"))) {
            for (Path file : files) {
                String target = target(file);
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        }
        return inodes;
    }

    private static String target(Path file) throws IOException {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (NoSuchFileException closedMeanwhile) {
            return "";
        }
    }
}
