package dev.wherry.testkit;

import dev.wherry.spi.Identity;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import org.jspecify.annotations.Nullable;

/**
 * Two links within memory, each the other's peer: what is written to one is read from the other. They only block
 * ({@link Link#multiplex()} gives null), and an interrupt disturbs neither.
 */
public record LinkPair(Link left, Link right) {
    private static final int CAPACITY = 1 << 16;

    public static LinkPair create() {
        Pipe toRight = new Pipe(CAPACITY);
        Pipe toLeft = new Pipe(CAPACITY);
        return new LinkPair(new End(toLeft, toRight, "left"), new End(toRight, toLeft, "right"));
    }

    private record End(Pipe in, Pipe out, String name) implements Link {
        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            return in.read(to, offset, length);
        }

        @Override
        public int write(byte[] from, int offset, int length) throws IOException {
            out.write(from, offset, length);
            return length;
        }

        @Override
        public @Nullable SelectableChannel multiplex() {
            return null;
        }

        @Override
        public Identity peer() {
            return Identity.of("memory", "the peer of " + name);
        }

        @Override
        public void close() {
            in.abandon();
            out.finish();
        }
    }
}
