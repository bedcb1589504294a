package dev.wherry.lab.peers;

import dev.wherry.EndpointOptions;
import dev.wherry.http.HttpOptions;
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
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Wherry by an address of another scheme than {@code tcp}: {@code tls}, {@code http} or {@code https}. The server's certificate names the lab
 * and not its host, so the client checks that it is the very certificate that the address contains.
 */
public final class WherryDoor extends Wherry {
    private final String scheme;
    /** The certificates of this end; null if its scheme has none, or it has no address yet. */
    private volatile Tls tls;
    /** The same for the client of HTTP; null if it needs none. */
    private volatile HttpOptions http;

    private WherryDoor(String scheme) {
        super(Way.TCP);
        this.scheme = scheme;
    }

    public static void main(String[] args) throws Exception {
        Program.run(Arrays.copyOfRange(args, 1, args.length), new WherryDoor(args[0]));
    }

    private boolean encrypts() {
        return !scheme.equals("http");
    }

    @Override
    protected EndpointOptions options(EndpointOptions defaults) {
        EndpointOptions plain = super.options(defaults);
        EndpointOptions.Builder builder = plain.toBuilder();
        Tls ofBoth = tls;
        if (ofBoth != null) {
            builder.with(ofBoth);
        }
        HttpOptions ofClient = http;
        if (ofClient != null) {
            builder.with(ofClient);
        }
        return builder.build();
    }

    @Override
    protected String listenAt() throws IOException {
        return scheme + "://" + Host.with(0);
    }

    @Override
    public String serve(CountingService service) throws Exception {
        if (!encrypts()) {
            return super.serve(service);
        }
        tls = Tls.builder()
                .keyStore(ServerKey.keyStore(), ServerKey.PASSWORD.toCharArray())
                .clientCertificate(Tls.ClientCertificate.NONE)
                .build();
        return ServerKey.in(super.serve(service));
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
    private String trusted(String address) throws IOException, GeneralSecurityException {
        if (!encrypts()) {
            return address;
        }
        if (tls == null) {
            tls = Tls.builder()
                    .keyStore(ServerKey.trust(address), ServerKey.PASSWORD.toCharArray())
                    .checkHostName(false)
                    .build();
            http = HttpOptions.builder().clientTls(ServerKey.client(address)).build();
        }
        return ServerKey.without(address);
    }

    /** Its own count has the scheme of the native protocol's address. TLS is over TCP, as the kernel shows. */
    @Override
    public Map<String, Long> carried() {
        Map<String, Long> all = new TreeMap<>(super.carried());
        Long encrypted = all.remove("tls");
        if (encrypted != null) {
            all.merge("tcp", encrypted, Long::sum);
        }
        return all;
    }

    /** The scheme proves the protocol: a client without TLS cannot reach an address that needs it. */
    @Override
    public Map<String, String> versions(String address) {
        return Map.of("scheme", scheme);
    }
}
