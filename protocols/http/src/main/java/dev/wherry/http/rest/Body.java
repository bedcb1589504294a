package dev.wherry.http.rest;

import dev.wherry.Limits;
import dev.wherry.http.message.HttpNames;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Reads the bodies of requests within limits, and compresses those of answers. For any thread. */
final class Body {
    private static final int STEP = 8 << 10;
    /** A length of more digits cannot be the length of a body, and may not fit into a long. */
    private static final int MOST_DIGITS = 18;

    /** The most bytes that one compressed byte may become, above a body that is small in any case. */
    private static final int INFLATION = 64;

    private static final int SMALL = 64 << 10;
    private static final int WORTH_COMPRESSING = 1 << 10;

    private final int most;
    private final BodyCapacity capacity;

    Body(Limits limits, int bodyBytes, BodyCapacity capacity) {
        most = Math.min(limits.messageBytes(), bodyBytes);
        this.capacity = capacity;
    }

    /** The bytes of a body, which count against the limit of all bodies until they are closed. */
    final class Held implements AutoCloseable {
        private final byte[] bytes;
        private final long counted;
        private final long received;

        private Held(byte[] bytes, long counted, long received) {
            this.bytes = bytes;
            this.counted = counted;
            this.received = received;
        }

        byte[] bytes() {
            return bytes;
        }

        /** Returns the number of bytes that were received, which may be compressed. */
        long received() {
            return received;
        }

        @Override
        public void close() {
            capacity.release(counted);
        }
    }

    /** Reads a body of JSON. Throws an {@link HttpError} if it is too large, of another type or not complete. */
    Held read(HttpRequest request) {
        String length = request.header(HttpNames.CONTENT_LENGTH);
        if (length != null && length(length) > most) {
            throw tooLarge();
        }
        String encoding = request.header(HttpNames.CONTENT_ENCODING);
        boolean gzip =
                encoding != null && encoding.trim().toLowerCase(Locale.ROOT).equals("gzip");
        if (encoding != null && !gzip && !encoding.trim().equalsIgnoreCase("identity")) {
            throw new HttpError(415, "The content encoding is gzip or none").with(HttpNames.ACCEPT_ENCODING, "gzip");
        }
        try {
            Counted source = new Counted(request.body());
            return read(gzip ? new GZIPInputStream(source, STEP) : source, gzip ? source : null);
        } catch (ZipException | EOFException e) {
            throw new HttpError(400, "The body is not the gzip that its header announces");
        } catch (IOException e) {
            throw new HttpError(400, "The body could not be read").with(HttpNames.CONNECTION, "close");
        }
    }

    /** Returns whether a body is short and not compressed, so that to read it costs little. */
    static boolean isSmall(HttpRequest request) {
        String length = request.header(HttpNames.CONTENT_LENGTH);
        return length != null && length(length) <= SMALL && request.header(HttpNames.CONTENT_ENCODING) == null;
    }

    private static long length(String text) {
        long length = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9 || text.length() > MOST_DIGITS) {
                throw new HttpError(400, "The length of the body is not a number").with(HttpNames.CONNECTION, "close");
            }
            length = length * 10 + digit;
        }
        return length;
    }

    private HttpError tooLarge() {
        return new HttpError(413, "The body is larger than " + most + " bytes").with(HttpNames.CONNECTION, "close");
    }

    private Held read(InputStream from, @Nullable Counted packed) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        byte[] step = new byte[STEP];
        long counted = 0;
        boolean complete = false;
        try {
            for (int n = from.read(step); n >= 0; n = from.read(step)) {
                capacity.take(n);
                counted += n;
                boolean bomb = packed != null && counted > SMALL + INFLATION * packed.count;
                if (counted > most) {
                    throw tooLarge();
                }
                if (bomb) {
                    throw new HttpError(
                                    413, "The body becomes more than " + INFLATION + " times as long as it was sent")
                            .with(HttpNames.CONNECTION, "close");
                }
                bytes.write(step, 0, n);
            }
            complete = true;
            return new Held(bytes.toByteArray(), counted, packed == null ? counted : packed.count);
        } finally {
            if (!complete) {
                capacity.release(counted);
            }
        }
    }

    /** Counts what is received. */
    private final class Counted extends FilterInputStream {
        private long count;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            count(value < 0 ? 0 : 1);
            return value;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            int n = super.read(to, offset, length);
            count(Math.max(0, n));
            return n;
        }

        private void count(int more) {
            count += more;
            if (count > most) { // also of what is compressed and becomes nothing
                throw tooLarge();
            }
        }
    }

    /** Compresses an answer if that is worth it and the client accepts it. */
    static RestResponse compressed(RestResponse answer, HttpRequest request) {
        if (answer.body().length < WORTH_COMPRESSING || answer.headers().containsKey(HttpNames.CONTENT_ENCODING)) {
            return answer;
        }
        answer.with(HttpNames.VARY, HttpNames.ACCEPT_ENCODING);
        String accepted = request.header(HttpNames.ACCEPT_ENCODING);
        if (accepted == null
                || !accepted.toLowerCase(Locale.ROOT).matches(".*\\bgzip\\b(?!\\s*;\\s*q=0(\\.0*)?(,|$)).*")) {
            return answer;
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream(answer.body().length / 2);
        try (GZIPOutputStream to = new GZIPOutputStream(packed)) {
            to.write(answer.body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return answer.withBody(packed.toByteArray()).with(HttpNames.CONTENT_ENCODING, "gzip");
    }
}
