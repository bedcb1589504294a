package dev.wherry.http.server;

import dev.wherry.http.message.HttpNames;
import dev.wherry.http.rest.BodyCapacity;
import dev.wherry.http.rest.HttpError;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a connection for Helidon, and checks the sizes of chunks. Helidon would accept a size with a sign, a line without end, and a chunk
 * that is longer than its size. Another server on the way could understand these in another way. Helidon reads a chunk as a whole, however
 * slowly its peer sends it, and reads only the lines of chunks by {@link #readLine}. For one thread.
 */
final class ChunkReader extends DataReader {
    private static final int LONGEST_LINE = 256;
    /** A size, and extensions, which are ignored. */
    private static final Pattern LINE = Pattern.compile("([0-9A-Fa-f]{1,7})(;[\\t\\x20-\\x7e]*)?");

    private final int most;
    private final BodyCapacity capacity;
    /** Whether a chunk is read next. */
    private boolean beforeChunk;
    /** Whether the line end behind a chunk is read next. */
    private boolean behindChunk;

    /**
     * @param most bytes of a chunk, which is read as a whole
     * @param capacity for the bodies of requests; a chunk counts until it was read, then as a part of its body
     */
    @SuppressWarnings("removal") // in favour of a method that makes readers, which cannot make one of a subclass
    ChunkReader(Supplier<byte[]> bytes, int most, BodyCapacity capacity) {
        super(bytes);
        this.most = most;
        this.capacity = capacity;
    }

    @Override
    public String readLine() {
        int length = findNewLine(LONGEST_LINE + 1);
        if (length > LONGEST_LINE) {
            throw malformed();
        }
        String line = readAsciiString(length);
        super.skip(2);
        if (line.isEmpty()) {
            return line; // behind the last chunk
        }
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw malformed();
        }
        int size = Integer.parseInt(parts.group(1), 16);
        if (size > most) {
            throw new HttpError(413, "The body has a chunk of more than " + most + " bytes")
                    .with(HttpNames.CONNECTION, "close");
        }
        beforeChunk = size > 0;
        return parts.group(1);
    }

    @Override
    public BufferData readBuffer(int length) {
        if (!beforeChunk) {
            return super.readBuffer(length);
        }
        capacity.take(length);
        try {
            return super.readBuffer(length);
        } finally {
            capacity.release(length);
            behindChunk = true;
            beforeChunk = false;
        }
    }

    @Override
    public void skip(int count) {
        if (behindChunk) {
            behindChunk = false;
            if (!startsWithNewLine()) {
                throw malformed();
            }
        }
        super.skip(count);
    }

    private static HttpError malformed() {
        return new HttpError(400, "The body has a chunk that is not as HTTP demands")
                .with(HttpNames.CONNECTION, "close");
    }
}
