package dev.wherry.bench;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.certificates.CertificateAuthority;
import dev.wherry.certificates.CertificateRequest;
import dev.wherry.certificates.IssuedCertificate;
import dev.wherry.tls.Tls;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The time from the creation of a client endpoint to the answer of its first call. The distance to {@code tcp} is what a handshake of TLS adds,
 * with certificates of both ends, between keys on the curve P-256.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class ConnectBenchmark {
    private static final char[] PASSWORD = "benchmark".toCharArray();
    private static final Duration VALID = Duration.ofDays(1);

    /** How to connect: {@code resumed} continues the TLS session of the connection before, {@code full} finds none. */
    @Param({"tcp", "full", "resumed"})
    public String how;

    private Endpoint server;
    private EndpointOptions options;
    private Endpoint client;
    private int address;

    /** The interface that is called. */
    public interface Echo {
        int echo(int number);
    }

    /** Listens at all of the loopback addresses, so that a client may find the server at one where it has not been before. */
    @Setup
    public void listen() throws Exception {
        EndpointOptions.Builder client = EndpointOptions.builder();
        EndpointOptions.Builder serving = EndpointOptions.builder();
        if (!how.equals("tcp")) {
            CertificateAuthority authority = CertificateAuthority.create("benchmark", VALID);
            client.with(tls(authority.issue(CertificateRequest.client("caller", VALID))));
            serving.with(tls(authority.issue(CertificateRequest.server(List.of("localhost"), VALID))));
        }
        options = client.build();
        server = Endpoint.listen((how.equals("tcp") ? "tcp" : "tls") + "://0.0.0.0:0", serving.build());
        server.bind("echo", Echo.class, number -> number);
    }

    private static Tls tls(IssuedCertificate issued) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setKeyEntry("own", issued.key(), PASSWORD, new Certificate[] {issued.certificate()});
        store.setCertificateEntry("authority", issued.authority());
        return Tls.builder().keyStore(store, PASSWORD).checkHostName(false).build();
    }

    @TearDown
    public void close() {
        server.close();
    }

    /** Sessions of TLS are found again by the address. */
    private String host() {
        if (!how.equals("full")) {
            return "127.0.0.1";
        }
        address++;
        return "127." + (1 + (address >> 16)) + "." + ((address >> 8) & 0xff) + "." + (address & 0xff);
    }

    /** Connects and calls. */
    @Benchmark
    public int connect() {
        client = Endpoint.create(options);
        String at = server.address().getScheme() + "://" + host() + ":"
                + server.address().getPort();
        return client.lookup(at + "/echo", Echo.class).echo(1);
    }

    /** The time of this is not counted. */
    @TearDown(Level.Invocation)
    public void leave() {
        client.close();
    }
}
