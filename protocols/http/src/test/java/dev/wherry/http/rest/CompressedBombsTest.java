package dev.wherry.http.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.wherry.Identity;
import dev.wherry.Limits;
import dev.wherry.http.message.HttpNames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Bodies of few bytes that become many. */
class CompressedBombsTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long HEAP_PER_BYTE = 64;
    /** Held in any case. */
    private static final long HEAP = 8L << 20;

    /** Others use the processor as well: the fastest attempt counts. */
    private static final int ATTEMPTS = 200;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Packed(byte[] bytes) implements HttpRequest {
        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String path() {
            return "/";
        }

        @Override
        public @Nullable String query() {
            return null;
        }

        @Override
        public @Nullable String header(String name) {
            return Map.of(HttpNames.CONTENT_ENCODING, "gzip", HttpNames.CONTENT_LENGTH, Integer.toString(bytes.length))
                    .get(name);
        }

        @Override
        public InputStream body() {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public Identity peer() {
            return Identity.of("address", "test");
        }
    }

    private static byte[] packed(int length) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream to = new GZIPOutputStream(packed)) {
            to.write(new byte[length]);
        }
        return packed.toByteArray();
    }

    @Test
    void areRefusedForLittleProcessorTimeAndMemory() throws IOException {
        HttpRequest bomb = new Packed(packed(100 << 20));
        Body bodies = new Body(Limits.defaults(), 16 << 20, new BodyCapacity(Long.MAX_VALUE));
        long nanos = Long.MAX_VALUE;
        long bytes = Long.MAX_VALUE;
        for (int i = 0; i < ATTEMPTS; i++) {
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long begun = THREADS.getCurrentThreadCpuTime();
            assertThatThrownBy(() -> bodies.read(bomb))
                    .isInstanceOfSatisfying(
                            HttpError.class, e -> assertThat(e.status()).isEqualTo(413));
            nanos = Math.min(nanos, THREADS.getCurrentThreadCpuTime() - begun);
            bytes = Math.min(bytes, THREADS.getCurrentThreadAllocatedBytes() - allocated);
        }
        assertThat(nanos).as("nanoseconds").isLessThan(MOST_NANOS);
        assertThat(bytes).as("bytes of heap").isLessThan(HEAP + HEAP_PER_BYTE * (100 << 10));
    }
}
