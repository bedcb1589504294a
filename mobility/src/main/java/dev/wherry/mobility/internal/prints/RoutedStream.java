package dev.wherry.mobility.internal.prints;

import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A stream that delegates to another one for each thread, so that no thread waits for the stream of another one. */
@SuppressWarnings("AnnotateFormatMethod") // an annotation that only a library has
final class RoutedStream extends PrintStream {
    private final Supplier<PrintStream> current;

    RoutedStream(PrintStream real, Supplier<PrintStream> current) {
        super(real);
        this.current = current;
    }

    private PrintStream to() {
        return current.get();
    }

    @Override
    public Charset charset() {
        return to().charset();
    }

    @Override
    public void flush() {
        to().flush();
    }

    /** Only flushes, since others use this stream, too. */
    @Override
    public void close() {
        flush();
    }

    @Override
    public boolean checkError() {
        return to().checkError();
    }

    @Override
    public void write(int value) {
        to().write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        to().write(bytes, offset, length);
    }

    @Override
    public void println() {
        to().println();
    }

    @Override
    public PrintStream format(String format, @Nullable Object... arguments) {
        to().format(format, arguments);
        return this;
    }

    @Override
    public PrintStream format(@Nullable Locale locale, String format, @Nullable Object... arguments) {
        to().format(locale, format, arguments);
        return this;
    }

    @Override
    public void print(boolean value) {
        to().print(value);
    }

    @Override
    public void println(boolean value) {
        to().println(value);
    }

    @Override
    public void print(char value) {
        to().print(value);
    }

    @Override
    public void println(char value) {
        to().println(value);
    }

    @Override
    public void print(int value) {
        to().print(value);
    }

    @Override
    public void println(int value) {
        to().println(value);
    }

    @Override
    public void print(long value) {
        to().print(value);
    }

    @Override
    public void println(long value) {
        to().println(value);
    }

    @Override
    public void print(float value) {
        to().print(value);
    }

    @Override
    public void println(float value) {
        to().println(value);
    }

    @Override
    public void print(double value) {
        to().print(value);
    }

    @Override
    public void println(double value) {
        to().println(value);
    }

    @Override
    public void print(char[] value) {
        to().print(value);
    }

    @Override
    public void println(char[] value) {
        to().println(value);
    }

    @Override
    public void print(@Nullable String value) {
        to().print(value);
    }

    @Override
    public void println(@Nullable String value) {
        to().println(value);
    }

    @Override
    public void print(@Nullable Object value) {
        to().print(value);
    }

    @Override
    public void println(@Nullable Object value) {
        to().println(value);
    }
}
