package dev.wherry.lab.site;

import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** Reads lines of bounded length: a process that prints garbage without end must not fill the lab's memory. */
final class Lines {
    static final int MAX_LENGTH = 1 << 16;

    private final Reader in;
    private final char[] chunk = new char[4096];
    private int next;
    private int end;

    Lines(Reader in) {
        this.in = in;
    }

    /** The next line without its end; null at the end of the stream. A longer line is cut into several. */
    @Nullable
    String next() throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.length() < MAX_LENGTH) {
            if (next == end) {
                end = Math.max(0, in.read(chunk));
                next = 0;
                if (end == 0) {
                    return line.isEmpty() ? null : line.toString();
                }
            }
            char c = chunk[next++];
            if (c == '\n') {
                return line.toString();
            }
            if (c != '\r') {
                line.append(c);
            }
        }
        return line.toString();
    }
}
