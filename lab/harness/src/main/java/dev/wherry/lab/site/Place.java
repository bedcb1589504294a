package dev.wherry.lab.site;

import dev.wherry.lab.plan.RemoteServers;
import dev.wherry.lab.process.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The place of a process.
 *
 * @param before what stands before its command, to put it there; empty for nothing
 * @param host the address that it listens at, if it listens
 * @param smoke whether its figures mean nothing: then a virtual machine does not spend time on making fast what soon ends,
 *     which halves what a smoke run takes
 * @param remote whether it is on another host, where a command gets its environment by words
 */
public record Place(List<String> before, String host, boolean smoke, boolean remote) {
    /** The address of processes that connect within one host. */
    public static final String LOOPBACK = "127.0.0.1";

    /** Wherever the kernel puts it. */
    public static final Place ANYWHERE = new Place(List.of(), LOOPBACK);

    /** The environment variable with the address at which a process listens. */
    private static final String HOST = "LAB_HOST";

    private static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

    /** The placeholder of the temporary folder, which is created when the process starts. */
    private static final String TEMPORARY = "{tmp}";

    private static final String JAVA = "/bin/java";

    Place(List<String> before, String host) {
        this(before, host, false, false);
    }

    /** Returns the place of servers on another host. They listen at the address that clients reach. */
    static Place remote(RemoteServers servers) {
        return new Place(servers.prefix(), servers.address(), false, true);
    }

    Place forSmoke() {
        return new Place(before, host, true, remote);
    }

    /**
     * The flags that a process with this command has here, in the order in which they take effect: if it is a virtual machine,
     * those of its environment too.
     */
    public List<String> flags(List<String> command, List<String> own) {
        return isJava(command) ? environment().around(own) : own;
    }

    private InheritedFlags environment() {
        InheritedFlags inherited = InheritedFlags.in(System.getenv());
        return smoke ? inherited.with(QUICK_COMPILER) : inherited;
    }

    private static boolean isJava(List<String> command) {
        return command.getFirst().endsWith(JAVA);
    }

    public Child start(List<String> command, Path folder) throws IOException {
        Scratch scratch = Scratch.make();
        try {
            ProcessBuilder builder = new ProcessBuilder(remote ? there(command, folder) : here(command, scratch))
                    .directory(folder.toFile());
            builder.environment().put(HOST, host);
            if (smoke) {
                builder.environment().put(InheritedFlags.TOOLS, environment().tools());
            }
            return Child.start(builder, scratch);
        } catch (IOException | RuntimeException notStarted) {
            scratch.close();
            throw notStarted;
        }
    }

    private List<String> here(List<String> command, Scratch scratch) {
        return Stream.concat(before.stream(), withTemporaryFolder(scratch, command))
                .toList();
    }

    /** Returns the command that starts the process there, with its folder and environment. */
    private List<String> there(List<String> command, Path folder) {
        Stream<String> environment = Stream.of("env", "-C", folder.toString(), HOST + "=" + host);
        Stream<String> words = command.stream().map(word -> word.replace(TEMPORARY, "/tmp"));
        return Stream.concat(before.stream(), Stream.concat(environment, words).map(this::quoted))
                .toList();
    }

    /** A remote shell reads what ssh passes on. */
    private String quoted(String word) {
        boolean shell = before.getFirst().endsWith("ssh") && !word.matches("[\\w./:=,@%+-]+");
        return shell ? "'" + word.replace("'", "'\\''") + "'" : word;
    }

    /** Replaces the placeholder, and names the folder to a JVM by a flag. A variable could do that too, but the JVM would print it. */
    private static Stream<String> withTemporaryFolder(Scratch scratch, List<String> command) {
        List<String> words = new ArrayList<>(command);
        if (isJava(words)) {
            words.add(1, "-Djava.io.tmpdir=" + TEMPORARY);
        }
        return words.stream()
                .map(word -> word.replace(TEMPORARY, scratch.folder().toString()));
    }

    record Places(Place server, Place client) {
        /** Wherever the kernel puts them. */
        static final Places ANYWHERE = new Places(Place.ANYWHERE, Place.ANYWHERE);

        Places forSmoke() {
            return new Places(server.forSmoke(), client.forSmoke());
        }

        Places(List<String> beforeServer, List<String> beforeClient) {
            this(new Place(beforeServer, Place.LOOPBACK), new Place(beforeClient, Place.LOOPBACK));
        }
    }
}
