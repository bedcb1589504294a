package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.internal.objects.Address;
import dev.wherry.internal.wire.Id128;
import dev.wherry.statistics.EndpointStatistics;
import dev.wherry.testsupport.Polling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A server and a client in one JVM, with {@link Rough} between them. */
public final class Pair implements AutoCloseable {
    final Rough.Served served = new Rough.Served();
    final EndpointEngine server;
    final EndpointEngine client;
    final URI address;
    final Rough stub;

    Pair(String scheme) {
        this(scheme, EndpointOptions.defaults(), EndpointOptions.defaults());
    }

    Pair(String scheme, EndpointOptions serverOptions, EndpointOptions clientOptions) {
        server = new EndpointEngine(serverOptions);
        client = new EndpointEngine(clientOptions);
        address = server.listeners().open(scheme.equals("unix") ? "unix:" + file() : scheme + "://127.0.0.1:0");
        server.bind("rough", Rough.class, served);
        stub = client.connections().lookup(Address.with(address, "rough"), Rough.class);
    }

    private static Path file() {
        try {
            return Files.createTempDirectory("wherry").resolve("socket");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The client's session. */
    Session session() {
        return session(client, stub);
    }

    /** The session that a peer has opened with this token. */
    static Session session(EndpointEngine engine, Id128 token) {
        return engine.sessions().stream()
                .filter(each -> each.token().equals(token))
                .findFirst()
                .orElseThrow();
    }

    /** The session by which a stub calls. */
    static Session session(EndpointEngine client, Object stub) {
        Optional<Peer> peer = Stubs.requireTarget(stub).peer();
        return client.sessions().stream()
                .filter(each -> peer.equals(Optional.of(each.peer())))
                .findFirst()
                .orElseThrow();
    }

    /** Calls until there is a lane for the next caller. */
    void openLanes(int count) {
        until("lanes are open", () -> {
            assertThat(stub.add(1, 2)).isEqualTo(3);
            return session().lanes().open().length >= Math.min(1, count);
        });
    }

    void awaitQuiet() {
        until("no call is under way", () -> isQuiet(server.statistics()) && isQuiet(client.statistics()));
    }

    private static boolean isQuiet(EndpointStatistics now) {
        return now.callsIn() == 0 && now.callsOut() == 0 && now.exports() == 0 && now.imports() == 0;
    }

    /** See {@link Polling#until}. */
    public static void until(String what, BooleanSupplier condition) {
        Polling.until(what, condition);
    }

    @Override
    public void close() {
        served.released.countDown();
        client.close(Duration.ofSeconds(5));
        server.close(Duration.ofSeconds(5));
        until(
                "sessions end",
                () -> server.statistics().sessions() == 0 && client.statistics().sessions() == 0);
        until(
                "threads end",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .noneMatch(name -> name.startsWith("wherry-")));
        if (address.getScheme().equals("unix")) {
            try {
                Files.delete(Path.of(address.getSchemeSpecificPart()).getParent());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
