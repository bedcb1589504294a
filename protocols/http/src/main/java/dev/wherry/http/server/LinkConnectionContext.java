package dev.wherry.http.server;

import dev.wherry.http.rest.BodyCapacity;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.common.socket.SocketWriter;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.Router;
import java.util.concurrent.ExecutorService;

/** The parts of a link and of the server that Helidon's connections use. */
final class LinkConnectionContext implements ConnectionContext {
    private final LinkSocket socket;
    private final ListenerContext listener;
    private final Router router;
    private final DataReader reader;
    private final DataWriter writer;

    /**
     * @param mostInChunk bytes of a chunk of a body
     * @param capacity for the bodies of requests
     */
    LinkConnectionContext(
            LinkSocket socket, ListenerContext listener, Router router, int mostInChunk, BodyCapacity capacity) {
        this.socket = socket;
        this.listener = listener;
        this.router = router;
        reader = new ChunkReader(socket, mostInChunk, capacity);
        writer = SocketWriter.create(socket);
    }

    @Override
    public ListenerContext listenerContext() {
        return listener;
    }

    @Override
    public ExecutorService executor() {
        return listener.executor();
    }

    @Override
    public DataWriter dataWriter() {
        return writer;
    }

    @Override
    public DataReader dataReader() {
        return reader;
    }

    @Override
    public Router router() {
        return router;
    }

    @Override
    public HelidonSocket serverSocket() {
        return socket;
    }

    @Override
    public PeerInfo remotePeer() {
        return socket;
    }

    @Override
    public PeerInfo localPeer() {
        return socket;
    }

    @Override
    public boolean isSecure() {
        return socket.isSecure();
    }

    @Override
    public String socketId() {
        return socket.socketId();
    }

    @Override
    public String childSocketId() {
        return socket.childSocketId();
    }
}
