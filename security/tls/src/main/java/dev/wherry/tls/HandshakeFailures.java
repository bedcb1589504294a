package dev.wherry.tls;

import dev.wherry.text.OneLine;
import dev.wherry.tls.PeerTrust.Rejected;
import dev.wherry.tls.TlsException.Problem;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Finds out what the JDK means by the failure of a handshake, which it says in many forms. */
final class HandshakeFailures {
    private static final Pattern ALERT = Pattern.compile("Received fatal alert: ([a-z_]+)");
    private static final String VERSIONS =
            "Both sides need TLS 1.3 or 1.2, and a cipher that the JDK of each allows (jdk.tls.disabledAlgorithms)";

    private HandshakeFailures() {}

    /**
     * Returns what is wrong, in the words of a message.
     *
     * @param peer {@code server} or {@code client}
     * @param mine what this side has shown
     */
    static IOException explain(IOException failure, String peer, Credentials mine) {
        if (failure instanceof TlsException) {
            return failure;
        }
        if (!(failure instanceof SSLException)) {
            return new IOException(
                    "the " + peer + " left during the TLS handshake: "
                            + OneLine.of(String.valueOf(failure.getMessage())),
                    failure);
        }
        Rejected rejected = rejected(failure);
        if (rejected != null) {
            return new TlsException(rejected.problem, String.valueOf(rejected.getMessage()), failure);
        }
        String text = String.valueOf(failure.getMessage());
        Matcher alert = ALERT.matcher(text);
        return alert.find() ? ofAlert(alert.group(1), peer, mine, failure) : ofText(text, peer, failure);
    }

    private static @Nullable Rejected rejected(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof Rejected found) {
                return found;
            }
        }
        return null;
    }

    private static TlsException ofAlert(String alert, String peer, Credentials mine, IOException failure) {
        return switch (alert) {
            case "certificate_required" -> missing(failure);
            case "bad_certificate", "handshake_failure" ->
                peer.equals("server") && !mine.hasCertificate()
                        ? missing(failure)
                        : alert.equals("bad_certificate")
                                ? refused(alert, peer, mine, failure)
                                : new TlsException(
                                        Problem.NO_COMMON_VERSION,
                                        "the " + peer + " accepts nothing that this side offers. " + VERSIONS,
                                        failure);
            case "certificate_expired",
                    "certificate_revoked",
                    "certificate_unknown",
                    "unsupported_certificate",
                    "unknown_ca",
                    "access_denied" -> refused(alert, peer, mine, failure);
            case "protocol_version", "insufficient_security" ->
                new TlsException(
                        Problem.NO_COMMON_VERSION,
                        "the " + peer + " and this side have no version of TLS in common. " + VERSIONS,
                        failure);
            case "no_application_protocol" ->
                new TlsException(
                        Problem.NO_COMMON_PROTOCOL,
                        "the " + peer + " speaks TLS, but not Wherry's protocol within it (ALPN " + TlsRole.NATIVE
                                + "). Check the port",
                        failure);
            default -> new TlsException(Problem.BROKEN, "the " + peer + " ended TLS with the alert " + alert, failure);
        };
    }

    private static TlsException missing(IOException failure) {
        return new TlsException(
                Problem.NO_CLIENT_CERTIFICATE,
                "the server requires a certificate of its clients, and this endpoint has none. Put " + Tls.CERTIFICATE
                        + " and " + Tls.KEY
                        + " into the folder of its option Tls ('./wherry cert client NAME' makes them)",
                failure);
    }

    private static TlsException refused(String alert, String peer, Credentials mine, IOException failure) {
        X509Certificate own = mine.own();
        boolean late = own != null && own.getNotAfter().toInstant().isBefore(Instant.now());
        String why = switch (late ? "certificate_expired" : alert) {
            case "certificate_expired" -> "it has expired. Have a new one issued";
            case "certificate_revoked" -> "it was revoked. Have a new one issued";
            case "unknown_ca" -> "its authority is unknown there. Add it to " + Tls.AUTHORITIES + " of the " + peer;
            default ->
                "alert " + alert + ". It may be of an authority that is unknown there, expired, not yet valid or,"
                        + " if this is a server, for other host names. The log of the " + peer + " says more";
        };
        return new TlsException(
                Problem.REFUSED_BY_PEER,
                "the " + peer + " did not accept the certificate of this side: " + why,
                failure);
    }

    private static TlsException ofText(String text, String peer, IOException failure) {
        if (text.contains("Empty client certificate chain")) {
            return new TlsException(
                    Problem.NO_CLIENT_CERTIFICATE, "the client has shown no certificate, and one is required", failure);
        }
        if (text.contains("cipher suites in common")
                || text.contains("protocol version")
                || text.contains("requested protocol")
                || text.contains("No appropriate protocol")
                || text.contains("No available authentication scheme")) {
            return new TlsException(
                    Problem.NO_COMMON_VERSION,
                    "the " + peer + " and this side have no version of TLS or no cipher in common (" + OneLine.of(text)
                            + "). " + VERSIONS,
                    failure);
        }
        if (text.contains("application layer protocol")) {
            return new TlsException(
                    Problem.NO_COMMON_PROTOCOL,
                    "the " + peer + " offers other protocols within TLS than " + TlsRole.NATIVE + " (ALPN)",
                    failure);
        }
        return new TlsException(Problem.BROKEN, "TLS with the " + peer + " failed: " + OneLine.of(text), failure);
    }
}
