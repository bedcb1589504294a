package dev.wherry.http;

import dev.wherry.EndpointOptions;
import dev.wherry.spi.Link;
import dev.wherry.spi.LinkAcceptor;
import java.io.IOException;

/** Opens links that begin with the first byte of TLS, and takes that byte away. What follows is plain. */
public final class MarkedLinks implements LinkAcceptor {
    private static final int MARK = 0x16;

    @Override
    public boolean accepts(int firstByte, EndpointOptions options) {
        return firstByte == MARK;
    }

    @Override
    public Link open(Link link, EndpointOptions options) throws IOException {
        byte[] first = new byte[1];
        if (link.read(first, 0, 1) != 1 || first[0] != MARK) {
            throw new IOException("not marked");
        }
        return link;
    }
}
