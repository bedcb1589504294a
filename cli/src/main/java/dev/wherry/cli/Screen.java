package dev.wherry.cli;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Shows a text that is replaced again and again. On a terminal it uses the alternate screen, so that the main screen is
 * unchanged afterwards, even after Ctrl-C. If the output is not a terminal, it prints one text after the other.
 */
final class Screen implements AutoCloseable {
    /** The number of lines and columns of a terminal. */
    record Size(int rows, int columns) {}

    static final String BEGIN = "\u001b[?1049h\u001b[?25l";
    static final String END = "\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String REST_OF_LINE = "\u001b[K";
    private static final String REST_OF_PAGE = "\u001b[J";
    private static final Size UNKNOWN = new Size(24, 80);
    private static final Size UNBOUNDED = new Size(Integer.MAX_VALUE, 160);
    private static final int SECONDS_FOR_STTY = 2;

    private final PrintWriter out;
    private final boolean terminal;
    private final Thread atExit = new Thread(this::end, "wherry-screen");
    private boolean ended;

    Screen(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
        if (terminal) {
            Runtime.getRuntime().addShutdownHook(atExit);
            write(BEGIN);
        }
    }

    static boolean isTerminal() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }

    Size size() {
        return terminal ? sizeOfTerminal() : UNBOUNDED;
    }

    /** Reads the size each time, because a window can be resized. */
    private static Size sizeOfTerminal() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(SECONDS_FOR_STTY, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return UNKNOWN;
            }
            String printed = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            if (printed.matches("[1-9]\\d{0,4} [1-9]\\d{0,4}")) {
                String[] parts = printed.split(" ", -1);
                return new Size(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            return UNKNOWN; // there is no stty, or no terminal of that name
        }
        return UNKNOWN;
    }

    void show(List<String> lines) {
        StringBuilder page = new StringBuilder(terminal ? HOME : "");
        for (int i = 0; i < lines.size(); i++) {
            boolean last = i == lines.size() - 1;
            page.append(lines.get(i)).append(terminal ? REST_OF_LINE : "").append(terminal && last ? "" : "\n");
        }
        write(page.append(terminal ? REST_OF_PAGE : "").toString());
    }

    private synchronized void write(String text) {
        if (!ended) {
            out.print(text);
            out.flush();
        }
    }

    private synchronized void end() {
        write(END);
        ended = true;
    }

    @Override
    public void close() {
        if (terminal) {
            end();
            try {
                Runtime.getRuntime().removeShutdownHook(atExit);
            } catch (IllegalStateException e) {
                ended = true; // the JVM is ending, and the hook has nothing left to do
            }
        }
    }
}
