package dev.wherry.internal.types;

import dev.wherry.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The learning mode of a JVM, started by {@code -Dwherry.learn=FILE}. A class that would be refused only because it is not
 * registered is written to a file and allowed for this run. One run of a program thus finds all classes to register.
 *
 * <p>While it is on, a peer chooses what is instantiated from the whole class path. It can therefore be started from the
 * command line alone, is reported in the log, and excludes peers of other hosts.
 */
public final class Learning {
    private static final String PROPERTY = "wherry.learn";
    private static final Set<String> LOCAL_SCHEMES = Set.of("unix", "shm", "inprocess");
    private static final String HEAD = """
        # Classes that were not registered, recorded by a run with -Dwherry.learn. Delete what shall not travel.
        # Load it by EndpointOptions.builder().registerFrom(Path.of("FILE")).build(), or with wherry-rmi-compat by
        # -Dwherry.rmi.register=FILE; or write the same in Java:
        """;

    private static final @Nullable Learning ACTIVE = start(System.getProperty(PROPERTY));

    private final Path file;
    private final Set<Class<?>> learned = ConcurrentHashMap.newKeySet();

    Learning(Path file) {
        this.file = file;
    }

    /** The learning mode of this JVM; null if it is off, which it is unless the command line turned it on. */
    public static @Nullable Learning active() {
        return ACTIVE;
    }

    /** Found when it is needed: finding a logger takes a new JVM some milliseconds. */
    private static System.Logger log() {
        return System.getLogger("dev.wherry");
    }

    private static @Nullable Learning start(@Nullable String file) {
        if (file == null) {
            return null;
        }
        if (file.isBlank()) {
            throw new IllegalArgumentException("-Dwherry.learn needs a file to write to: -Dwherry.learn=FILE");
        }
        Learning learning = new Learning(Path.of(file).toAbsolutePath());
        String warning =
                "THE ALLOW-LIST IS OFF: this JVM runs with -D" + PROPERTY + ". Until it ends, every process on this"
                        + " host that can connect to it chooses"
                        + " which classes are instantiated here."
                        + " Peers of other hosts are refused. What"
                        + " is learned is written to"
                        + " " + learning.file
                        + ". Do not run a production service in this mode";
        System.err.println(warning); // a logger may be configured to drop it
        log().log(
                        Level.WARNING,
                        "Started with -D" + PROPERTY + "=" + learning.file + ", which allows every class to travel");
        learning.write(Set.of());
        return learning;
    }

    /** Records a class and returns true, if registering it would allow it; false for all others. */
    boolean learn(Class<?> type) {
        if (learned.contains(type)) {
            return true;
        }
        if (!mayBeLearned(type)) {
            return false;
        }
        Class<?> registered = JdkTypes.defines(type) ? JdkRegistrations.registered(type) : type;
        if (registered == null) {
            return false;
        }
        if (learned.add(registered)) {
            log().log(
                            Level.WARNING,
                            "Learned (-D" + PROPERTY + "): " + registered.getName()
                                    + " is not registered; allowed for this run");
            write(Set.of(registered.getName()));
        }
        if (JdkTypes.defines(registered)) {
            learned.addAll(JdkRegistrations.with(registered));
        }
        return true;
    }

    /** The class of a name that a peer sent, recorded as by {@link #learn(Class)}; null if there is none to learn. */
    @Nullable
    Class<?> learn(String className, @Nullable ClassLoader loader) {
        try {
            Class<?> type = Class.forName(className, false, loader);
            return learn(type) ? type : null;
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // the refusal that follows says that the class is not known
        }
    }

    /** Whether there is no class of this name here, which no list could change. */
    static boolean isAbsent(String className, @Nullable ClassLoader loader) {
        try {
            Class.forName(className, false, loader);
            return false;
        } catch (ClassNotFoundException | LinkageError e) {
            return true;
        }
    }

    private static boolean mayBeLearned(Class<?> type) {
        return !type.isHidden()
                && !Proxy.isProxyClass(type)
                && (type.isInterface() || !isByReference(type)) // of an interface there can be arrays
                && (!JdkTypes.defines(type) || JdkTypes.find(type.getName()) == null);
    }

    /** Whether a class implements an interface whose objects stay where they are: it is never copied. */
    private static boolean isByReference(Class<?> type) {
        for (@Nullable Class<?> part = type; part != null; part = part.getSuperclass()) {
            for (Class<?> each : part.getInterfaces()) {
                if (TypeKinds.isByReference(each)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** @throws IllegalStateException if processes of other hosts could connect to this address */
    public void requireLocal(URI listener) {
        if (!isLocal(listener)) {
            throw new IllegalStateException("Cannot listen at " + listener + " while this JVM runs with -D" + PROPERTY
                    + ": it turns the allow-list off, so only this host may connect. Listen at tcp://127.0.0.1 or a"
                    + " Unix socket, or start the JVM without -D" + PROPERTY);
        }
    }

    /**
     * Checks the other end of a link.
     *
     * @throws IOException if it is not on this host, as far as the link knows
     */
    public void requireLocal(Identity peer) throws IOException {
        if (!peer.isOfThisHost()) {
            throw new IOException("A JVM that runs with -D" + PROPERTY + " has no connections to other hosts, and "
                    + peer + " is not known to be this one. Start it without -D" + PROPERTY);
        }
    }

    private static boolean isLocal(URI address) {
        return LOCAL_SCHEMES.contains(address.getScheme())
                || ("tcp".equals(address.getScheme()) && isLoopback(address.getHost()));
    }

    /** Returns whether a host is this one, by its loopback addresses alone. It may be looked up. */
    public static boolean isLoopback(@Nullable String host) {
        try {
            return host != null
                    && !host.isEmpty()
                    && List.of(InetAddress.getAllByName(host)).stream().allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            return false; // what cannot be resolved is not known to be here
        }
    }

    /** Adds names to those in the file, which other processes and earlier runs may have written. */
    private synchronized void write(Set<String> names) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.lock(); // until it is closed
            String before = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
            Set<String> all = new TreeSet<>(names);
            before.lines()
                    .map(RegisteredTypes::entry)
                    .filter(each -> !each.isEmpty())
                    .forEach(all::add);
            channel.truncate(0);
            ByteBuffer text = StandardCharsets.UTF_8.encode(text(all));
            while (text.hasRemaining()) {
                channel.write(text);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write what was learned (-D" + PROPERTY + ") to " + file, e);
        }
    }

    private static String text(Set<String> names) {
        List<String> hidden = names.stream().filter(each -> !isPublic(each)).toList();
        String java = names.stream()
                .filter(each -> !each.contains("*") && !hidden.contains(each))
                .map(each -> each.replace('$', '.') + ".class")
                .collect(Collectors.joining(", "));
        return HEAD + "# .register(" + java + ")\n"
                + (hidden.isEmpty()
                        ? ""
                        : "# Not public, so only this file, or the registration of their packages, can name them: "
                                + String.join(", ", hidden) + "\n")
                + names.stream().map(each -> each + "\n").collect(Collectors.joining());
    }

    /** Whether Java code can name a class everywhere; of one that is only at the other end that is not known. */
    private static boolean isPublic(String className) {
        try {
            @Nullable Class<?> type = Class.forName(className, false, RegisteredTypes.loader());
            while (type != null && Modifier.isPublic(type.getModifiers())) {
                type = type.getEnclosingClass();
            }
            return type == null;
        } catch (ClassNotFoundException | LinkageError e) {
            return true;
        }
    }
}
