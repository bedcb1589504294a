package dev.wherry.internal.wire;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first frame of each side of a link. The connecting side names its codecs and limits. The answer, on a main link, names the
 * codec of the session, and the session's token, which each lane must show.
 *
 * @param lane 0: a main link; else the lane's number, never used twice in a session
 * @param session {@link Id128#NONE} on a main link that asks for a new session
 * @param endpoint another one after every restart
 * @param codecs offered, in order of preference; in the answer: the one of the session
 * @param messageBytes the longest message that the writer takes
 * @param callsInFlight that the writer takes at one time
 * @param lanes that the writer takes
 * @param agent what speaks, for logs
 * @param memory over which a lane may go on, or does
 * @param resume if the session may go on with another link, or does
 */
public record Hello(
        long lane,
        Id128 session,
        Id128 endpoint,
        List<String> codecs,
        int messageBytes,
        int callsInFlight,
        int lanes,
        String agent,
        @Nullable MemoryOffer memory,
        @Nullable ResumeOffer resume) {
    /** The longest Hello that is read: nothing is known of the peer yet. */
    public static final int LONGEST = 4_096;

    /** The shortest limit that each failure fits in. */
    private static final int LEAST_MESSAGE = 1 << 10;

    private static final int MOST_CODECS = 16;
    private static final int LONGEST_NAME = 32;
    private static final int LONGEST_AGENT = 200;
    private static final int MOST_EXTENSIONS = 16;
    private static final String MEMORY = "memory";
    private static final String RESUME = "resume";

    public Hello {
        codecs = List.copyOf(codecs);
    }

    public Hello(
            long lane,
            Id128 session,
            Id128 endpoint,
            List<String> codecs,
            int messageBytes,
            int callsInFlight,
            int lanes,
            String agent) {
        this(lane, session, endpoint, codecs, messageBytes, callsInFlight, lanes, agent, null, null);
    }

    public Hello with(@Nullable MemoryOffer offer) {
        return new Hello(lane, session, endpoint, codecs, messageBytes, callsInFlight, lanes, agent, offer, resume);
    }

    public Hello with(@Nullable ResumeOffer offer) {
        return new Hello(lane, session, endpoint, codecs, messageBytes, callsInFlight, lanes, agent, memory, offer);
    }

    /** Returns how long the session waits for another link if this is what the peer has said: the shorter time of both. */
    public Duration window(Duration own) {
        Duration its = resume == null ? Duration.ZERO : Duration.ofMillis(resume.windowMillis());
        return its.compareTo(own) < 0 ? its : own;
    }

    public void write(Out out) {
        int start = Frame.begin(out, Frame.HELLO, 0, lane);
        session.write(out);
        endpoint.write(out);
        out.writeSize(codecs.size());
        for (String codec : codecs) {
            out.writeText(codec);
        }
        out.writeSize(messageBytes);
        out.writeSize(callsInFlight);
        out.writeSize(lanes);
        out.writeText(agent);
        out.writeSize((memory == null ? 0 : 1) + (resume == null ? 0 : 1));
        if (resume != null) {
            out.writeText(RESUME);
            out.writeSize(ResumeOffer.BYTES);
            resume.write(out);
        }
        if (memory != null) {
            out.writeText(MEMORY);
            out.writeSize(MemoryOffer.BYTES);
            memory.write(out);
        }
        Frame.end(out, start);
    }

    /** Extensions, pairs of a name and bytes at the end, are skipped where they are not known. */
    public static Hello read(long id, In body) {
        Id128 session = Id128.read(body);
        Id128 endpoint = Id128.read(body);
        int count = atMost(MOST_CODECS, body.readSize(), "codecs");
        List<String> codecs = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            codecs.add(body.readName(LONGEST_NAME));
        }
        int messageBytes = positive(body.readSize());
        if (messageBytes < LEAST_MESSAGE) {
            throw CodecException.malformed(
                    "a Hello that accepts messages of " + messageBytes + " bytes; " + LEAST_MESSAGE + " is the least");
        }
        int callsInFlight = positive(body.readSize());
        int lanes = positive(body.readSize());
        String agent = body.readName(LONGEST_AGENT);
        int extensions = atMost(MOST_EXTENSIONS, body.readSize(), "extensions");
        MemoryOffer memory = null;
        ResumeOffer resume = null;
        for (int i = 0; i < extensions; i++) {
            String name = body.readName(LONGEST_NAME);
            In bytes = new In(body.readBytes(body.readSize()));
            if (name.equals(MEMORY)) {
                if (memory != null) {
                    throw CodecException.malformed("a Hello with two offers of memory");
                }
                memory = MemoryOffer.read(bytes);
            } else if (name.equals(RESUME)) {
                if (resume != null) {
                    throw CodecException.malformed("a Hello with two offers to resume");
                }
                resume = ResumeOffer.read(bytes);
            }
        }
        return new Hello(id, session, endpoint, codecs, messageBytes, callsInFlight, lanes, agent, memory, resume);
    }

    private static int atMost(int most, int value, String what) {
        if (value < 0 || value > most) {
            throw CodecException.malformed(
                    "a Hello with " + Integer.toUnsignedString(value) + " " + what + ", more than " + most);
        }
        return value;
    }

    private static int positive(int value) {
        if (value < 0) {
            throw CodecException.malformed("a Hello with a limit of " + Integer.toUnsignedString(value));
        }
        return value;
    }
}
