package dev.wherry.mobility.internal.child;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Passes on the output of a child line by line, by one thread; a line above {@link #LONGEST} characters is split. Nothing is kept:
 * the child prints as fast as the lines are consumed.
 */
final class ChildOutput implements Runnable {
    static final int LONGEST = 8192;
    private static final Logger LOG = System.getLogger("dev.wherry.child");

    private final InputStream in;
    private final String token;
    private final CompletableFuture<String> ready = new CompletableFuture<>();
    private volatile String said = "";
    private Consumer<String> lines;

    /** @param token the beginning of the line that contains the child's address */
    ChildOutput(InputStream in, String token, Consumer<String> lines) {
        this.in = in;
        this.token = token;
        this.lines = lines;
    }

    /** Returns a future of the child's address. */
    CompletableFuture<String> ready() {
        return ready;
    }

    /** Returns the output before the line with the address. */
    String said() {
        return said;
    }

    @Override
    public void run() {
        StringBuilder line = new StringBuilder();
        char[] chunk = new char[LONGEST];
        try (Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
            for (int length = reader.read(chunk); length >= 0; length = reader.read(chunk)) {
                for (int i = 0; i < length; i++) {
                    add(chunk[i], line);
                }
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "What the child printed last is lost", e);
        }
        if (!line.isEmpty()) {
            take(line);
        }
    }

    private void add(char next, StringBuilder line) {
        if (next == '\n') {
            take(line);
            return;
        }
        if (line.length() >= LONGEST && !Character.isLowSurrogate(next)) {
            take(line);
        }
        line.append(next);
    }

    private void take(StringBuilder builder) {
        String line = builder.toString();
        builder.setLength(0);
        if (!ready.isDone()) {
            if (line.startsWith(token)) {
                ready.complete(line.substring(token.length()).strip());
                return;
            }
            said = said.length() < LONGEST ? said + line + "\n" : said;
        }
        try {
            lines.accept(line);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "The output of the child is dropped from now on", e);
            lines = _ -> {};
        }
    }
}
