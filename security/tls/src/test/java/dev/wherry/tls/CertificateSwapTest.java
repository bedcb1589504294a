package dev.wherry.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.certificates.IssuedCertificate;
import dev.wherry.testsupport.LogRecorder;
import dev.wherry.testsupport.Polling;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Certificates that are replaced while calls are made. */
@Timeout(300)
class CertificateSwapTest {
    private static final int CALLERS = 16;
    private static final char[] PASSWORD = "secret".toCharArray();

    @TempDir
    Path folder;

    public interface Echo {
        byte[] echo(byte[] bytes);
    }

    private static Tls at(Path folder) {
        return Tls.builder().folder(folder).checkEvery(Duration.ofMillis(1)).build();
    }

    private static Endpoint client(Tls tls) {
        return Endpoint.create(EndpointOptions.builder().with(tls).build());
    }

    @Test
    void loseNoCall() throws Exception {
        loseNoCall(10);
    }

    @Test
    @Tag("long")
    void loseNoCallInAHundredSwaps() throws Exception {
        loseNoCall(100);
    }

    private void loseNoCall(int swaps) throws Exception {
        Authority authority = new Authority(folder);
        Path ofServer = authority.folder(Authority.local());
        Tls tls = at(ofServer);
        Tls ofClients = authority.client("teller");
        AtomicBoolean ends = new AtomicBoolean();
        LongAdder calls = new LongAdder();
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        try (Endpoint server = Endpoint.listen(
                        "tls://127.0.0.1:0", EndpointOptions.builder().with(tls).build());
                Endpoint client = client(ofClients)) {
            server.bind("echo", Echo.class, bytes -> bytes);
            String uri = server.address() + "/echo";
            Echo echo = client.lookup(uri, Echo.class);
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                byte[] bytes = new byte[64 << (i % 8)];
                callers.add(Thread.ofPlatform().start(() -> {
                    try {
                        while (!ends.get()) {
                            assertThat(echo.echo(bytes)).isEqualTo(bytes);
                            calls.increment();
                        }
                    } catch (Throwable e) {
                        failures.add(e);
                    }
                }));
            }
            for (int swap = 0; swap < swaps; swap++) {
                String before = fingerprint(uri, ofClients);
                authority.issue(Authority.local()).write(ofServer);
                Polling.until(
                        "the next certificate",
                        () -> !fingerprint(uri, ofClients).equals(before));
                long made = calls.sum();
                Polling.until("more calls", () -> calls.sum() > made + CALLERS || !failures.isEmpty());
            }
            ends.set(true);
            for (Thread caller : callers) {
                caller.join();
            }
        }
        assertThat(failures).isEmpty();
    }

    private static String fingerprint(String uri, Tls tls) {
        try (Endpoint one = client(tls)) {
            return String.valueOf(one.connect(uri.replaceFirst("/echo$", ""))
                    .identity()
                    .attributes()
                    .get("fingerprint"));
        }
    }

    private static Credentials current(Tls tls) {
        try {
            return tls.current();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void keepTheOldOneWhileTheFilesDoNotFit() throws Exception {
        Authority authority = new Authority(folder);
        Path files = authority.folder(Authority.local());
        Tls tls = at(files);
        Credentials before = tls.current();
        try (LogRecorder log = new LogRecorder("dev.wherry.tls")) {
            Path other = authority.folder(Authority.local());
            Files.delete(files.resolve("cert.pem"));
            Polling.until(
                    "a warning", () -> current(tls) == before && log.texts().count() == 1);
            Files.copy(other.resolve("cert.pem"), files.resolve("cert.pem"));
            for (int i = 0; i < 20; i++) {
                Thread.onSpinWait();
                assertThat(tls.current()).isSameAs(before);
            }
            Files.delete(files.resolve("key.pem"));
            Files.copy(other.resolve("key.pem"), files.resolve("key.pem"));
            Polling.until("the new one", () -> current(tls) != before);
            assertThat(log.texts())
                    .hasSize(2)
                    .anyMatch(each -> each.contains("stays the old one"))
                    .anyMatch(each -> each.contains("New connections use the certificate"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ca.pem", "cert.pem and key.pem"})
    void keepTheOldOneWhileFilesAreMissing(String names) throws Exception {
        Authority authority = new Authority(folder);
        Path files = authority.folder(Authority.local());
        Tls tls = at(files);
        Credentials before = tls.current();
        try (LogRecorder log = new LogRecorder("dev.wherry.tls")) {
            for (String name : names.split(" and ")) {
                Files.delete(files.resolve(name));
            }
            Polling.until(
                    "a warning", () -> current(tls) == before && log.texts().count() == 1);
            assertThat(tls.clientCertificate(tls.current())).isEqualTo(Tls.ClientCertificate.REQUIRED);
            assertThat(log.texts()).singleElement().asString().contains("had one before");
        }
    }

    private static void write(IssuedCertificate issued, String type, Path file) throws Exception {
        KeyStore store = KeyStore.getInstance(type);
        store.load(null, null);
        store.setKeyEntry("key", issued.key(), PASSWORD, new Certificate[] {issued.certificate(), issued.authority()});
        store.setCertificateEntry("ca", issued.authority());
        Path made = file.resolveSibling("new");
        try (OutputStream to = Files.newOutputStream(made)) {
            store.store(to, PASSWORD);
        }
        Files.move(made, file, StandardCopyOption.REPLACE_EXISTING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PKCS12", "JKS"})
    void areReadAgainFromAKeyStore(String type) throws Exception {
        Authority authority = new Authority(folder);
        Path file = folder.resolve("bank.store");
        write(authority.issue(Authority.local()), type, file);
        Tls tls = Tls.builder()
                .keyStore(file, PASSWORD)
                .checkEvery(Duration.ofMillis(1))
                .build();
        Tls ofClients = authority.client("teller");
        try (Endpoint server = Endpoint.listen(
                        "tls://127.0.0.1:0", EndpointOptions.builder().with(tls).build());
                LogRecorder log = new LogRecorder("dev.wherry.tls")) {
            String uri = server.address().toString();
            String before = fingerprint(uri, ofClients);
            Files.write(file, new byte[] {1, 2, 3});
            Polling.until("a warning", () -> {
                assertThat(fingerprint(uri, ofClients)).isEqualTo(before);
                return log.texts().anyMatch(each -> each.contains("stays the old one"));
            });
            write(authority.issue(Authority.local()), type, file);
            Polling.until(
                    "the next certificate", () -> !fingerprint(uri, ofClients).equals(before));
        }
    }

    @Test
    void refuseAKeyStoreThatCannotBeRead() throws Exception {
        Authority authority = new Authority(folder);
        Path file = folder.resolve("bank.store");
        Tls.Builder missing = Tls.builder().keyStore(file, PASSWORD);
        assertThatIllegalArgumentException().isThrownBy(missing::build).withMessageContaining("bank.store");
        write(authority.issue(Authority.local()), "PKCS12", file);
        Tls.Builder wrong = Tls.builder().keyStore(file, "other".toCharArray());
        assertThatIllegalArgumentException().isThrownBy(wrong::build).withMessageContaining("password");
        Files.write(file, new byte[(1 << 20) + 1]);
        Tls.Builder large = Tls.builder().keyStore(file, PASSWORD);
        assertThatIllegalArgumentException().isThrownBy(large::build).withMessageContaining("more than");
    }
}
