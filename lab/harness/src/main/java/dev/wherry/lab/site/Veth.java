package dev.wherry.lab.site;

import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.process.Command;
import dev.wherry.lab.process.Command.Outcome;
import dev.wherry.lab.process.Processes;
import dev.wherry.lab.site.Place.Places;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Two network namespaces of this host with a virtual cable between them: one kernel, but separate addresses and an MTU, and no
 * loopback. Namespaces that an earlier lab left when it was killed are removed first.
 */
final class Veth implements AutoCloseable {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path NAMESPACES = Path.of("/run/netns");
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Pattern NAME = Pattern.compile("wherry-lab-(\\d+)-\\d+-(server|client)");
    private static final AtomicInteger CREATED = new AtomicInteger();
    /** The same in every pair, since only the two namespaces see them. */
    private static final String SERVER = "10.111.0.1";

    private static final String CLIENT = "10.111.0.2";
    private static final String DEVICE = "lab";

    private final String server;
    private final String client;
    private final Runnable atEnd = this::remove;

    private Veth() {
        String both = "wherry-lab-%d-%d-".formatted(ProcessHandle.current().pid(), CREATED.incrementAndGet());
        server = both + "server";
        client = both + "client";
    }

    /** Creates them.
     *
     * @throws LabException if a command or a permission is missing */
    static Veth create() throws IOException, InterruptedException {
        if (!Command.run(List.of("ip", "-V"), Path.of("/"), LIMIT).succeeded()) {
            throw missing("the command ip (on Debian: apt-get install iproute2)");
        }
        if (!isRoot(Files.readString(STATUS))) {
            throw missing("root, which alone may make network namespaces");
        }
        Veth veth = new Veth();
        Processes.atEnd(veth.atEnd);
        try {
            veth.make();
            return veth;
        } catch (InterruptedException | RuntimeException failed) {
            veth.close();
            throw failed;
        }
    }

    private static LabException missing(String what) {
        return new LabException("The placement veth needs " + what);
    }

    static boolean isRoot(String status) {
        return status.lines().anyMatch(line -> line.matches("Uid:\\s+\\d+\\s+0\\s.*"));
    }

    private void make() throws InterruptedException {
        ip("netns", "add", server);
        ip("netns", "add", client);
        ip("link", "add", DEVICE, "netns", server, "type", "veth", "peer", "name", DEVICE, "netns", client);
        configure(server, SERVER);
        configure(client, CLIENT);
    }

    private static void configure(String namespace, String address) throws InterruptedException {
        ip("-n", namespace, "address", "add", address + "/30", "dev", DEVICE);
        ip("-n", namespace, "link", "set", "lo", "up");
        ip("-n", namespace, "link", "set", DEVICE, "up");
    }

    private static void ip(String... words) throws InterruptedException {
        List<String> command = Stream.concat(Stream.of("ip"), Stream.of(words)).toList();
        Outcome outcome = Command.run(command, Path.of("/"), LIMIT);
        if (!outcome.succeeded()) {
            throw missing(
                    "network namespaces, and `%s` said: %s".formatted(String.join(" ", command), outcome.firstLine()));
        }
    }

    Places places() {
        return new Places(new Place(in(server), SERVER), new Place(in(client), CLIENT));
    }

    private static List<String> in(String namespace) {
        return List.of("ip", "netns", "exec", namespace);
    }

    /** Removes those of labs that were killed, if the user has the permission. */
    static void removeLeftOvers() throws IOException {
        if (!Files.isDirectory(NAMESPACES) || !isRoot(Files.readString(STATUS))) {
            return;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(NAMESPACES)) {
            for (Path each : all) {
                Matcher name = NAME.matcher(each.getFileName().toString());
                if (name.matches() && Processes.isDead(Long.parseLong(name.group(1)))) {
                    remove(name.group());
                }
            }
        }
    }

    /** Runs when the run ends, or when the lab ends. */
    private synchronized void remove() {
        // Deleting a namespace deletes its end of the cable, and with it the other end.
        remove(server);
        remove(client);
    }

    /** Works while the lab is ending and after its thread was interrupted. */
    private static void remove(String namespace) {
        if (Files.notExists(NAMESPACES.resolve(namespace))) {
            return;
        }
        try {
            new ProcessBuilder("ip", "netns", "delete", namespace)
                    .inheritIO()
                    .start()
                    .onExit()
                    .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .join();
        } catch (IOException noSuchCommand) {
            throw missing("the command ip to remove %s: %s".formatted(namespace, noSuchCommand.getMessage()));
        }
    }

    @Override
    public void close() {
        remove();
        Processes.notAtEnd(atEnd);
    }
}
