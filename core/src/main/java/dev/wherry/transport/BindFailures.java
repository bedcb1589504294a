package dev.wherry.transport;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Says why a socket cannot be bound, or connected, to an address that this machine cannot have, and what to do. */
final class BindFailures {
    /** Below it a port may need a privilege. */
    private static final int UNPRIVILEGED = 1024;

    private BindFailures() {}

    /**
     * To be called after a failure: it opens a socket.
     *
     * @throws SocketException if the address is of IPv6 and there is none here
     */
    static void requireFamily(InetAddress ip) throws SocketException {
        if (ip instanceof Inet6Address && !hasIpv6()) {
            throw new SocketException(ip.getHostAddress()
                    + " is an IPv6 address, and this JVM has no IPv6: the system has none, or -Djava.net.preferIPv4Stack=true"
                    + " turns it off. Use an IPv4 address, such as tcp://0.0.0.0:5739 to listen at all of them");
        }
    }

    private static boolean hasIpv6() {
        try (SocketChannel _ = SocketChannel.open(StandardProtocolFamily.INET6)) {
            return true;
        } catch (UnsupportedOperationException e) {
            return false;
        } catch (IOException e) {
            return true; // it fails for another reason, which the caller will meet
        }
    }

    /** Of a host that the resolver does not know. */
    static IOException unknown(String host, Throwable cause) {
        int zone = host.indexOf('%');
        return new IOException(
                zone < 0
                        ? "Unknown host '" + host + "'"
                        : "Unknown host '" + host + "': this machine has no network interface '"
                                + host.substring(zone + 1) + "' with an IPv6 address",
                cause);
    }

    static BindException ofTcp(InetAddress ip, int port, BindException cause) throws SocketException {
        String why;
        if (!ip.isAnyLocalAddress() && NetworkInterface.getByInetAddress(ip) == null) {
            why = "no network interface of this machine has that address. Use one that it has, or tcp://0.0.0.0:" + port
                    + " for all of IPv4";
        } else if (port > 0
                && port < UNPRIVILEGED
                && String.valueOf(cause.getMessage()).contains("denied")) {
            why = "ports below " + UNPRIVILEGED + " need a privilege of the system. Use a higher one";
        } else {
            why = "another socket uses port " + port + ". End its process or use another port; port 0 takes a free one";
        }
        return with(cause.getMessage() + ": " + why, cause);
    }

    /** Of a Unix socket; what is wrong with its path is found out by looking at it. */
    static IOException ofPath(Path path, IOException cause) {
        int bytes = path.toString().getBytes(StandardCharsets.UTF_8).length;
        if (String.valueOf(cause.getMessage()).contains("too long")) {
            return new SocketException(
                    cause.getMessage() + ": it has " + bytes + " bytes, and systems allow some 100. Use a shorter one",
                    cause);
        }
        Path folder = folder(path);
        if (folder != null && !Files.isDirectory(folder)) {
            return with(
                    folder + (Files.exists(folder) ? " is not a directory" : ": no such directory")
                            + ". Create it, or use a path in one that exists",
                    cause);
        }
        return cause instanceof FileSystemException
                ? with(
                        "Cannot create a file in " + folder
                                + (cause instanceof AccessDeniedException ? ": permission denied" : "")
                                + ". Use a directory that this user may write to",
                        cause)
                : cause;
    }

    private static @Nullable Path folder(Path path) {
        return path.toAbsolutePath().getParent();
    }

    private static BindException with(String message, IOException cause) {
        BindException explained = new BindException(message);
        explained.initCause(cause);
        return explained;
    }
}
