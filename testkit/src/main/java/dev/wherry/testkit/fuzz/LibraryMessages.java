package dev.wherry.testkit.fuzz;

import dev.wherry.Limits;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;
import dev.wherry.testkit.codec.Message;
import java.util.Random;

/**
 * Messages of a codec that uses a library: random graphs that it has written, with a few bytes changed; or values of
 * codec {@code compact} within such a message.
 */
final class LibraryMessages implements MessageSource {
    /** Begins a value that is written entirely by codec {@code compact}. */
    private static final byte ALL_ASIDE = 3;

    private final Coder coder;
    private final Limits limits;
    private final CompactMessages compact;

    LibraryMessages(Coder coder, Limits limits, Types types) {
        this.coder = coder;
        this.limits = limits;
        compact = new CompactMessages(types);
    }

    @Override
    public Message of(long seed) {
        Random random = Seeds.random(seed);
        if (random.nextInt(8) == 0) {
            return aside(random);
        }
        Message message;
        try {
            message = Message.encode(coder, limits, RandomGraph.of(random, Seeds.size(random)))
                    .arrived();
        } catch (CodecException e) {
            return aside(random); // a sender would refuse it
        }
        byte[] bytes = message.bytes().clone();
        for (int i = random.nextInt(3) == 0 ? 0 : random.nextInt(1, 6); i > 0; i--) {
            change(bytes, random);
        }
        return message.withBytes(bytes);
    }

    private Message aside(Random random) {
        Message message = compact.of(random);
        byte[] bytes = new byte[1 + message.bytes().length];
        bytes[0] = ALL_ASIDE;
        System.arraycopy(message.bytes(), 0, bytes, 1, bytes.length - 1);
        return message.withBytes(bytes);
    }

    private static void change(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(5)) {
            case 0 -> bytes[at] = (byte) random.nextInt();
            case 1 -> bytes[at] += (byte) random.nextInt(-3, 4);
            case 2 -> bytes[at] = (byte) random.nextInt(40);
            case 3 -> {
                int length = Math.min(random.nextInt(40), bytes.length - at);
                System.arraycopy(bytes, random.nextInt(bytes.length - length + 1), bytes, at, length);
            }
            default -> bytes[at] = (byte) (0x80 | random.nextInt(128)); // a longer number
        }
    }
}
