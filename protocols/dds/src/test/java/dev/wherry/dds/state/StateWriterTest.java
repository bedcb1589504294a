package dev.wherry.dds.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.dds.StateChange;
import dev.wherry.dds.StateOptions;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.types.Representation;
import dev.wherry.testsupport.Polling;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Versions that are offered again while a reader that acknowledges nothing blocks the writer. */
@NullMarked
@Timeout(60)
class StateWriterTest {
    private final BlockedWriter engine = new BlockedWriter();
    private final StateStore<String> store =
            new StateStore<>(StateOptions.defaults(), true, new StateStore.Listener<>() {
                @Override
                public void changed(List<?> key, StateChange<String> change) {
                    writer().noticed(key);
                }

                @Override
                public void forgotten(List<?> key) {
                    writer().noticed(key);
                }
            });
    private final StateWriter<String> writer = new StateWriter<>(engine, store, true, "test");

    private StateWriter<String> writer() {
        return writer;
    }

    @AfterEach
    void close() {
        engine.free.countDown();
        writer.close();
    }

    private void offer(String key, @Nullable String value, long nanos) {
        byte[] payload = (value == null ? key : value).getBytes(StandardCharsets.UTF_8);
        store.offer(new Version<>(List.of(key), value, payload, nanos));
    }

    @Test
    void offersTheNewestVersionOfEachKeyInTheOrderOfTheirChanges() throws Exception {
        offer("first", "1", 1);
        engine.blocked.await();
        for (int i = 2; i <= 10_000; i++) {
            offer("first", String.valueOf(i), i);
            offer("z", "z" + i, i);
            offer("a", "a" + i, i);
        }
        offer("z", null, 10_001);
        assertThat(writer.due()).isEqualTo(3);
        engine.free.countDown();
        Polling.until("all are offered", () -> engine.sent.size() >= 4);
        assertThat(engine.sent).containsExactly("1", "10000", "-z", "a10000");
    }

    @Test
    void forgetsKeysThatAreRemovedAndForgottenBeforeTheyAreOffered() throws Exception {
        offer("first", "1", 1);
        engine.blocked.await();
        offer("first", null, 2); // is taken back, since it was offered
        for (int i = 0; i < 2 * StateStore.MOST_REMOVED; i++) {
            offer("key" + i, "value", 1);
            offer("key" + i, null, 2);
        }
        assertThat(writer.due()).isEqualTo(StateStore.MOST_REMOVED + 1);
        engine.free.countDown();
        Polling.until("all are offered", () -> engine.sent.size() >= StateStore.MOST_REMOVED + 2);
        assertThat(engine.sent.subList(0, 3)).containsExactly("1", "~1", "-key" + StateStore.MOST_REMOVED);
    }

    /** Blocks until it is free, and records what it has sent. */
    private static final class BlockedWriter implements Writer {
        private final CountDownLatch blocked = new CountDownLatch(1);
        private final CountDownLatch free = new CountDownLatch(1);
        private final List<String> sent = new CopyOnWriteArrayList<>();

        private void send(String kind, byte[] payload, int offset, int length) {
            blocked.countDown();
            try {
                free.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            sent.add(kind + new String(payload, offset, length, StandardCharsets.UTF_8));
        }

        @Override
        public void write(byte[] payload, int offset, int length) {
            send("", payload, offset, length);
        }

        @Override
        public void write(byte[] payload, int offset, int length, long sourceNanos) {
            send("", payload, offset, length);
        }

        @Override
        public void dispose(byte[] payload, int offset, int length) {
            send("-", payload, offset, length);
        }

        @Override
        public void dispose(byte[] payload, int offset, int length, long sourceNanos) {
            send("-", payload, offset, length);
        }

        @Override
        public void unregister(byte[] payload, int offset, int length) {
            send("~", payload, offset, length);
        }

        @Override
        public byte[] guid() {
            return new byte[16];
        }

        @Override
        public int matched() {
            return 1;
        }

        @Override
        public Set<String> participants() {
            return Set.of();
        }

        @Override
        public String incompatible() {
            return "";
        }

        @Override
        public Representation representation() {
            return Representation.XCDR2;
        }

        @Override
        public void close() {}
    }
}
