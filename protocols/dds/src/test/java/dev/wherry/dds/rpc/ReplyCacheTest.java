package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.dds.cdr.CallCodec;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Representation;
import dev.wherry.dds.types.UnsupportedTypeException;
import org.junit.jupiter.api.Test;

class ReplyCacheTest {
    private final ReplyCache cache = new ReplyCache(true);

    /** An interface whose replies have any length. */
    interface Text {
        String text();
    }

    private static SampleIdentity request(long client, long sequence) {
        return new SampleIdentity(client, 0, sequence);
    }

    @Test
    void beginsEachRequestOnceInAnyOrder() {
        for (long sequence : new long[] {5, 3, 4, 9, 8, 1}) {
            assertThat(cache.begin(request(1, sequence), 7)).isTrue();
        }
        for (long sequence : new long[] {5, 3, 4, 9, 8, 1}) {
            assertThat(cache.begin(request(1, sequence), 7)).isFalse();
        }
        assertThat(cache.begin(request(2, 5), 7)).as("another client").isTrue();
    }

    @Test
    void takesRequestsBeforeTheWindowForOldOnes() {
        assertThat(cache.begin(request(1, 1), 7)).isTrue();
        assertThat(cache.begin(request(1, ReplyCache.WINDOW + 10), 7)).isTrue();
        assertThat(cache.begin(request(1, 1), 7)).isFalse();
        assertThat(cache.begin(request(1, 2), 7)).isFalse();
        assertThat(cache.begin(request(1, 11), 7)).isTrue();
        assertThat(cache.begin(request(1, 11), 7)).isFalse();
    }

    @Test
    void staysRightAfterLongJumps() {
        assertThat(cache.begin(request(1, 7), 7)).isTrue();
        for (long sequence = 1L << 40; sequence < (1L << 40) + 3 * ReplyCache.WINDOW; sequence += 3) {
            assertThat(cache.begin(request(1, sequence), 7)).isTrue();
            assertThat(cache.begin(request(1, sequence), 7)).isFalse();
        }
        assertThat(cache.begin(request(1, Long.MAX_VALUE), 7)).isTrue();
        assertThat(cache.begin(request(1, Long.MAX_VALUE), 7)).isFalse();
        assertThat(cache.begin(request(1, Long.MIN_VALUE), 7)).isFalse();
    }

    @Test
    void keepsTheNumbersOfAClientWhateverOtherWritersSendInItsName() {
        assertThat(cache.begin(request(1, 1), 7)).isTrue();
        assertThat(cache.begin(request(1, Long.MAX_VALUE), 8)).isTrue();
        for (int client = 2; client < 3_000; client++) {
            cache.begin(request(client, 1), 8);
        }
        assertThat(cache.begin(request(1, 1), 7)).isFalse();
        assertThat(cache.begin(request(1, 2), 7)).isTrue();
    }

    @Test
    void forgetsTheOldestRepliesFirst() throws UnsupportedTypeException {
        for (int i = 0; i < 3_000; i++) {
            cache.end(request(1, i), reply(8 << 10));
        }
        assertThat(cache.reply(request(1, 0))).isNull();
        CdrWriter newest = reply(8 << 10);
        cache.end(request(1, 3_000), newest);
        assertThat(cache.reply(request(1, 3_000))).isSameAs(newest);
    }

    @Test
    void keepsTheNewestReplyWhateverItsLength() throws UnsupportedTypeException {
        cache.end(request(1, 1), reply(8));
        CdrWriter large = reply(9 << 20);
        cache.end(request(1, 2), large);
        assertThat(cache.reply(request(1, 1))).isNull();
        assertThat(cache.reply(request(1, 2))).isSameAs(large);
        CdrWriter next = reply(8);
        cache.end(request(1, 3), next);
        assertThat(cache.reply(request(1, 2))).isNull();
        assertThat(cache.reply(request(1, 3))).isSameAs(next);
    }

    @Test
    void keepsShortRepliesOnlyIfNobodyRepeatsRequests() throws UnsupportedTypeException {
        ReplyCache plain = new ReplyCache(false);
        CdrWriter small = reply(ReplyCache.SHORT - 100);
        plain.end(request(1, 1), small);
        plain.end(request(1, 2), reply(ReplyCache.SHORT));
        assertThat(plain.reply(request(1, 1))).isSameAs(small);
        assertThat(plain.reply(request(1, 2))).isNull();
    }

    @Test
    void knowsTheRequestsThatWereBegun() {
        assertThat(cache.isKnown(request(1, 5), 7)).isFalse();
        assertThat(cache.begin(request(1, 5), 7))
                .as("not begun by the question")
                .isTrue();
        assertThat(cache.isKnown(request(1, 5), 7)).isTrue();
        assertThat(cache.isKnown(request(1, 4), 7)).isFalse();
        assertThat(cache.isKnown(request(1, 6), 7)).isFalse();
        assertThat(cache.isKnown(request(1, 5), 8)).as("another writer").isFalse();
        assertThat(cache.isKnown(request(2, 5), 7)).as("another client").isFalse();
        assertThat(cache.isKnown(request(1, 5 - ReplyCache.WINDOW), 7))
                .as("too old")
                .isTrue();
    }

    private static CdrWriter reply(int length) throws UnsupportedTypeException {
        CallTypes types = CallTypes.of(Text.class, new JavaTypes());
        CdrWriter reply = new CdrWriter();
        new CallCodec(types, Representation.XCDR2)
                .writeResult(reply, request(1, 1), types.operations().getFirst(), "x".repeat(length));
        return reply;
    }
}
