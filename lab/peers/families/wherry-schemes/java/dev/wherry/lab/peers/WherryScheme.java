package dev.wherry.lab.peers;

import dev.wherry.EndpointOptions;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.ServerKey;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.wherry.Way;
import dev.wherry.lab.peers.wherry.Wherry;
import dev.wherry.tls.Tls;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Wherry by an address of another scheme than {@code tcp}: {@code tls}, {@code ws}, {@code http} or {@code https}. The server's certificate names the lab
 * and not its host, so the client checks that it is the very certificate that the address contains.
 */
public final class WherryScheme extends Wherry {
    private final String scheme;
    /** The key of this end and the certificates that it trusts: an end that serves may also connect. Null without TLS. */
    private final KeyStore keys;

    private WherryScheme(String scheme) throws IOException, GeneralSecurityException {
        super(Way.TCP);
        this.scheme = scheme;
        keys = scheme.equals("http") || scheme.equals("ws") ? null : ServerKey.keyStore();
    }

    public static void main(String[] args) throws Exception {
        Program.run(Arrays.copyOfRange(args, 1, args.length), new WherryScheme(args[0]));
    }

    @Override
    protected synchronized EndpointOptions options(EndpointOptions defaults) {
        EndpointOptions plain = super.options(defaults);
        if (keys == null) {
            return plain;
        }
        Tls tls = Tls.builder()
                .keyStore(keys, ServerKey.PASSWORD.toCharArray())
                .clientCertificate(Tls.ClientCertificate.NONE)
                .checkHostName(false)
                .build();
        return plain.toBuilder().with(tls).build();
    }

    @Override
    protected String listenAt() throws IOException {
        return scheme + "://" + Host.with(0);
    }

    @Override
    public String serve(CountingService service) throws Exception {
        String address = super.serve(service);
        return keys == null ? address : ServerKey.in(address);
    }

    @Override
    public Service client(String address) throws Exception {
        return super.client(trusted(address));
    }

    @Override
    public Service lookUp(String address) throws Exception {
        return super.lookUp(trusted(address));
    }

    /** Trusts the certificate in an address. Returns the rest of the address. */
    private synchronized String trusted(String address) throws GeneralSecurityException {
        if (keys == null) {
            return address;
        }
        keys.setCertificateEntry("of " + address, ServerKey.certificate(address));
        return ServerKey.without(address);
    }

    /** Its own count has the scheme of the native protocol's address. TLS and WebSockets are over TCP, as the kernel shows. */
    @Override
    public Map<String, Long> carried() {
        Map<String, Long> all = new TreeMap<>(super.carried());
        Long within = all.remove(scheme);
        if (within != null) {
            all.merge("tcp", within, Long::sum);
        }
        return all;
    }

    /** The scheme proves the protocol: a client without TLS cannot reach an address that needs it. */
    @Override
    public Map<String, String> versions(String address) {
        return Map.of("scheme", scheme);
    }
}
