package dev.wherry.mobility.internal.prints;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Decodes UTF-8 to text and passes it on in pieces: one or several lines, a part of a very long one, or the rest at a flush. */
final class PrintedPieces extends OutputStream {
    static final int LONGEST = 8 << 10;

    private final Consumer<String> to;
    private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();

    PrintedPieces(Consumer<String> to) {
        this.to = to;
    }

    @Override
    public void write(int next) throws IOException {
        write(new byte[] {(byte) next}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int end = offset + length;
        int from = offset;
        for (int at = offset; at < end; at++) {
            // Does not split a character, unless the bytes are not valid UTF-8.
            boolean full = waiting.size() + at - from >= LONGEST && (bytes[at] & 0xC0) != 0x80;
            if (full || waiting.size() + at - from >= LONGEST + 4) {
                waiting.write(bytes, from, at - from);
                from = at;
                flush();
            }
        }
        waiting.write(bytes, from, end - from);
        if (length > 0 && bytes[end - 1] == '\n') {
            flush();
        }
    }

    @Override
    public void close() throws IOException {
        flush();
    }

    @Override
    public void flush() throws IOException {
        if (waiting.size() == 0) {
            return;
        }
        String text = waiting.toString(StandardCharsets.UTF_8);
        waiting.reset();
        try {
            to.accept(text);
        } catch (RuntimeException e) {
            throw new IOException("The output of a task could not be sent to its sender", e);
        }
    }
}
